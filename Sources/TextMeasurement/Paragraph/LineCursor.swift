/// Fills lines from a paragraph one after another: each takes as many segments as fit.
///
/// A segment too long for the rest of its line moves to a fresh line; one too long for that breaks
/// between graphemes, at least one a line, so that every call makes progress.
struct LineCursor {
  /// The next segment, and the next cluster in it.
  var segment = 0
  var cluster = 0

  /// One filled line.
  struct Line {
    var firstSegment: Int
    var start: Int
    var end: Int
    var width: Double
    var fonts: UInt64
    var isHard: Bool
    /// Where it begins, in the segments' points.
    var begin = 0.0
    /// Whether a hyphen is drawn at its end.
    var isHyphenated = false
  }

  /// Whether nothing is left.
  func isAtEnd(_ segments: UnsafeBufferPointer<Segment>) -> Bool { segment >= segments.count }

  /// Whether nothing that could be seen is left.
  func onlySpaceLeft(_ segments: UnsafeBufferPointer<Segment>) -> Bool {
    var index = segment
    var start = cluster
    while index < segments.count {
      if Int(segments[index].contentEnd) > start { return false }
      start = Int(segments[index].end)
      index += 1
    }
    return true
  }

  /// Fills the next line; the paragraph must not be at its end.
  ///
  /// - Parameters:
  ///   - limit: Greatest width that fits, in points.
  @inline(__always)
  mutating func next(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    // Where the line begins, and where the segment before the next one ends.
    var before = segment == 0 ? 0 : segments[segment &- 1].endX
    var begin = before
    if cluster > (segment == 0 ? 0 : Int(segments[segment &- 1].end)) {
      // The rest of a segment that the line before broke.
      let next = segments[segment]
      guard let end = take(next, of: paragraph, limit: limit, line: &line) else { return line }
      before = next.endX
      begin = before - end
      line.width = next.contentX - begin
      if line.isHard { return line }
    }
    let edge = begin + limit
    line.begin = begin
    var content = line.width
    let isPlain = paragraph.isPlain
    let index =
      isPlain
      ? plain(segments, edge: edge, before: before, begin: begin, content: &content)
      : mixed(segments, edge: edge, before: before, content: &content, line: &line)
    if isPlain { line.fonts = 1 }
    if index > segment {
      line.width = content
      segment = index
      cluster = Int(segments[index &- 1].end)
      line.end = cluster
    } else if line.end == line.start {
      if take(segments[index], of: paragraph, limit: limit, line: &line) != nil {
        hang(&line, segments)
      }
    }
    return line
  }

  /// Lets segments of spaces alone hang at the end of a line that a long word fills.
  mutating func hang(_ line: inout Line, _ segments: UnsafeBufferPointer<Segment>) {
    while !line.isHard, segment > 0, segment < segments.count,
      segments[segment].contentX <= segments[segment - 1].endX
    {
      line.fonts |= segments[segment].fonts
      line.end = Int(segments[segment].end)
      line.isHard = segments[segment].isHard
      cluster = line.end
      segment += 1
    }
  }

  /// One past the last segment that fits, of segments without fonts and terminators to look at.
  ///
  /// - Parameters:
  ///   - edge: Where what fits ends.
  ///   - before: Where the segment before the next one ends.
  ///   - begin: Where the line begins.
  ///   - content: Width of the line so far.
  @inline(__always)
  private func plain(
    _ segments: UnsafeBufferPointer<Segment>, edge: Double, before: Double, begin: Double,
    content: inout Double
  ) -> Int {
    guard let base = segments.baseAddress else { return segment }
    let first = base + segment
    let end = base + segments.count
    var next = first
    while next < end, next.pointee.contentX <= edge { next += 1 }
    // Segments of spaces alone hang wherever they are.
    while next < end, next.pointee.contentX <= (next > first ? next[-1].endX : before) {
      next += 1
    }
    var last = next
    while last > first {
      let start = last - 1 > first ? last[-2].endX : before
      if last[-1].contentX > start {
        content = last[-1].contentX - begin
        break
      }
      last -= 1
    }
    return next - base
  }

  /// The same for a paragraph with several fonts or line terminators.
  private func mixed(
    _ segments: UnsafeBufferPointer<Segment>, edge: Double, before: Double,
    content: inout Double, line: inout Line
  ) -> Int {
    var before = before
    var index = segment
    while index < segments.count {
      let contentX = segments[index].contentX
      if contentX > before {
        if contentX > edge { break }
        content = contentX - line.begin
      }
      before = segments[index].endX
      line.fonts |= segments[index].fonts
      index &+= 1
      if segments[index &- 1].isHard {
        line.isHard = true
        break
      }
    }
    return index
  }

  /// Takes as many graphemes of a segment as fit, one at least.
  ///
  /// - Returns: Where the line stands after the segment's spaces when all fitted, else nothing.
  mutating func take(
    _ next: Segment, of paragraph: Paragraph, limit: Double, line: inout Line
  ) -> Double? {
    var x = paragraph.starts.width(at: cluster)
    while cluster < Int(next.contentEnd) {
      let right = x + paragraph.advances[cluster]
      let isLast = cluster + 1 == Int(next.contentEnd)
      var drawn =
        right
        + (isLast ? max(0, next.contentX - next.endX) : paragraph.edges.width(after: cluster))
      if drawn > limit, cluster > line.start {
        let trim = paragraph.trims.width(at: cluster)
        if trim == 0
          || !Self.fits(drawn - trim, last: drawn - trim - x, origin: next.contentX, limit: limit)
        {
          break
        }
        drawn -= trim
      }
      line.fonts |= paragraph.fonts(ofCluster: cluster)
      x = right
      line.width = drawn
      cluster += 1
    }
    line.end = cluster
    guard cluster == Int(next.contentEnd) else { return nil }
    line.fonts |= paragraph.fonts(from: cluster, in: next)
    cluster = Int(next.end)
    segment += 1
    line.end = cluster
    line.isHard = next.isHard
    return x + max(0, next.endX - next.contentX)
  }
}
