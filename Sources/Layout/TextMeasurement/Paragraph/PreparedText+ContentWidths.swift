extension PreparedText {
  /// The least width at which no line is longer than it must be, and the width of the longest line
  /// that breaks only at line terminators; in points, not rounded.
  ///
  /// Source: CSS Sizing 3, min-content and max-content.
  ///
  /// - Parameter insideWords: Whether lines of the least width break between any two graphemes.
  package func contentWidths(insideWords: Bool) -> (minimum: Double, maximum: Double) {
    let maximum = unwrapped().width
    if paragraph.segments.isEmpty { return (maximum, maximum) }
    var minimum = 0.0
    var begin = 0.0
    var start = 0
    for segment in paragraph.segments {
      if insideWords {
        for cluster in start..<max(start, Int(segment.contentEnd)) {
          minimum = max(minimum, paragraph.advances[cluster])
        }
      } else if Int(segment.contentEnd) > start {
        let hyphen =
          segment.flags.contains(.softHyphen)
          ? paragraph.marks(at: Int(segment.end) - 1).hyphen : 0
        minimum = max(minimum, segment.contentX - begin + hyphen)
      }
      begin = segment.endX
      start = Int(segment.end)
    }
    return (min(minimum, maximum), maximum)
  }
}
