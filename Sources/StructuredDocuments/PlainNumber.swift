/// Parses plain numbers of a document: decimals with optional sign, fraction and exponent.
package enum PlainNumber {
  /// The value of a decimal; `nil` for other texts, more than 64 bytes, or a value that is too
  /// large.
  package static func value(of text: String) -> Double? {
    // The limit bounds the time of parsing.
    guard text.utf8.count <= 64 else { return nil }
    var rest = Substring(text).utf8
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    var digits = takeDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += takeDigits(&rest)
    }
    guard digits > 0 else { return nil }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      guard takeDigits(&rest) > 0 else { return nil }
    }
    guard rest.isEmpty, let value = Double(text), value.isFinite else { return nil }
    // The sign of zero is dropped.
    return value == 0 ? 0 : value
  }

  /// Removes digits from the front and returns their number.
  private static func takeDigits(_ rest: inout Substring.UTF8View) -> Int {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest.removeFirst(digits.count)
    return digits.count
  }
}
