/// The fonts that a build declares: the family `system`, fallback fonts and families of files.
public struct FontConfiguration: Hashable, Sendable {
  /// Font files of the family `system`; if there are none, Inter is used for `system`.
  ///
  /// Each element is a path, with all faces of the file, or a path with a face number from 0:
  /// `path#2` is the third face.
  public var system: [String]
  /// Families or files for characters that the text's own font lacks, in the order of the search.
  ///
  /// A family for one region (`Noto Sans CJK SC`) stands for the families of all regions: text in
  /// Japanese uses `Noto Sans CJK JP` if it is installed.
  public var fallback: [String]
  /// Families that consist of font files: the files by the family's name, in any letter case.
  ///
  /// They take precedence over installed families with the same name. Files are written as in
  /// ``system``. For the generic families `serif` and `monospace`, an element may also be the name
  /// of an installed family.
  public var families: [String: [String]]
  /// The path of a list of faces, in which families are looked up instead of in fontconfig's list of
  /// the machine's fonts; `nil` for the latter.
  public var faceList: String?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - system: Font files of the family `system`.
  ///   - fallback: Families and files, in the order of the search.
  ///   - families: Font files, by the name of their family.
  ///   - faceList: The path of a list of faces; `nil` for the fonts of the machine.
  public init(
    system: [String] = [], fallback: [String] = Self.defaultFallback,
    families: [String: [String]] = [:], faceList: String? = nil
  ) {
    self.faceList = faceList
    self.system = system
    self.fallback = fallback
    self.families = families
  }

  /// Whether a metrics pack is declared.
  public var hasPacks: Bool {
    (system + fallback + families.values.joined()).contains(where: FontName.isPack)
  }

  /// The default fallback chain: Noto families, all of which are in three Debian packages.
  public static let defaultFallback = [
    "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew",
    "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Bengali", "Noto Sans Tamil",
    "Noto Sans Telugu", "Noto Sans Kannada", "Noto Sans Malayalam", "Noto Sans Gujarati",
    "Noto Sans Gurmukhi", "Noto Sans Oriya", "Noto Sans Sinhala", "Noto Sans Lao",
    "Noto Sans Khmer", "Noto Sans Myanmar", "Noto Sans Georgian", "Noto Sans Armenian",
    "Noto Sans Ethiopic", "Noto Serif Tibetan", "Noto Sans Math", "Noto Sans Symbols",
    "Noto Sans Symbols2", "Noto Color Emoji",
  ]
}

/// The name of a font in a style or configuration: `system`, a family, or the path of a file.
///
/// A path may end in the number of a face, from 0: `path#2` is the third face of the file.
enum FontName: Hashable, Sendable {
  case system
  case family(String)
  case file(path: String, face: Int?)

  /// Reads a name; the font is not looked up.
  ///
  /// - Throws: `TextError.missingFace` if the text after `#` is not a number.
  init(_ name: String) throws(TextError) {
    if Self.isSystem(name) {
      self = .system
      return
    }
    // Only the last `#` is a separator, because the name of a folder may contain `#`.
    if let mark = name.lastIndex(of: "#"), Self.isPath(String(name[..<mark])) {
      let path = String(name[..<mark])
      let digits = name[name.index(after: mark)...]
      if let face = Int(digits) {
        self = .file(path: path, face: face)
        return
      }
      guard Self.isFontFile(name) || Self.isPack(name) else {
        throw .missingFace(file: path, index: -1)
      }
    }
    self = Self.isPath(name) ? .file(path: name, face: nil) : .family(name)
  }

  /// The names in a list, which are separated by commas, each once; a path is one name.
  ///
  /// Each name of `system` is written as `system`.
  static func list(_ names: String) -> [String] {
    guard names.contains(","), !isPath(names) else { return [isSystem(names) ? "system" : names] }
    var list: [String] = []
    for part in names.split(separator: ",") {
      let trimmed = part.trimmingPrefix(while: \.isWhitespace)
      let name = String(trimmed.reversed().drop(while: \.isWhitespace).reversed())
      let own = isSystem(name) ? "system" : name
      if !own.isEmpty, !list.contains(own) { list.append(own) }
    }
    return list
  }

  /// Whether a name means `system`: it is the name itself, or one that CSS has for the font of the
  /// platform.
  static func isSystem(_ name: String) -> Bool {
    guard name.utf8.count <= 18 else { return false }
    if name == "system" { return true }
    return [
      "system-ui", "sans-serif", "ui-sans-serif", "-apple-system", "blinkmacsystemfont",
    ].contains(name.lowercased())
  }

  /// The generic family of a name, whose font the configuration declares; `nil` for other names.
  static func generic(_ name: String) -> String? {
    switch name.lowercased() {
    case "serif", "ui-serif": "serif"
    case "monospace", "ui-monospace": "monospace"
    default: nil
    }
  }

  /// Whether a name is a path: it contains a slash or ends like a font file or metrics pack.
  static func isPath(_ name: String) -> Bool {
    name.contains("/") || isFontFile(name) || isCompressed(name) || isPack(name)
  }

  /// Whether a name ends like a metrics pack: in `.json`.
  static func isPack(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".json") || name.contains(".json#")
  }

  /// Whether a name ends like a web font, which cannot be measured with: in `.woff` or `.woff2`.
  private static func isCompressed(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".woff") || name.hasSuffix(".woff2")
  }

  /// Whether a name ends in `.ttf`, `.otf`, `.ttc` or `.otc`, in any letter case.
  static func isFontFile(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0) }
  }
}
