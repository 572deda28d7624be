import LayoutPrimitives

extension Double {
  /// The number as in markup: without an exponent, and 0 for infinities and NaN.
  var markup: String { isFinite ? plainDecimal : "0" }
}
