/// The declarations of a `style` attribute in order, with names and values in lower case.
struct InlineStyle: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 } }

  /// Returns the next declaration with a name and a value, or `nil` at the end.
  mutating func next() -> (String, String)? {
    while place < bytes.count {
      let start = place
      while place < bytes.count, bytes[place] != UInt8(ascii: ";") { place += 1 }
      let declaration = bytes[start..<place]
      place += 1
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let mark = declaration.firstIndex(of: UInt8(ascii: "!")) ?? declaration.endIndex
      let name = String(decoding: bytes[start..<colon].trimmed, as: UTF8.self)
      let value = String(decoding: bytes[Swift.min(colon + 1, mark)..<mark].trimmed, as: UTF8.self)
      if !name.isEmpty, !value.isEmpty { return (name, value) }
    }
    return nil
  }
}
