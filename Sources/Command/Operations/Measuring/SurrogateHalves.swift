/// The halves of a surrogate pair at the ends of a JSON string.
///
/// A program that appends a text in pieces may divide it inside a character beyond U+FFFF, such as
/// an emoji. Each piece then has one half as an escape, which JSON readers replace by U+FFFD.
struct SurrogateHalves {
  /// The second half of a pair with which the string begins; `nil` if it does not.
  private(set) var first: UInt16?
  /// The first half of a pair with which the string ends; `nil` if it does not.
  private(set) var last: UInt16?

  /// Finds the halves of the string that begins with the quotation mark at an offset.
  init(of bytes: ArraySlice<UInt8>, at offset: Int) {
    var index = bytes.startIndex + offset + 1
    let start = index
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        last = nil
        index += 1
        continue
      }
      guard bytes[index + 1] == UInt8(ascii: "u"),
        let unit = UInt16(
          String(decoding: bytes[(index + 2)...].prefix(4), as: UTF8.self), radix: 16)
      else {
        last = nil
        index += 2
        continue
      }
      if UTF16.isTrailSurrogate(unit), index == start { first = unit }
      last = UTF16.isLeadSurrogate(unit) ? unit : nil
      index += 6
    }
  }

  /// Whether a line may have an escaped half of a pair.
  static func mayBe(in line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    while let index = rest.firstIndex(of: UInt8(ascii: "\\")) {
      let mark = rest[index...].dropFirst()
      if mark.first == UInt8(ascii: "u"), let digit = mark.dropFirst().first,
        digit | 0x20 == UInt8(ascii: "d")
      {
        return true
      }
      rest = mark.dropFirst()
    }
    return false
  }

  /// The character of two halves.
  static func character(_ lead: UInt16, _ trail: UInt16) -> Unicode.Scalar? {
    Unicode.Scalar(0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
  }
}
