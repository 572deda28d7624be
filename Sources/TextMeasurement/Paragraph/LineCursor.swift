/// Fills lines from a paragraph one after another: each takes as many segments as fit.
///
/// A segment too long for the rest of its line moves to a fresh line; one too long for that breaks
/// between graphemes, at least one a line, so that every call makes progress.
struct LineCursor {
  /// The next segment, and the next cluster in it.
  private(set) var segment = 0
  private(set) var cluster = 0

  /// One filled line.
  struct Line {
    var firstSegment: Int
    var start: Int
    var end: Int
    var width: Double
    var fonts: UInt64
    var isHard: Bool
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
  /// - Parameter limit: Greatest width that fits, in points.
  @inline(__always)
  mutating func next(
    _ segments: UnsafeBufferPointer<Segment>, advances: UnsafeBufferPointer<Double>,
    limit: Double
  ) -> Line {
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 1, isHard: false)
    var x = 0.0
    if cluster > (segment == 0 ? 0 : Int(segments[segment - 1].end)) {
      // The rest of a segment that the line before broke.
      guard let rest = take(segments[segment], advances: advances, limit: limit, line: &line)
      else { return line }
      x = rest
      if line.isHard { return line }
    }
    while segment < segments.count {
      let next = segments[segment]
      let right = x + next.advance
      if right <= limit || next.advance == 0 {
        if next.advance != 0 { line.width = right }
        x = right + next.trailing
        line.fonts |= next.fonts
        cluster = Int(next.end)
        segment &+= 1
        if next.isHard {
          line.isHard = true
          break
        }
      } else if cluster > line.start {
        break
      } else {
        guard let rest = take(next, advances: advances, limit: limit, line: &line) else {
          return line
        }
        x = rest
        if line.isHard { break }
      }
    }
    line.end = cluster
    return line
  }

  /// Takes as many graphemes of a segment as fit, one at least.
  ///
  /// - Returns: The end of the line so far when all fitted, else nothing.
  private mutating func take(
    _ next: Segment, advances: UnsafeBufferPointer<Double>, limit: Double, line: inout Line
  ) -> Double? {
    var x = 0.0
    line.fonts |= next.fonts
    while cluster < Int(next.contentEnd) {
      let right = x + advances[cluster]
      if right > limit, cluster > line.start { break }
      x = right
      cluster += 1
    }
    line.width = x
    line.end = cluster
    guard cluster == Int(next.contentEnd) else { return nil }
    cluster = Int(next.end)
    segment += 1
    line.end = cluster
    line.isHard = next.isHard
    return x + next.trailing
  }
}
