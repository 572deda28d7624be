/// Lines with tabs, soft hyphens and punctuation that can be halved, whose segments' widths depend on
/// where they stand.
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
    var x = paragraph.starts.width(at: cluster)
    let isFirst = segment == 0 || segments[segment - 1].isHard
    let origin = isFirst ? 0 : segments[segment - 1].endX
    // Chromium rounds the beginning of a line that it shapes again up to 1/64 pixel.
    let room = x > 0 ? limit + (origin * 64).rounded(.up) / 64 - origin : limit
    while segment < segments.count {
      let next = segments[segment]
      var place = ends(of: next, paragraph, segments, at: x, limit: room)
      var isTrimmed = false
      if place == nil {
        place = endsTrimmed(next, paragraph, segments, at: x, origin: origin, limit: limit)
        isTrimmed = place != nil
      } else if let found = place,
        !fits(found.content, before: next, paragraph, origin: origin, limit: limit),
        segment > line.firstSegment
      {
        place = nil
      }
      guard let (right, end) = place else { break }
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
      if drawn.width <= room || !drawn.isHyphenated {
        // What fits is no wider than the line.
        if drawn.width <= room { drawn.width = min(drawn.width, max(limit, 0)) }
        fitting = (drawn, self)
      }
      if line.isHard || isTrimmed { break }
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

  /// The same for a segment that fits when the last half of its last bracket is left out.
  private func endsTrimmed(
    _ next: Segment, _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>,
    at x: Double, origin: Double, limit: Double
  ) -> (content: Double, end: Double)? {
    guard !paragraph.trims.isEmpty, next.contentEnd == next.end, !next.flags.contains(.tab) else {
      return nil
    }
    let last = Int(next.end) - 1
    let trim = paragraph.trims.width(at: last)
    guard trim > 0, last >= cluster,
      let (content, _) = ends(of: next, paragraph, segments, at: x, limit: limit + trim)
    else { return nil }
    let half = paragraph.advances[last] - trim
    return Self.fits(content - trim, last: half, origin: origin, limit: limit)
      ? (content - trim, content - trim) : nil
  }

  /// Whether a line may end with a segment although what follows it was shaped with it.
  ///
  /// Chromium shapes the end again where the next line begins with a bracket that is halved here.
  private func fits(
    _ content: Double, before next: Segment, _ paragraph: Paragraph, origin: Double, limit: Double
  ) -> Bool {
    guard content > limit - 1.0 / 32, next.contentEnd == next.end,
      paragraph.starts.width(at: Int(next.end)) > 0
    else { return true }
    return Self.fits(
      content, last: paragraph.advances[Int(next.end) - 1], origin: origin, limit: limit)
  }

  /// Whether a line fits whose last grapheme Chromium shapes again.
  ///
  /// It rounds the grapheme's width up to 1/64 pixel, and the places in the paragraph of the line's
  /// beginning and of the grapheme.
  ///
  /// - Parameters:
  ///   - width: Width of the line, of which the grapheme has `last`.
  ///   - origin: Where the line begins in its hard line.
  static func fits(_ width: Double, last: Double, origin: Double, limit: Double) -> Bool {
    func steps(_ points: Double) -> Double { (points * 64).rounded(.up) }
    return steps(origin + width - last) - steps(origin) + steps(last) <= steps(limit)
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
