import Foundation

/// The fonts that were installed with the program.
///
/// The file `fonts.path` beside the program has the path of their folder, relative to the folder of
/// the program. The list of their faces is the file `faces.tsv` in the folder.
struct BundledFonts {
  /// The folder of the program.
  private let folder: String
  /// The path of the folder of fonts; `nil` if the program was installed without fonts.
  private let fonts: String?

  init(program: String = "/proc/self/exe") {
    folder =
      URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    fonts = FileManager.default.contents(atPath: folder + "/fonts.path").map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  var isInstalled: Bool { fonts != nil }

  /// The path of the list of faces, which is not there if the program was installed without fonts.
  var faceList: String {
    URL(fileURLWithPath: folder + "/" + (fonts ?? "fonts")).standardized.path + "/faces.tsv"
  }
}
