import StructuredDocuments
import XMLDocuments

/// A rectangle as Interface Builder saves it: of a frame, relative to the superview, in points.
struct CanvasRect: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The rectangle of an element `rect`; `nil` where a number is missing or absurd.
  init?(_ element: XMLElement) {
    func number(_ name: String) -> Double? {
      element[name].flatMap { ImportedNumber.length($0) }
    }
    guard let x = number("x"), let y = number("y"), let width = number("width"),
      let height = number("height"), width >= 0, height >= 0
    else { return nil }
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  init(width: Double, height: Double) {
    x = 0
    y = 0
    self.width = width
    self.height = height
  }
}

/// Numbers of an Interface Builder file.
enum ImportedNumber {
  /// A number of points within the range that documents may write.
  static func length(_ text: String) -> Double? {
    guard let value = PlainNumber.value(of: text), abs(value) <= Fields.longest else { return nil }
    return value == 0 ? 0 : value
  }

  /// A rank from 1 to 1000; fractions are cut, as Interface Builder shows none.
  static func priority(_ text: String) -> Int? {
    guard let value = PlainNumber.value(of: text), (1...1000).contains(value) else { return nil }
    return Int(value)
  }

  /// A multiplier: a decimal, or a ratio `a:b` or `a/b`.
  static func multiplier(_ text: String) -> Double? {
    let parts = text.split(
      separator: text.contains(":") ? ":" : "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = PlainNumber.value(of: String(parts[0])) else { return nil }
    guard parts.count == 2 else { return isSane(first) ? first : nil }
    guard let second = PlainNumber.value(of: String(parts[1])), second != 0 else { return nil }
    let ratio = first / second
    return isSane(ratio) ? ratio : nil
  }

  private static func isSane(_ value: Double) -> Bool {
    value == 0 || (1e-7...1e7).contains(abs(value))
  }
}
