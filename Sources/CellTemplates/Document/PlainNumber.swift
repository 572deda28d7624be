import AutoLayout

/// Plain numbers of a document: decimals with optional sign, fraction and exponent, nothing else.
enum PlainNumber {
  /// The number, or `nil` where the text is anything else or too large to hold.
  static func value(of text: String) -> Double? {
    // No number that anybody writes is longer, and parsing stays cheap.
    guard text.utf8.count <= 64 else { return nil }
    var cursor = TextCursor(text)
    let isNegative = cursor.take("-")
    if !isNegative { _ = cursor.take("+") }
    do throws(NotationError) {
      guard let value = try cursor.unsignedNumber(), cursor.isAtEnd else { return nil }
      return isNegative ? 0 - value : value
    } catch {
      return nil
    }
  }
}
