/// Truncates the last line that a line limit allows, if more text follows it, or a line that does
/// not wrap and is too wide.
struct Truncation {
  let paragraph: Paragraph
  let segments: UnsafeBufferPointer<Segment>
  /// Whether the text before an ellipsis at the end ends where the line would end.
  ///
  /// Chromium does so for `-webkit-line-clamp`. Under other rules, the line is filled with text.
  let keepsBreak: Bool
  /// Whether the text after the line is omitted, too.
  private let wraps: Bool
  private var advances: ContiguousArray<Double> { paragraph.advances }

  init(
    paragraph: Paragraph, segments: UnsafeBufferPointer<Segment>, rules: MeasurementRules,
    wraps: Bool
  ) {
    self.paragraph = paragraph
    self.segments = segments
    self.wraps = wraps
    keepsBreak = rules.lineBreak.mode == .chromium
  }

  /// Truncates a filled line to a maximum width in points.
  ///
  /// The ellipsis has the style of the text at the end of the line.
  func cut(_ line: LineFiller.Line, limit: Double, mode: TruncationMode) -> LineFiller.Line {
    var line = line
    line.isHyphenated = false
    let ellipsis = ellipsis(of: line)
    let room = limit - ellipsis.advance
    return switch mode {
    case .tail: tail(line, room: room, ellipsis: ellipsis)
    case .clip: clip(line, limit: limit)
    case .head: around(line, headRoom: 0, room: room, ellipsis: ellipsis)
    case .middle: around(line, headRoom: room / 2, room: room, ellipsis: ellipsis)
    }
  }

  /// Puts the whole rest of the text on one line by narrowing it; `nil` if it is too wide for that.
  ///
  /// - Parameter share: How much wider than `limit` the text may be, as a fraction of `limit`.
  func tightened(_ line: LineFiller.Line, limit: Double, by share: Double) -> LineFiller.Line? {
    guard share > 0, limit > 0, limit.isFinite else { return nil }
    let end = hardEnd(line)
    guard !hasMore(after: end) else { return nil }
    var x = paragraph.starts.width(at: line.start)
    for cluster in line.start..<end {
      x = paragraph.end(ofCluster: cluster, at: x)
      if x > limit * (1 + share) { return nil }
    }
    var result = line
    result.end = advances.count
    result.width = min(x, limit)
    result.fonts = fonts(from: line, to: end)
    result.isHyphenated = false
    return result
  }

  /// Whether text other than hanging spaces follows a cluster.
  private func hasMore(after cluster: Int) -> Bool {
    !LineFiller(at: cluster, in: segments).onlySpaceLeft(segments)
  }

  private typealias Ellipsis = (advance: Double, fonts: UInt64)

  private func ellipsis(of line: LineFiller.Line) -> Ellipsis {
    paragraph.marks(at: max(line.start, line.end - 1)).ellipsis
  }

  /// Keeps as many graphemes as fit before an ellipsis at the end of the line, without spaces at
  /// their end.
  private func tail(
    _ line: LineFiller.Line, room: Double, ellipsis: Ellipsis
  ) -> LineFiller.Line {
    let (end, width) = prefix(of: line, to: tailEnd(line), room: room)
    return drawn(line, end: end, width: width + ellipsis.advance, ellipsis: ellipsis)
  }

  /// Clips a line: keeps the graphemes that begin before the maximum width, up to the hard line's
  /// end.
  private func clip(_ line: LineFiller.Line, limit: Double) -> LineFiller.Line {
    var x = paragraph.starts.width(at: line.start)
    var cluster = line.start
    let end = hardEnd(line)
    while cluster < end, x < limit {
      x = paragraph.end(ofCluster: cluster, at: x)
      cluster += 1
    }
    return drawn(
      line, end: wraps ? cluster : line.end, width: min(x, max(limit, 0)), ellipsis: (0, 0))
  }

