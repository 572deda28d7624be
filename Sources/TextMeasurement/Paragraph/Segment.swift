/// The text between two break opportunities: letters, then the spaces that hang at a line's end.
struct Segment: Sendable {
  /// x coordinate of the end of the letters, in points, as if the whole text were on one line.
  ///
  /// Tabs have no width in it. It is a sum from the beginning instead of a width, so that lines are
  /// found by comparisons only.
  var contentX: Double
  /// x coordinate of the end of the spaces after the letters, in points, measured as `contentX`.
  var endX: Double
  /// Mask of the paragraph's fonts in the segment.
  var fonts: UInt64
  /// Index after the last cluster that is not a hanging space.
  var contentEnd: Int32
  /// Index after the last cluster.
  var end: Int32
  var flags: Flags

  /// Properties of a segment.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// The line must end after the segment.
    static let hard = Flags(rawValue: 1)
    /// The paragraph ends after the segment, and not only the line.
    static let paragraphEnd = Flags(rawValue: 2)
    /// A line that ends after the segment is drawn with a hyphen.
    static let softHyphen = Flags(rawValue: 4)
    /// The segment contains a tab, so that its width depends on its position.
    static let tab = Flags(rawValue: 8)
  }

  /// Whether the line must end after the segment.
  var isHard: Bool { flags.contains(.hard) }
}
