/// The name of a font: `system`, a family, or a file's path, with `#2` for the file's third face.
enum FontName: Hashable, Sendable {
  case system
  case family(String)
  case file(path: String, face: Int?)

  /// Reads a name without looking up the font.
  ///
  /// - Throws: `TextError.missingFace` when the text after `#` is not a number.
  init(_ name: String) throws(TextError) {
    if name == "system" {
      self = .system
      return
    }
    // Only the last `#` is a separator, because folder names may contain one.
    if let mark = name.lastIndex(of: "#"), Self.isPath(String(name[..<mark])) {
      let path = String(name[..<mark])
      let digits = name[name.index(after: mark)...]
      if let face = Int(digits) {
        self = .file(path: path, face: face)
        return
      }
      guard Self.isFontFile(name) else { throw .missingFace(file: path, index: -1) }
    }
    self = Self.isPath(name) ? .file(path: name, face: nil) : .family(name)
  }

  /// Whether a name is a path: it contains a slash or has the extension of a font file.
  static func isPath(_ name: String) -> Bool { name.contains("/") || isFontFile(name) }

  /// Whether a file's name has the extension of an OpenType font.
  static func isFontFile(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0) }
  }
}
