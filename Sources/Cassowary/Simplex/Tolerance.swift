/// Tolerances: smaller differences are rounding errors.
enum Tolerance {
  /// A position or an error that counts as zero while pivoting, in points.
  static let value = 1e-9
  /// A reduced cost or a tableau entry that counts as zero.
  static let coefficient = 1e-9
  /// The distance above which an error counts as relaxed and a remaining range as ambiguous, 2⁻²⁰
  /// pt.
  static let reported = 0x1p-20
  /// The spacing of the grid of results, 2⁻²⁶ pt.
  static let grid = 0x1p-26
}
