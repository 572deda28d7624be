/// The text between two break opportunities: letters, then the spaces that hang at a line's end.
struct Segment: Sendable {
  /// The end of its letters, in points from the beginning of the text as if on one line, without
  /// the widths of tabs.
  ///
  /// A sum from the beginning instead of a width, so that lines are found by comparisons only.
  var contentX: Double
  /// The end of the spaces after the letters.
  var endX: Double
  /// The paragraph's fonts in the segment, one bit each.
  var fonts: UInt64
  /// One past the last cluster that is not a hanging space.
  var contentEnd: Int32
  /// One past the last cluster.
  var end: Int32
  var flags: Flags

  /// Properties of a segment.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// The line must end here.
    static let hard = Flags(rawValue: 1)
    /// The paragraph also ends here.
    static let paragraphEnd = Flags(rawValue: 2)
    /// A line that ends here is drawn with a hyphen.
    static let softHyphen = Flags(rawValue: 4)
    /// It contains a tab, so that its width depends on its position.
    static let tab = Flags(rawValue: 8)
  }

  /// Whether the line must end here.
  var isHard: Bool { flags.contains(.hard) }
}
