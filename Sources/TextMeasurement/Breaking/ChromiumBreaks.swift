/// Chromium's own break opportunities: between two ASCII characters, and around spaces.
///
/// Source: the pair table that Blink consults before ICU (`kFastLineBreakTable`), as rules.
enum ChromiumBreaks {
  /// Whether a line may break between two adjacent characters, both in 0x21...0x7F.
  ///
  /// - Parameters:
  ///   - before: The character before `left`, or 0 at the beginning.
  ///   - left: The character before the gap.
  ///   - right: The character after the gap.
  static func allows(before: UInt16, left: UInt16, right: UInt16) -> Bool {
    switch UInt8(truncatingIfNeeded: right) {
    case UInt8(ascii: "!"), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "."),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "?"),
      UInt8(ascii: "]"), UInt8(ascii: "}"):
      return false
    default: break
    }
    let second = UInt8(truncatingIfNeeded: right)
    let first = UInt8(truncatingIfNeeded: left)
    if isAlphanumeric(first) || first == 0x7F { return false }
    switch first {
    case UInt8(ascii: "-"):
      if second == UInt8(ascii: "$") { return false }
      if isDigit(second) { return before < 0x80 && isAlphanumeric(UInt8(before)) }
      return true
    case UInt8(ascii: "?"):
      return second != UInt8(ascii: "\"") && second != UInt8(ascii: "'")
    case UInt8(ascii: "$"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: "/"),
      UInt8(ascii: "<"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "^"),
      UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"):
      return false
    default:
      return second == UInt8(ascii: "(") || second == UInt8(ascii: "<")
        || second == UInt8(ascii: "[") || second == UInt8(ascii: "{")
    }
  }

  /// Replaces ICU's break opportunities where Chromium has rules of its own.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units.
  ///   - bit: The bit of `marks` that means a break opportunity before the unit.
  static func apply(
    to text: UnsafePointer<UInt16>, count: Int, bit: UInt8, marks: UnsafeMutablePointer<UInt8>
  ) {
    guard count > 1 else { return }
    for index in 1..<count {
      let left = text[index - 1]
      let right = text[index]
      if isSpace(right) {
        marks[index] &= ~bit
      } else if isSpace(left) {
        marks[index] |= bit
      } else if isPairable(left), isPairable(right) {
        let before = index > 1 ? text[index - 2] : 0
        if allows(before: before, left: left, right: right) {
          marks[index] |= bit
        } else {
          marks[index] &= ~bit
        }
      }
    }
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 }

  private static func isPairable(_ unit: UInt16) -> Bool { unit >= 0x21 && unit <= 0x7F }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}
