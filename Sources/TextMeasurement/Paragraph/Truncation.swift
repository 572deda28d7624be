/// Cuts the last permitted line of a text that goes on.
struct Truncation {
  let paragraph: Paragraph
  let segments: UnsafeBufferPointer<Segment>
  let advances: UnsafeBufferPointer<Double>

  /// The line as drawn.
  func cut(_ line: LineCursor.Line, limit: Double, mode: TruncationMode) -> LineCursor.Line {
    switch mode {
    case .tail: tail(line, room: limit - paragraph.ellipsis.advance)
    case .clip: clip(line, limit: limit)
    case .head: around(line, headRoom: 0, room: limit - paragraph.ellipsis.advance)
    case .middle:
      around(
        line, headRoom: (limit - paragraph.ellipsis.advance) / 2,
        room: limit - paragraph.ellipsis.advance)
    }
  }

  /// As many graphemes of the hard line as fit before an ellipsis, without spaces before it.
  private func tail(_ line: LineCursor.Line, room: Double) -> LineCursor.Line {
    let (end, width) = prefix(from: line.start, to: hardEnd(line), room: room)
    return drawn(line, end: end, width: width + paragraph.ellipsis.advance)
  }

  /// The hard line up to the edge, or to its own end.
  private func clip(_ line: LineCursor.Line, limit: Double) -> LineCursor.Line {
    var x = 0.0
    var cluster = line.start
    let end = hardEnd(line)
    while cluster < end, x < limit {
      x += advances[cluster]
      cluster += 1
    }
    var result = drawn(line, end: cluster, width: min(x, max(limit, 0)))
    result.fonts &= ~paragraph.ellipsis.fonts | fonts(from: line, to: cluster)
    return result
  }

  /// The beginning of the line in `headRoom`, an ellipsis, and the end of the text in what is left.
  private func around(
    _ line: LineCursor.Line, headRoom: Double, room: Double
  ) -> LineCursor.Line {
    var head = 0.0
    var first = line.start
    if headRoom > 0 {
      (first, head) = prefix(from: line.start, to: hardEnd(line), room: headRoom)
    }
    var tail = 0.0
    var cluster = advances.count
    while cluster > first, head + tail + advances[cluster - 1] <= room {
      cluster -= 1
      tail += advances[cluster]
    }
    var result = drawn(
      line, end: advances.count, width: head + tail + paragraph.ellipsis.advance)
    result.end = advances.count
    return result
  }

  /// The graphemes that fit, and their width without hanging spaces at the end.
  private func prefix(from start: Int, to end: Int, room: Double) -> (end: Int, width: Double) {
    var x = 0.0
    var width = 0.0
    var cluster = start
    var index = segments.firstIndex { Int($0.end) > start } ?? segments.count
    var cut = start
    while cluster < end {
      while index < segments.count, Int(segments[index].end) <= cluster { index += 1 }
      let right = x + advances[cluster]
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

  /// One past the last visible cluster before the next hard break.
  private func hardEnd(_ line: LineCursor.Line) -> Int {
    var index = line.firstSegment
    while index < segments.count {
      let segment = segments[index]
      if segment.isHard || index == segments.count - 1 { return Int(segment.contentEnd) }
      index += 1
    }
    return advances.count
  }

  private func drawn(_ line: LineCursor.Line, end: Int, width: Double) -> LineCursor.Line {
    var result = line
    result.end = end
    result.width = width
    result.fonts = fonts(from: line, to: end) | paragraph.ellipsis.fonts
    return result
  }

  /// The fonts of the segments that begin before a cluster.
  private func fonts(from line: LineCursor.Line, to end: Int) -> UInt64 {
    var mask: UInt64 = 1
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
