/// The segments of the text at hand.
final class SegmentBuffer {
  private let buffer = ScratchBuffer<Segment>(capacity: 256)
  private(set) var count = 0
  var segments: UnsafePointer<Segment> { UnsafePointer(buffer.base) }

  /// Begins a text.
  func clear() { count = 0 }

  /// Divides a hard line's graphemes at their break opportunities.
  ///
  /// - Parameters:
  ///   - clusters: The graphemes.
  ///   - range: Those of the line, its terminator not included; may be empty.
  ///   - end: One past the terminator.
  ///   - isHard: Whether the line was ended by a terminator.
  ///   - manyFonts: Whether others than the primary font were used.
  func divide(
    _ clusters: ClusterBuffer, range: Range<Int>, end: Int, isHard: Bool, manyFonts: Bool
  ) {
    let advances = clusters.advances
    let flags = clusters.flags
    let fonts = clusters.fonts
    buffer.reserve(count + range.count + 1, keeping: count)
    var segment = Segment(
      advance: 0, trailing: 0, fonts: 1, contentEnd: Int32(truncatingIfNeeded: range.lowerBound),
      end: 0, isHard: false)
    for index in range {
      let flag = flags[index]
      if flag & ClusterBuffer.breakBefore != 0, index > range.lowerBound {
        segment.end = Int32(truncatingIfNeeded: index)
        buffer.base[count] = segment
        count &+= 1
        segment = Segment(
          advance: 0, trailing: 0, fonts: 1, contentEnd: Int32(truncatingIfNeeded: index), end: 0,
          isHard: false)
      }
      if manyFonts { segment.fonts |= 1 << UInt64(fonts[index]) }
      if flag & ClusterBuffer.space != 0 {
        segment.trailing += advances[index]
      } else {
        if segment.trailing != 0 {
          segment.advance += segment.trailing
          segment.trailing = 0
        }
        segment.advance += advances[index]
        segment.contentEnd = Int32(truncatingIfNeeded: index &+ 1)
      }
    }
    segment.end = Int32(truncatingIfNeeded: end)
    segment.isHard = isHard
    buffer.base[count] = segment
    count &+= 1
  }
}