  /// Truncates a line at its beginning or in its middle.
  ///
  /// The result is the part of the line that fits in `headRoom` points, an ellipsis, and as much of
  /// the end of the text as fits in the rest of `room` points.
  private func around(
    _ line: LineFiller.Line, headRoom: Double, room: Double, ellipsis: Ellipsis
  ) -> LineFiller.Line {
    let width = gap(in: line, headRoom: headRoom, room: room).width
    return drawn(
      line, end: textEnd(line), width: width + ellipsis.advance, ellipsis: ellipsis)
  }

  /// Range of the clusters that the ellipsis replaces in a filled line; `nil` for `clip`.
  func omitted(
    from line: LineFiller.Line, limit: Double, mode: TruncationMode
  ) -> Range<Int>? {
    let room = limit - ellipsis(of: line).advance
    switch mode {
    case .tail:
      return prefix(of: line, to: tailEnd(line), room: room).end..<textEnd(line)
    case .head: return gap(in: line, headRoom: 0, room: room).clusters
    case .middle: return gap(in: line, headRoom: room / 2, room: room).clusters
    case .clip: return nil
    }
  }

  /// The clusters that `around` omits, and the width of the text before and after them, in points.
  private func gap(
    in line: LineFiller.Line, headRoom: Double, room: Double
  ) -> (clusters: Range<Int>, width: Double) {
    var head = 0.0
    var first = line.start
    if headRoom > 0 {
      (first, head) = prefix(of: line, to: hardEnd(line), room: headRoom)
    }
    var tail = 0.0
    var cluster = max(first, wraps ? lastVisible : hardEnd(line))
    while cluster > first, head + tail + advances[cluster - 1] <= room {
      cluster -= 1
      tail += advances[cluster]
    }
    return (first..<cluster, head + tail)
  }

  /// Index after the last cluster of the text that is not a hanging space.
  private var lastVisible: Int {
    var index = segments.count - 1
    while index > 0, segments[index].contentEnd <= segments[index - 1].end { index -= 1 }
    return index < 0 ? 0 : Int(segments[index].contentEnd)
  }

  /// The end of the clusters of a line that fit in `room` points, and the width of these clusters.
  ///
  /// Hanging spaces at the end are not included in either.
  private func prefix(
    of line: LineFiller.Line, to end: Int, room: Double
  ) -> (end: Int, width: Double) {
    var x = paragraph.starts.width(at: line.start)
    var width = 0.0
    var cluster = line.start
    var index = line.firstSegment
    var cut = line.start
    while cluster < end {
      while index < segments.count, Int(segments[index].end) <= cluster { index += 1 }
      let right = paragraph.end(ofCluster: cluster, at: x)
      if right > room { break }
      x = right
      cluster += 1
      if index < segments.count, cluster <= Int(segments[index].contentEnd) {
        width = x
        cut = cluster
      }
    }
    return (cut, width)
  }

  /// Index after the last cluster that an ellipsis at the end may follow.
  private func tailEnd(_ line: LineFiller.Line) -> Int {
    keepsBreak ? min(line.end, hardEnd(line)) : hardEnd(line)
  }

  /// Index after the last cluster of the text that the line may show or omit.
  private func textEnd(_ line: LineFiller.Line) -> Int { wraps ? advances.count : line.end }

  /// Index after the last cluster of the line's hard line, without hanging spaces.
  private func hardEnd(_ line: LineFiller.Line) -> Int {
    var index = line.firstSegment
    while index < segments.count {
      let segment = segments[index]
      if segment.isHard || index == segments.count - 1 { return Int(segment.contentEnd) }
      index += 1
    }
    return advances.count
  }

  private func drawn(
    _ line: LineFiller.Line, end: Int, width: Double, ellipsis: Ellipsis
  ) -> LineFiller.Line {
    var result = line
    result.end = end
    result.width = width
    result.fonts = fonts(from: line, to: end) | ellipsis.fonts
    return result
  }

  /// Mask of the fonts of the line's segments up to a cluster.
  private func fonts(from line: LineFiller.Line, to end: Int) -> UInt64 {
    var mask: UInt64 = 0
    var index = line.firstSegment
    var start = line.start
    while index < segments.count, start < end {
      mask |= segments[index].fonts
      start = Int(segments[index].end)
      index += 1
    }
    return mask
  }
}
