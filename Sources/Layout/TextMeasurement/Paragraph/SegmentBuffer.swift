/// The segments of the text that is currently prepared.
final class SegmentBuffer {
  private let buffer = ScratchBuffer<Segment>(capacity: 256)
  private(set) var count = 0
  /// Index of the first segment that contains a tab or a soft hyphen; nil if there is none.
  private(set) var firstCare: Int?
  /// Whether a segment contains a tab or a soft hyphen.
  var needsCare: Bool { firstCare != nil }
  /// x coordinate at which the last segment ends, in points, if the whole text is on one line.
  private var x = 0.0

  var segments: UnsafePointer<Segment> { UnsafePointer(buffer.base) }

  /// Removes all segments, so that another text can begin.
  ///
  /// - Parameter start: x coordinate at which the first segment begins, in points.
  func clear(x start: Double = 0) {
    count = 0
    x = start
    firstCare = nil
  }

  /// A hard line that is divided into segments.
  struct HardLine {
    /// Range of the line's clusters, without its terminator; may be empty.
    var range: Range<Int>
    /// Index of the cluster after the line's terminator.
    var end: Int
    /// Flags for the last segment of the line, which depend on the line's terminator.
    var ending: Segment.Flags
    /// Mask of the fonts of an empty line.
    var fonts: UInt64
  }

  /// Divides the clusters of a hard line into segments at their break opportunities.
  ///
  /// - Parameter masks: Mask of each font, by its bit number; `nil` if there is only one font.
  func divide(_ clusters: ClusterBuffer, _ line: HardLine, masks: UnsafePointer<UInt64>?) {
    let advances = clusters.advances
    let flags = clusters.flags
    let fonts = clusters.fonts
    let range = line.range
    buffer.reserve(count + range.count + 1, keeping: count)
    let none: UInt64 = masks == nil ? 1 : 0
    var x = x
    var segment = Self.empty(at: range.lowerBound, x: x, fonts: none)
    var start = range.lowerBound
    var seen: UInt8 = 0
    let hasEdges = !clusters.edges.isEmpty
    var index = range.lowerBound
    while index < range.upperBound {
      if masks == nil {
        // Most graphemes have no flags.
        let first = index
        while index < range.upperBound, flags[index] == 0 {
          x += advances[index]
          index &+= 1
        }
        if index > first {
          segment.contentX = x
          segment.contentEnd = Int32(truncatingIfNeeded: index)
        }
        if index == range.upperBound { break }
      }
      let flag = flags[index]
      if flag & ClusterBuffer.breakBefore != 0, index > range.lowerBound {
        let isHyphen = flags[index &- 1] & ClusterBuffer.softHyphen != 0
        segment.flags = isHyphen ? .softHyphen : []
        if hasEdges, flags[index &- 1] & ClusterBuffer.space == 0 {
          // The letters on both sides of a soft hyphen are kerned with each other.
          segment.contentX += clusters.edges.width(at: isHyphen ? index &- 2 : index &- 1)
        }
        close(segment, at: index, x: x, seen: seen)
        segment = Self.empty(at: index, x: x, fonts: none)
        start = index
        seen = 0
      }
      seen |= flag
      if let masks { segment.fonts |= masks[Int(fonts[index])] }
      x += advances[index]
      index &+= 1
      if flag & ClusterBuffer.wideSpace != 0 {
        segment.wideEnd = Int32(truncatingIfNeeded: index)
      }
      // An invisible character after a space hangs with the space.
      if flag & ClusterBuffer.space == 0,
        flag & ClusterBuffer.ignorable == 0 || Int(segment.contentEnd) > start
      {
        segment.contentX = x
        segment.contentEnd = Int32(truncatingIfNeeded: index)
      }
    }
    if range.isEmpty { segment.fonts = line.fonts }
    segment.flags = line.ending
    close(segment, at: line.end, x: x, seen: seen)
    self.x = x
  }

  private static func empty(at cluster: Int, x: Double, fonts: UInt64) -> Segment {
    Segment(
      contentX: x, endX: x, fonts: fonts, contentEnd: Int32(truncatingIfNeeded: cluster), end: 0,
      flags: [])
  }

  @inline(__always)
  private func close(_ segment: Segment, at end: Int, x: Double, seen: UInt8) {
    var segment = segment
    segment.endX = x
    segment.end = Int32(truncatingIfNeeded: end)
    if seen & (ClusterBuffer.tab | ClusterBuffer.softHyphen) != 0 {
      if seen & ClusterBuffer.tab != 0 { segment.flags.insert(.tab) }
      firstCare = firstCare ?? count
    }
    buffer.base[count] = segment
    count &+= 1
  }
}

/// The text between two break opportunities: letters, then spaces that hang if a line ends here.
struct Segment: Sendable {
  /// x coordinate at which the letters end, in points, if the whole text is on one line.
  ///
  /// Tabs have no width in it. It is a sum over the whole text, so that filling a line only
  /// compares coordinates.
  var contentX: Double
  /// x coordinate at which the spaces after the letters end, in the coordinates of `contentX`.
  var endX: Double
  /// Mask of the fonts that the segment uses.
  var fonts: UInt64
  /// Index after the last cluster before the hanging spaces.
  var contentEnd: Int32
  /// Index after the last cluster.
  var end: Int32
  var flags: Flags
  /// Index after the last wide space, which hangs but counts in the content widths; 0 for none.
  var wideEnd: Int32 = 0

  /// Properties of a segment.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// A line must end after the segment.
    static let hard = Flags(rawValue: 1)
    /// A paragraph ends after the segment; `hard` is set, too.
    static let paragraphEnd = Flags(rawValue: 2)
    /// A hyphen is drawn if a line ends after the segment.
    static let softHyphen = Flags(rawValue: 4)
    /// The segment contains a tab, so its width depends on where it is on its line.
    static let tab = Flags(rawValue: 8)
    /// A line that begins with the segment does not end after it.
    ///
    /// It is a space that collapses at the beginning of a line, after the beginnings of inline
    /// boxes.
    static let opening = Flags(rawValue: 16)
  }

  /// Whether a line must end after the segment.
  var isHard: Bool { flags.contains(.hard) }
}
