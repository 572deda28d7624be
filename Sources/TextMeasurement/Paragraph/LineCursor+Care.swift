/// Lines with tabs and soft hyphens, whose segments' widths depend on where they stand.
extension LineCursor {
  /// Fills the next line; the paragraph must not be at its end.
  ///
  /// A line that ends at a soft hyphen is drawn with a hyphen, which has to fit: where only the
  /// hyphen does not, the line ends before. A line too narrow for any hyphen ends at the first,
  /// which is not drawn: were it to go on, a narrower line could hold more.
  mutating func nextWithCare(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    var fitting: (line: Line, cursor: LineCursor)?
    var first: (line: Line, cursor: LineCursor)?
    var x = 0.0
    while segment < segments.count {
      let next = segments[segment]
      guard let (right, end) = ends(of: next, paragraph, segments, at: x, limit: limit) else {
        break
      }
      // Letters of no width hang with the spaces before them.
      if right > x { line.width = right }
      x = end
      line.fonts |=
        isBroken(segments) ? paragraph.fonts(from: cluster, in: next) : next.fonts
      line.end = Int(next.end)
      line.isHard = next.isHard
      cluster = line.end
      segment += 1
      if first == nil { first = (line, self) }
      var drawn = line
      if next.flags.contains(.softHyphen) {
        drawn.width = right + paragraph.marks(at: line.end - 1).hyphen
        drawn.isHyphenated = true
      }
      if drawn.width <= limit || !drawn.isHyphenated { fitting = (drawn, self) }
      if line.isHard { break }
    }
    if let fitting {
      self = fitting.cursor
      return fitting.line
    }
    if let first {
      self = first.cursor
      line = first.line
    } else {
      line = breakWord(paragraph, segments, limit: limit)
    }
    if !isBroken(segments) { hang(&line, segments) }
    return line
  }

  /// Whether the line before took some of the next segment.
  private func isBroken(_ segments: UnsafeBufferPointer<Segment>) -> Bool {
    cluster > (segment == 0 ? 0 : Int(segments[segment - 1].end))
  }

  /// Where what is left of a segment ends when it begins at a place on the line: its letters, and
  /// the spaces after them.
  ///
  /// No more of it is looked at than fits, so that a long word takes no time for each of its lines.
  ///
  /// - Returns: Nothing when the letters do not fit.
  private func ends(
    of next: Segment, _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>,
    at x: Double, limit: Double
  ) -> (content: Double, end: Double)? {
    if !next.flags.contains(.tab), !isBroken(segments) {
      let before = segment == 0 ? 0 : segments[segment - 1].endX
      let content = x + (next.contentX - before)
      if content > limit, content > x { return nil }
      return (content, x + (next.endX - before))
    }
    var content = x
    for cluster in cluster..<max(cluster, Int(next.contentEnd)) {
      content = paragraph.end(ofCluster: cluster, at: content)
      if content > limit, content > x { return nil }
    }
    let spaces = max(cluster, Int(next.contentEnd))..<Int(next.end)
    let edge = max(0, next.contentX - next.endX)
    return (content + edge, paragraph.end(ofClusters: spaces, at: content))
  }

  /// Takes as many graphemes of the segment as fit, one at least, without a hyphen.
  private mutating func breakWord(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    let next = segments[segment]
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    if !next.flags.contains(.tab) {
      _ = take(next, of: paragraph, limit: limit, line: &line)
      return line
    }
    while cluster < Int(next.contentEnd) {
      let right = paragraph.end(ofCluster: cluster, at: line.width)
      if right > limit, cluster > line.start { break }
      line.width = right
      line.fonts |= paragraph.fonts(ofCluster: cluster)
      cluster += 1
    }
    if cluster == Int(next.contentEnd) {
      line.fonts |= paragraph.fonts(from: cluster, in: next)
      cluster = Int(next.end)
      segment += 1
      line.isHard = next.isHard
    }
    line.end = cluster
    return line
  }
}
