import Foundation

/// The folders in which the documents that a template names must lie, after all links.
///
/// A template may come from others, and what is wrong in a document is told with its words. So no
/// template reaches a file that its owner did not put beside it.
struct TemplateFolders {
  private let folders: [String]

  /// Takes folders as they are named; one that is not there holds nothing.
  init(_ folders: [String]) { self.folders = folders }

  /// The folder in which a file lies, as references of the file see it.
  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// The real path of a file inside the folders.
  ///
  /// - Throws: `TemplateError.unreadableFile` for one outside, whether there is one or not, and
  ///   `.missingFile` where there is none inside.
  func realPath(of path: String) throws(TemplateError) -> String {
    let real = folders.compactMap(Self.real)
    let named = folders.map(Self.plain)
    guard Self.isInside(Self.plain(path), named + real) else { throw Self.outside(path) }
    guard let found = Self.real(path) else { throw .missingFile(path: path) }
    guard Self.isInside(found, real) else { throw Self.outside(path) }
    return found
  }

  private static func outside(_ path: String) -> TemplateError {
    .unreadableFile(
      path: path,
      reason: "it is not inside the template's folder; 'templates: {root: FOLDER}' in "
        + "cellheights.yaml names a wider one")
  }

  private static func isInside(_ path: String, _ folders: [String]) -> Bool {
    folders.contains { path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
  }

  /// An absolute path without `.` and `..`, its links left as they are.
  private static func plain(_ path: String) -> String {
    let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath
    var parts: [Substring] = []
    for part in (start + "/" + path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
