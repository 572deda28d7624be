/// Decodes Base64.
///
/// White space is skipped.
///
/// Source: RFC 4648, section 4.
enum Base64 {
  /// The decoded text; `nil` when the input is not Base64 of UTF-8 text.
  static func text(_ encoded: String) -> String? {
    guard let bytes = decoded(encoded), !bytes.isEmpty, !bytes.contains(where: isControl) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && !isSpace(byte)) || byte == 0x7F
  }

  /// The decoded bytes; `nil` when the input is not Base64.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, count, padding): (UInt32, Int, Int) = (0, 0, 0)
    for byte in text.utf8 where !isSpace(byte) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes.append(UInt8(bits >> 16 & 0xFF))
        bytes.append(UInt8(bits >> 8 & 0xFF))
        bytes.append(UInt8(bits & 0xFF))
        (bits, count) = (0, 0)
      }
    }
    switch count {
    case 0: return padding == 0 ? bytes : nil
    case 2 where padding == 2 || padding == 0: bytes.append(UInt8(bits >> 4 & 0xFF))
    case 3 where padding == 1 || padding == 0:
      bytes.append(UInt8(bits >> 10 & 0xFF))
      bytes.append(UInt8(bits >> 2 & 0xFF))
    default: return nil
    }
    return bytes
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
