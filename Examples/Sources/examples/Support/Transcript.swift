import LayoutPrimitives

/// Prints the results of an example, and counts those that differ from the expected ones.
struct Transcript {
  private(set) var failures = 0

  /// Prints a line between the results.
  func note(_ text: String) { print("  \(text)") }

  /// Prints whether a claim holds.
  mutating func check(_ claim: String, _ holds: Bool) {
    if !holds { failures += 1 }
    print("    \(holds ? "ok  " : "FAIL") \(claim)")
  }

  /// Prints a frame; it has to be x, y, width and height, in points.
  mutating func frame(
    _ name: String, _ rect: Rect, is x: Double, _ y: Double, _ width: Double, _ height: Double
  ) {
    let expected = Rect(x: x, y: y, width: width, height: height)
    let found = Self.text(rect)
    let isNear = zip(Self.numbers(rect), Self.numbers(expected)).allSatisfy { near($0, $1) }
    check(isNear ? "\(name) \(found)" : "\(name) \(found), not \(Self.text(expected))", isNear)
  }

  /// Prints a number; it has to be another one, to a thousandth.
  mutating func number(_ name: String, _ value: Double, is expected: Double) {
    let isNear = near(value, expected)
    check("\(name) \(Self.text(value))" + (isNear ? "" : ", not \(Self.text(expected))"), isNear)
  }

  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 0.001 }

  private static func numbers(_ rect: Rect) -> [Double] {
    [rect.x, rect.y, rect.width, rect.height]
  }

  private static func text(_ rect: Rect) -> String {
    "(\(numbers(rect).map(text).joined(separator: ", ")))"
  }

  private static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
