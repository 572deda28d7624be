internal import LayoutPrimitives
internal import StructuredDocuments

extension JSONWriter {
  /// Writes a number without exponent; `null` for none.
  mutating func exact(_ name: String, _ number: Double?) {
    key(name)
    literal(number.map { $0.isFinite ? $0.plainDecimal : "null" } ?? "null")
  }

  /// Writes a number as a multiple of 10⁻⁶, to remove rounding errors of sums.
  mutating func rounded(_ name: String, _ number: Double) {
    let rounded = (number * 1e6).rounded() / 1e6
    exact(name, rounded == 0 ? 0 : rounded)
  }
}
