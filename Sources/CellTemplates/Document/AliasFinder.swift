/// Finds YAML aliases before the YAML parser sees them.
///
/// The parser would replace each alias by its whole value, so that a few lines stand for a
/// document without end. Text is searched rather than tokens: what it finds is an `&name` and a
/// `*name` of the same name, which a template has no other use for.
enum AliasFinder {
  /// The first alias of an anchor in the text, and its line; `nil` when there is none.
  static func firstAlias(in text: String) -> (name: String, line: Int)? {
    let bytes = Array(text.utf8)
    var anchors: Set<[UInt8]> = []
    for index in bytes.indices where bytes[index] == UInt8(ascii: "&") {
      anchors.insert(name(in: bytes, after: index))
    }
    anchors.remove([])
    guard !anchors.isEmpty else { return nil }
    var line = 1
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      guard bytes[index] == UInt8(ascii: "*") else { continue }
      let alias = name(in: bytes, after: index)
      if anchors.contains(alias) { return (String(decoding: alias, as: UTF8.self), line) }
    }
    return nil
  }

  /// The longest run of name characters after an index.
  private static func name(in bytes: [UInt8], after index: Int) -> [UInt8] {
    Array(bytes[(index + 1)...].prefix { isNamePart($0) })
  }

  /// Whether the YAML parser lets an anchor's name hold the byte.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
