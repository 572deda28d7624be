/// How a font is named: `system`, a family, or the path of a file, `path#2` being its third face.
enum FontName: Hashable, Sendable {
  case system
  case family(String)
  case file(path: String, face: Int?)

  /// Reads a name; nothing is looked up.
  ///
  /// - Throws: `TextError.missingFace` for what follows `#` and is no number.
  init(_ name: String) throws(TextError) {
    if name == "system" {
      self = .system
      return
    }
    // Only the last `#` can divide, for a folder may have one in its name.
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

  /// Whether a name is that of a file: it has a slash or ends as font files do.
  static func isPath(_ name: String) -> Bool { name.contains("/") || isFontFile(name) }

  /// Whether a file's name ends as those of OpenType fonts do.
  static func isFontFile(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0) }
  }
}
