/// Lines with tabs and soft hyphens, whose segments' widths depend on where they stand.
extension LineCursor {
  /// Fills the next line; the paragraph must not be at its end.
  ///
  /// A line that ends at a soft hyphen is drawn with a hyphen, which has to fit: where only the
  /// hyphen does not, the line ends before. A line too narrow for any hyphen is drawn without, as
  /// a word that is too long.
  mutating func nextWithCare(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    var fitting: (line: Line, cursor: LineCursor)?
    var x = 0.0
    while segment < segments.count {
      let next = segments[segment]
      let content = cluster..<max(cluster, Int(next.contentEnd))
      let right = paragraph.end(ofClusters: content, at: x)
      if right > limit, right > x { break }
      if !content.isEmpty { line.width = right }
      x = paragraph.end(ofClusters: content.upperBound..<Int(next.end), at: right)
      line.fonts |= paragraph.fonts(of: next, from: content.lowerBound)
      line.end = Int(next.end)
      line.isHard = next.isHard
      cluster = line.end
      segment += 1
      var drawn = line
      if next.flags.contains(.softHyphen) {
        drawn.width += paragraph.marks(at: line.end - 1).hyphen
        drawn.isHyphenated = true
      }
      if drawn.width <= limit || !drawn.isHyphenated { fitting = (drawn, self) }
      if line.isHard { break }
    }
    if let fitting {
      self = fitting.cursor
      return fitting.line
    }
    return line.end > line.start ? line : breakWord(paragraph, segments, limit: limit)
  }

  /// Takes as many graphemes of the segment as fit, one at least, without a hyphen.
  private mutating func breakWord(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    let next = segments[segment]
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    while cluster < Int(next.contentEnd) {
      let right = paragraph.end(ofCluster: cluster, at: line.width)
      if right > limit, cluster > line.start { break }
      line.width = right
      line.fonts |= paragraph.fonts(ofCluster: cluster)
      cluster += 1
    }
    if cluster == Int(next.contentEnd) {
      cluster = Int(next.end)
      segment += 1
      line.isHard = next.isHard
    }
    line.end = cluster
    return line
  }
}
