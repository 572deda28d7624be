/// Escapes characters that JSON allows and terminals interpret: DEL, C1, line separators and
/// direction controls.
///
/// In JSON they occur only in strings. Characters below U+0020 are escaped by the JSON writer.
package enum JSONLineEscapes {
  /// Replaces characters that terminals interpret by `\u` escapes, in UTF-8 JSON.
  package static func escaping(_ bytes: [UInt8]) -> [UInt8] {
    guard var index = next(in: bytes, from: 0) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var start = 0
    while true {
      let (scalar, length) = command(in: bytes, at: index) ?? (0, 1)
      result.append(contentsOf: bytes[start..<index])
      let digits = String(scalar, radix: 16)
      result.append(
        contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      start = index + length
      guard let found = next(in: bytes, from: start) else { break }
      index = found
    }
    result.append(contentsOf: bytes[start...])
    return result
  }

  /// The byte index of the next character to escape, or `nil`.
  private static func next(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      // Most text contains none of these bytes.
      switch bytes[index] {
      case 0x7F, 0xC2, 0xD8, 0xE2: if command(in: bytes, at: index) != nil { return index }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The character at a byte index and its length in bytes, or `nil` when it needs no escape.
  private static func command(in bytes: [UInt8], at index: Int) -> (scalar: UInt32, length: Int)? {
    let length = bytes[index] == 0x7F ? 1 : bytes[index] == 0xE2 ? 3 : 2
    guard index + length <= bytes.count else { return nil }
    var value = UInt32(bytes[index])
    if length == 2 {
      value = UInt32(bytes[index] & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
    } else if length == 3 {
      value =
        UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
        | UInt32(bytes[index + 2] & 0x3F)
    }
    guard let scalar = Unicode.Scalar(value), scalar.commandsTerminal else { return nil }
    return (value, length)
  }
}
