/// Character references such as `&eacute;`, `&#233;` and `&copy`, read as the HTML standard does in
/// its section 13.2.5.72 and following.
enum HTMLReferences {
  /// What stands for `&` in what libxml2 reads, so that it leaves references alone: it knows few of
  /// them, none without a semicolon and none of windows-1252.
  static let mark: UInt8 = 0x7F

  /// One to two characters in UTF-8.
  struct Decoded {
    /// How many bytes of the text it took, the mark included.
    var length: Int
    /// `nil` for what was erased.
    var scalar: Unicode.Scalar?
    var second: Unicode.Scalar?
  }

  /// The reference at the start of some bytes, which is a mark.
  ///
  /// - Returns: `nil` where it is none: then the mark stands for itself.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool) -> Decoded? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "#"): return number(bytes)
    // A `<` that begins no tag for HTML, though it does for libxml2.
    case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."):
      return Decoded(length: 1, scalar: "<")
    case UInt8(ascii: "-"): return Decoded(length: min(3, bytes.count))
    // A `<wbr>`.
    case UInt8(ascii: "="):
      guard let end = bytes.firstPlace(of: UInt8(ascii: ";")) else { return nil }
      return Decoded(length: end + 1, scalar: "\u{200B}")
    default: return named(bytes, inAttribute: inAttribute)
    }
  }

  /// The start of a reference that may go on after the end of some bytes.
  static func tail(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = bytes.count - 1
    while place >= 0,
      isAlphanumeric(bytes[place]) || bytes[place] == UInt8(ascii: "#")
        || bytes[place] == UInt8(ascii: "=") || bytes[place] == UInt8(ascii: "-")
    {
      place -= 1
    }
    return place >= 0 && bytes[place] == mark ? place : nil
  }

  /// The value of an attribute that ends with a NUL.
  static func decodeAttribute(_ value: UnsafePointer<UInt8>) -> String {
    var count = 0
    var isPlain = true
    while value[count] != 0 {
      if value[count] == mark { isPlain = false }
      count += 1
    }
    let bytes = UnsafeBufferPointer(start: value, count: count)
    if isPlain { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var place = 0
    while place < count {
      guard bytes[place] == mark else {
        result.append(bytes[place])
        place += 1
        continue
      }
      let rest = UnsafeBufferPointer(rebasing: bytes[place...])
      guard let decoded = read(rest, inAttribute: true) else {
        result.append(UInt8(ascii: "&"))
        place += 1
        continue
      }
      if let scalar = decoded.scalar { result.append(contentsOf: String(scalar).utf8) }
      if let second = decoded.second { result.append(contentsOf: String(second).utf8) }
      place += decoded.length
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func named(
    _ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool
  ) -> Decoded? {
    var end = 1
    let limit = min(bytes.count, HTMLEntityNames.longest + 2)
    while end < limit, isAlphanumeric(bytes[end]) { end += 1 }
    guard end > 1 else { return nil }
    let names = HTMLEntityNames.all
    if end < bytes.count, bytes[end] == UInt8(ascii: ";"),
      let entity = names.find(UnsafeBufferPointer(rebasing: bytes[1..<end]))
    {
      return Decoded(length: end + 1, scalar: entity.scalar, second: entity.second)
    }
    var length = min(end - 1, HTMLEntityNames.longestLegacy)
    while length >= 2 {
      let next = 1 + length
      if let entity = names.find(UnsafeBufferPointer(rebasing: bytes[1..<next])), entity.isLegacy {
        // A query such as `?a=1&copy=2` is no ©.
        if inAttribute, next < bytes.count,
          bytes[next] == UInt8(ascii: "=") || isAlphanumeric(bytes[next])
        {
          return nil
        }
        return Decoded(length: next, scalar: entity.scalar, second: entity.second)
      }
      length -= 1
    }
    return nil
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Decoded? {
    var place = 2
    let isHexadecimal = place < bytes.count && bytes[place] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { place += 1 }
    let first = place
    var value: UInt32 = 0
    while place < bytes.count, let digit = digit(bytes[place], isHexadecimal: isHexadecimal) {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      place += 1
    }
    guard place > first else { return nil }
    if place < bytes.count, bytes[place] == UInt8(ascii: ";") { place += 1 }
    return Decoded(length: place, scalar: scalar(value))
  }

  private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte & 0x0F)
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      isHexadecimal ? UInt32(byte & 0x0F) + 9 : nil
    default: nil
    }
  }

  /// The character of a number: what is none is U+FFFD, C1 controls are meant in windows-1252.
  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    if value >= 0x80, value < 0xA0 {
      let meant = windows1252[Int(value) - 0x80]
      return Unicode.Scalar(meant == 0 ? UInt16(value) : meant) ?? "\u{FFFD}"
    }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }
}
