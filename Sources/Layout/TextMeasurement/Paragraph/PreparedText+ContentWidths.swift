internal import LayoutPrimitives

extension PreparedText {
  /// The least width at which no line is longer than it must be, and the width of the longest line
  /// that breaks only at line terminators; in points, not rounded.
  ///
  /// Source: CSS Sizing 3, min-content and max-content.
  ///
  /// - Parameters:
  ///   - insideWords: Whether lines of the least width break between any two graphemes.
  ///   - keepsSpaces: Whether white space is kept, so that spaces before a line terminator count.
  package func contentWidths(
    insideWords: Bool, keepsSpaces: Bool
  ) -> (minimum: Double, maximum: Double) {
    var maximum = unwrapped().width
    if keepsSpaces || inline != nil {
      maximum = max(maximum, lengthWithSpaces(keepsSpaces: keepsSpaces))
    }
    if paragraph.segments.isEmpty { return (maximum, maximum) }
    var minimum = 0.0
    var begin = 0.0
    var start = 0
    for segment in paragraph.segments {
      if insideWords {
        var width = 0.0
        for cluster in start..<max(start, Int(segment.contentEnd)) {
          if paragraph.joins.isEmpty || !paragraph.joins[cluster] { width = 0 }
          width += paragraph.advances[cluster]
          minimum = max(minimum, width)
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

  /// Width of the longest hard line with the kept spaces at its end, in points, rounded up.
  private func lengthWithSpaces(keepsSpaces: Bool) -> Double {
    var widest = 0.0
    var start = 0
    for (index, segment) in paragraph.segments.enumerated() {
      guard segment.isHard || index == paragraph.segments.count - 1 else { continue }
      let last = Int(segment.end) - (segment.isHard ? 1 : 0)
      let isKept =
        last > start
        && inline?.content.keepsSpaces(at: paragraph.offset(ofCluster: last) - 1) ?? keepsSpaces
      if isKept { widest = max(widest, paragraph.end(ofClusters: start..<last, at: 0)) }
      start = Int(segment.end)
    }
    return metrics.rules.grid.roundedUp(widest)
  }
}
