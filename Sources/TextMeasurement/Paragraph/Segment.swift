/// What stands between two break opportunities: letters, then the spaces that hang at a line's end.
struct Segment: Sendable {
  /// Where its letters end, in points from the beginning of the text as if on one line, without
  /// what reaches to tab stops.
  ///
  /// Sums from the beginning rather than widths, so that a line is found by comparisons alone.
  var contentX: Double
  /// Where the spaces after them end.
  var endX: Double
  /// The paragraph's fonts used in it, one bit each.
  var fonts: UInt64
  /// One past the last cluster that is not a hanging space.
  var contentEnd: Int32
  /// One past the last cluster.
  var end: Int32
  var flags: Flags

  /// What is special about a segment.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// The line must end here.
    static let hard = Flags(rawValue: 1)
    /// The paragraph ends here, not only the line.
    static let paragraphEnd = Flags(rawValue: 2)
    /// A line that ends here is drawn with a hyphen.
    static let softHyphen = Flags(rawValue: 4)
    /// It holds a tab, so that its width depends on where it stands.
    static let tab = Flags(rawValue: 8)
  }

  /// Whether the line must end here.
  var isHard: Bool { flags.contains(.hard) }
}
