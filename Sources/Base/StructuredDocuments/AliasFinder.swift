/// Finds YAML anchors and aliases, which documents must not contain.
///
/// The parser replaces each alias by the value of its anchor, so a few lines can expand without
/// bound. Therefore aliases are searched for in the text, before it is parsed.
enum AliasFinder {
  /// Finds the first `*name` whose `&name` also occurs in the text; `nil` if there is none.
  ///
  /// Templates have no other use for such a pair.
  ///
  /// - Returns: The name, and the line of the alias, from 1.
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

  /// Finds the first anchor of a text in which `firstAlias` finds no alias.
  ///
  /// An `&name` may also be part of a text or a comment. It is an anchor if the parser refuses the
  /// document with a `*` in place of the `&`, because that alias has no anchor.
  ///
  /// - Parameter isReadable: Whether the parser accepts a text.
  /// - Returns: The anchor's name, and its line, from 1; `nil` if none of the first 16 candidates
  ///   is an anchor.
  static func firstAnchor(
    in text: String, isReadable: (String) -> Bool
  ) -> (name: String, line: Int)? {
    var bytes = Array(text.utf8)
    var line = 1
    var tried = 0
    for index in bytes.indices where tried < 16 {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      guard bytes[index] == UInt8(ascii: "&"),
        index == 0 || " \n[{,".utf8.contains(bytes[index - 1])
      else { continue }
      let anchor = name(in: bytes, after: index)
      guard !anchor.isEmpty else { continue }
      tried += 1
      bytes[index] = UInt8(ascii: "*")
      defer { bytes[index] = UInt8(ascii: "&") }
      guard isReadable(String(decoding: bytes, as: UTF8.self)) else {
        return (String(decoding: anchor, as: UTF8.self), line)
      }
    }
    return nil
  }

  /// The characters of an anchor's name that follow an index; empty if there are none.
  private static func name(in bytes: [UInt8], after index: Int) -> [UInt8] {
    Array(bytes[(index + 1)...].prefix { isNamePart($0) })
  }

  /// Whether an anchor's name can contain the character.
  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && isNamePart(UInt8(truncatingIfNeeded: scalar.value))
  }

  /// Whether the YAML parser accepts the byte in an anchor's name.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
