/// What stands between two break opportunities: letters, then the spaces that hang at a line's end.
struct Segment: Sendable {
  /// Width of the letters, in points.
  var advance: Double
  /// Width of the spaces after them, in points.
  var trailing: Double
  /// The paragraph's fonts used in it, one bit each.
  var fonts: UInt64
  /// One past the last cluster that is not a hanging space.
  var contentEnd: Int32
  /// One past the last cluster.
  var end: Int32
  /// Whether the line must end here.
  var isHard: Bool
}
