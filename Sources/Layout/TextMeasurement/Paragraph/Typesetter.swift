internal import LayoutPrimitives

/// Fills the lines of a paragraph at one width, stacks them, and truncates the last if necessary.
struct Typesetter {
  let paragraph: Paragraph
  let metrics: LineMetrics
  var fitting: LineFitting
  /// Maximum width of a line, in points; for a shrunk font, it is divided by the scale.
  let limit: Double
  /// The inline boxes, which determine the heights of lines; `nil` for a text without them.
  var inline: InlineLines?
  /// For each of the first lines that ends before it is full, the index of the segment after it.
  var ends: [Int] = []
  /// The floats beside the lines, which are placed; `nil` without floats.
  var floats: (any LineFloats)?
  /// The rooms of the lines between floats that are placed; empty without floats.
  var rooms: [LineRoom] = []

  /// One line with its vertical position in the text.
  struct PlacedLine {
    var line: LineFiller.Line
    /// Whether the line is truncated, by an ellipsis or by clipping.
    var isTruncated: Bool
    /// Distance of the line's top from the top of the text, in points.
    var top: Double
    /// Distance of the line's baseline from the top of the text, in points.
    var baseline: Double
    /// Distance of the line's bottom from the top of the text, in points.
    var bottom: Double
    /// The room of the line between floats; `nil` without floats.
    var room: LineRoom?
  }

  /// The measures of all lines together, in points; `height` is rounded up to the grid.
  struct Outcome {
    var widest = 0.0
    var height = 0.0
    var firstBaseline = 0.0
    var lastBaselineFromBottom = 0.0
    var lineCount = 0
    var isTruncated = false
    /// Whether a line would end elsewhere at a width that differs by `nearness` or less.
    var isNearLimit = false
  }

  /// The difference of widths, in device pixels, within which Chromium's rounding decides.
  ///
  /// Chromium rounds x coordinates to 1/64 pixel, so that a line's end depends on where its text is in
  /// the paragraph. A text that fits exactly, such as ten ideographs in ten times their width, is not
  /// near the limit: the difference is less than 1/64 by the rounding of its widths.
  static let nearness = 1.0 / 64 - 1.0 / 512

  /// Fills all lines, passes each to a closure, and returns the measures of all lines together.
  @inline(__always)
  func set(each: (PlacedLine) -> Void) -> Outcome {
    paragraph.segments.withUnsafeBufferPointer { segments in
      paragraph.fonts.withUnsafeBufferPointer { fonts in set(segments, fonts, each: each) }
    }
  }

  /// Fills lines between floats; `nil` without floats.
  private var floatedFiller: FloatedLineFiller? {
    guard let floats, let inline else { return nil }
    return FloatedLineFiller(paragraph, inline, floats, metrics.rules, wraps: limit.isFinite)
  }

  @inline(__always)
  private func set(
    _ segments: UnsafeBufferPointer<Segment>, _ fonts: UnsafeBufferPointer<UsedFont>,
    each: (PlacedLine) -> Void
  ) -> Outcome {
    var stack = LineStack()
    var filler = LineFiller()
    var outcome = Outcome()
    var startsParagraph = false
    let maximum = fitting.lines > 0 ? fitting.lines : .max
    let needsCare = paragraph.needsCare
    let nearness =
      metrics.rules.lineBreak.mode == .chromium && fitting.wraps && limit.isFinite
      ? Self.nearness / metrics.rules.scale : 0
    let pushesOut = metrics.rules.lineBreak.pushesOut && !needsCare
    var floated = floatedFiller
    while !filler.isAtEnd(segments) {
      var limit = limit
      var lineRoom: LineRoom?
      if stack.count < rooms.count {
        lineRoom = rooms[stack.count]
        limit = limit.isFinite ? metrics.rules.limit(ofWidth: rooms[stack.count].filled) : limit
        stack.move(to: rooms[stack.count].top)
      }
      var room = fitting.wraps ? limit : .infinity
      var candidates = segments
      if stack.count < ends.count {
        room = .infinity
        candidates = UnsafeBufferPointer(rebasing: segments[..<ends[stack.count]])
      }
      var isTruncated = false
      var line: LineFiller.Line
      if floated != nil, let next = floated?.fill(&filler, segments, top: stack.bottom) {
        (line, lineRoom) = next
        limit = limit.isFinite ? metrics.rules.limit(ofWidth: next.room.filled) : limit
        room = fitting.wraps ? limit : .infinity
        stack.move(to: next.room.top)
      } else {
        line =
          needsCare
          ? filler.nextWithSoftHyphens(paragraph, candidates, limit: room)
          : filler.next(paragraph, candidates, limit: room)
      }
      let isLast = stack.count &+ 1 >= maximum && !filler.onlySpaceLeft(segments)
      if isLast || (!fitting.wraps && line.width > limit) {
        let truncation = Truncation(
          paragraph: paragraph, segments: segments, rules: metrics.rules, wraps: fitting.wraps)
        if let tightened = truncation.tightened(line, limit: limit, by: fitting.tightening) {
          line = tightened
        } else {
          isTruncated = true
          line = truncation.cut(line, limit: limit, mode: fitting.truncation)
        }
      } else if pushesOut, !line.isHard, filler.isBeforeLast(segments) {
        filler.pushOut(&line, segments, limit: limit)
      }
      if let inline {
        stack.add(inline.line(line.start..<line.end).extent)
      } else {
        stack.add(
          line.fonts, startsParagraph: startsParagraph, metrics: metrics, fonts: fonts)
      }
      startsParagraph =
        line.isHard && segments[filler.segment &- 1].flags.contains(.paragraphEnd)
      if nearness > 0, room.isFinite, !outcome.isNearLimit {
        outcome.isNearLimit =
          line.width > room - nearness
          || (!line.isHard && !filler.isAtEnd(segments)
            && filler.overflow(after: line, paragraph, segments) < room + nearness)
      }
      var width = line.width
      if nearness > 0 {
        width = min(filler.minimumRoom(for: line, paragraph, segments), max(width, room))
      }
      outcome.widest = max(outcome.widest, width)
      outcome.isTruncated = outcome.isTruncated || isTruncated
      each(
        PlacedLine(
          line: line, isTruncated: isTruncated, top: stack.top,
          baseline: stack.lastBaseline, bottom: stack.bottom, room: lineRoom))
      if let bottom = floated?.finish(
        line, isLast: filler.isAtEnd(segments), bottom: stack.bottom)
      {
        stack.move(to: bottom)
      }
      if stack.count >= maximum { break }
    }
    (outcome.height, outcome.lastBaselineFromBottom) = stack.finish(metrics)
    outcome.firstBaseline = stack.firstBaseline
    outcome.lineCount = stack.count
    return outcome
  }
}
