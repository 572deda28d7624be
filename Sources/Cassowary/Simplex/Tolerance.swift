/// The numbers below which a difference is noise.
enum Tolerance {
  /// Values: what counts as zero for a position or an error while pivoting, in points.
  static let value = 1e-9
  /// Coefficients: what counts as zero for a reduced cost or a tableau entry.
  static let coefficient = 1e-9
  /// A least error, or a remaining range, that is reported as one; 2⁻²⁰ pt.
  static let reported = 0x1p-20
  /// The grid of results, 2⁻²⁶ pt.
  static let grid = 0x1p-26
}
