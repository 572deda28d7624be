import XMLDocuments

/// An XML document made ready for the parser.
struct XMLSource {
  /// The bytes to parse; other ones than the source's where something had to be repaired.
  private(set) var bytes: InputBytes
  /// Where the document starts.
  private(set) var start: Int
  /// The line of its first byte.
  private(set) var firstLine = 1
  /// Whether `xml:base` occurs.
  private(set) var hasBase = false

  init(_ source: InputBytes) {
    bytes = source
    start = 0
    while start < bytes.count, isSpace(bytes[start]) {
      if bytes[start] == 0x0A { firstLine += 1 }
      start += 1
    }
    replaceEntities()
    hasBase = bytes.contains("xml:base")
  }

  /// Feeds use HTML's entities though XML has only five.
  private mutating func replaceEntities() {
    var position = start
    while let found = bytes.firstIndex(of: UInt8(ascii: "&"), in: position..<bytes.count) {
      position = found + 1
      let candidate = bytes.string(in: position..<min(position + 9, bytes.count))
      guard let end = candidate.firstIndex(of: ";"),
        XMLEntities.isHTML(String(candidate[..<end]))
      else { continue }
      let rest = bytes.withUnsafeBytes(in: start..<bytes.count) { [UInt8]($0) }
      if let replaced = XMLEntities.replacingHTML(in: rest) {
        bytes = InputBytes(replaced)
        start = 0
      }
      return
    }
  }
}

extension InputBytes {
  /// Whether a text occurs anywhere.
  func contains(_ text: StaticString) -> Bool {
    var position = 0
    while let found = firstIndex(of: text.utf8Start.pointee, in: position..<count) {
      if hasPrefix(text, at: found) { return true }
      position = found + 1
    }
    return false
  }
}
