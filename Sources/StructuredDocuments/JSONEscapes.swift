/// Rewrites JSON's surrogate escapes, which YAML refuses.
enum JSONEscapes {
  /// Rewrites surrogate pairs such as `\ud83d\ude00`, which JSON has and YAML lacks, as one
  /// `\U0001f600`; a text without them, or one that is not a JSON object, is returned unchanged.
  static func joiningSurrogates(in text: String) -> String {
    let bytes = Array(text.utf8)
    let first = bytes.first { !isSpace($0) }
    guard first == UInt8(ascii: "{") else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    var didChange = false
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        result.append(bytes[index])
        index += 1
        continue
      }
      if let high = unit(bytes, at: index), (0xD800...0xDBFF).contains(high),
        let low = unit(bytes, at: index + 6), (0xDC00...0xDFFF).contains(low)
      {
        let scalar = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        let digits = String(scalar, radix: 16)
        let zeros = String(repeating: "0", count: 8 - digits.count)
        result.append(contentsOf: "\\U\(zeros)\(digits)".utf8)
        index += 12
        didChange = true
      } else {
        // A backslash is copied with the escaped character, so that `\\u` is not an escape.
        result.append(contentsOf: bytes[index...(index + 1)])
        index += 2
      }
    }
    return didChange ? String(decoding: result, as: UTF8.self) : text
  }

  /// The UTF-16 unit of a `\uXXXX` at an index; `nil` without one.
  private static func unit(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
