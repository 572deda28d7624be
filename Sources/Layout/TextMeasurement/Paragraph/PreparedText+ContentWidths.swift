internal import LayoutPrimitives

extension PreparedText {
  /// The least width at which no line is longer than it must be, and the width of the longest line
  /// that breaks only at line terminators; in points, not rounded.
  ///
  /// Source: CSS Sizing 3, min-content and max-content.
  ///
  /// - Parameters:
  ///   - insideWords: Whether lines of the least width break between any two graphemes.
  ///   - keepsSpaces: Whether white space is kept, so that spaces before a line terminator count.
  ///   - floats: The width of the floats of the text in a range, which are beside each other on one
  ///     line, in points.
  package func contentWidths(
    insideWords: Bool, keepsSpaces: Bool, floats: (Range<Int>) -> Double = { _ in 0 }
  ) -> (minimum: Double, maximum: Double) {
    let maximum = max(
      inline.map { widestHardLine($0, floats) } ?? unwrapped().width,
      lengthWithSpaces(keepsSpaces: keepsSpaces))
    if paragraph.segments.isEmpty { return (maximum, maximum) }
    var minimum = 0.0
    var begin = 0.0
    // Where the text after the last end of a line begins.
    var origin = 0.0
    var start = 0
    let parts = inline.flatMap { $0.content.variesOverflowWrap ? $0.content : nil }
    func staysOnLine(_ cluster: Int) -> Bool {
      if !paragraph.joins.isEmpty, paragraph.joins[cluster] { return true }
      guard let parts, cluster > 0 else { return false }
      return parts.overflowWrap(at: paragraph.offset(ofCluster: cluster) - 1) != .anywhere
    }
    for segment in paragraph.segments {
      if insideWords {
        var width = 0.0
        for cluster in start..<max(start, Int(segment.contentEnd)) {
          if !staysOnLine(cluster) { width = 0 }
          width = paragraph.end(ofCluster: cluster, at: width)
          minimum = max(minimum, width)
        }
      } else if Int(segment.contentEnd) > start {
        // The min-content width is that of the kerned letters.
        let edge = inline.map { paragraph.spaceEdge(of: segment, $0.content) } ?? 0
        let content =
          segment.flags.contains(.tab)
          ? paragraph.end(ofClusters: start..<Int(segment.contentEnd), at: 0)
          : wordWidth(from: begin - origin, to: segment.contentX - origin)
        minimum = max(
          minimum,
          content + hyphen(after: segment) - edge + wideSpaces(after: segment)
            + roundings(start..<Int(segment.contentEnd)) - spaceBeforeCollapsed(segment))
      } else {
        minimum = max(minimum, wideSpaces(after: segment))
      }
      if !segment.flags.contains(.opening) { begin = segment.endX }
      if segment.isHard { origin = segment.endX }
      start = Int(segment.end)
    }
    if let inline, !insideWords { minimum = max(minimum, widestBeforeEdges(inline)) }
    return (min(minimum, maximum), maximum)
  }

  /// The width of the longest line that breaks only at line terminators, with the floats beside it, in
  /// points.
  private func widestHardLine(_ inline: InlineLines, _ floats: (Range<Int>) -> Double) -> Double {
    let content = inline.content
    guard !paragraph.segments.isEmpty else {
      return unwrapped().width + floats(content.floats.indices)
    }
    var widest = 0.0
    var first = 0
    _ = typesetter(LineFitting(), limit: .infinity).set { placed in
      let clusters = placed.line.start..<placed.line.end
      let end = paragraph.offset(ofCluster: clusters.upperBound)
      var next = first
      while next < content.floats.count,
        content.floats[next].offset < end + (placed.line.isHard ? 0 : 1)
      {
        next += 1
      }
      widest = max(
        widest,
        placed.line.width + roundings(clusters.lowerBound..<contentEnd(clusters, inline))
          + floats(first..<next))
      first = next
    }
    return max(widest, floats(first..<content.floats.count))
  }

  /// The width between two positions in a text.
  ///
  /// Chromium rounds positions in a text of one style up, not the widths of words.
  private func wordWidth(from start: Double, to end: Double) -> Double {
    guard inline == nil else { return end - start }
    let grid = metrics.rules.grid
    return grid.roundedUp(end) - grid.roundedUp(start)
  }

  /// Width of the hyphen that is drawn after a segment, in points.
  private func hyphen(after segment: Segment) -> Double {
    segment.flags.contains(.softHyphen) ? paragraph.marks(at: Int(segment.end) - 1).hyphen : 0
  }

  /// How much wider a line of clusters is, in points, because the parts of its text between the ends
  /// of boxes are rounded up alone, as in Chromium.
  private func roundings(_ clusters: Range<Int>) -> Double {
    guard let inline else { return 0 }
    var sum = 0.0
    var start = clusters.lowerBound
    for event in inline.content.events[inline.events(clusters)] {
      let end = min(
        clusters.upperBound, inline.base.cluster(atOffset: inline.content.offset(of: event)))
      guard end > start else { continue }
      let width = inline.base.advances[start..<end].reduce(0, +)
      sum +=
        metrics.rules.grid.roundedUp(width - inline.base.roundings.width(at: end - 1)) - width
      start = end
    }
    return sum
  }

  /// Width of the space at the end of a segment that does not wrap, but the space collapsed into it
  /// does, of which a zero width space is left; otherwise 0.
  ///
  /// Such a space counts in the width of a line, but in Chromium not in the min-content width.
  private func spaceBeforeCollapsed(_ segment: Segment) -> Double {
    let next = Int(segment.contentEnd)
    guard let inline, next > 0, next < paragraph.advances.count, paragraph.advances[next] == 0
    else { return 0 }
    let last = inline.base.offset(ofCluster: next - 1)
    let isCollapsible =
      inline.content.isSpace(at: last) && !inline.content.keepsSpaces(at: last)
      && !inline.content.wraps(at: last)
    return isCollapsible && inline.content.wraps(at: inline.base.offset(ofCluster: next))
      ? inline.base.advances[next - 1] : 0
  }

  /// Width of the hanging spaces up to the last wide one, in points.
  private func wideSpaces(after segment: Segment) -> Double {
    guard segment.wideEnd > segment.contentEnd else { return 0 }
    return paragraph.advances[Int(segment.contentEnd)..<Int(segment.wideEnd)].reduce(0, +)
  }

  /// The width of the longest word of a piece of text with the ends of boxes after the piece.
  ///
  /// Chromium measures a piece without boxes inside at once, and adds what follows it on its line
  /// to the longest word instead of the last one.
  private func widestBeforeEdges(_ inline: InlineLines) -> Double {
    var widest = 0.0
    var last = -1
    for (index, event) in inline.content.events.enumerated() {
      let offset = inline.content.offset(of: event)
      guard offset > last else { continue }
      last = offset
      let edges = inline.content.edges(after: index)
      guard edges > 0, inline.content.wraps(at: offset - 1),
        let word = longestWord(of: inline.piece(endingAt: offset, event: index), inline, edges)
      else { continue }
      widest = max(widest, word + edges)
    }
    return widest
  }

  /// The width of the longest word of a piece; `nil` if no line may break at its end.
  ///
  /// - Parameter edges: The widths of the ends of boxes after the piece, in points.
  private func longestWord(
    of piece: Range<Int>, _ inline: InlineLines, _ edges: Double
  ) -> Double? {
    let segments = paragraph.segments
    let index = segments.partitioningIndex { Int($0.end) >= piece.upperBound }
    guard index < segments.count, !piece.isEmpty,
      Int(segments[index].end) == piece.upperBound
        || segments[index].isHard && Int(segments[index].contentEnd) == piece.upperBound
    else { return nil }
    var longest: Double?
    for number in (0...index).reversed() {
      let start = number > 0 ? Int(segments[number - 1].end) : 0
      if number < index, segments[number].isHard { break }
      // What is before the first word is on its line.
      guard
        start > piece.lowerBound || start == piece.lowerBound && !inline.hasEdges(before: start)
      else { break }
      let begin = number > 0 ? segments[number - 1].endX : 0
      // The edges hang with a space before them.
      let hasEdges = Int(segments[number].contentEnd) == piece.upperBound
      let width =
        segments[number].contentX - begin - (hasEdges ? edges : 0) + hyphen(after: segments[number])
      longest = max(longest ?? width, width)
    }
    return longest
  }

  /// Width of the longest hard line that ends with kept or wide spaces, in points, rounded up.
  private func lengthWithSpaces(keepsSpaces: Bool) -> Double {
    var widest = 0.0
    var start = 0
    for (index, segment) in paragraph.segments.enumerated() {
      guard segment.isHard || index == paragraph.segments.count - 1 else { continue }
      let last = Int(segment.end) - (segment.isHard ? 1 : 0)
      let isKept =
        last > start
        && inline?.content.keepsSpaces(at: paragraph.offset(ofCluster: last) - 1) ?? keepsSpaces
      let end = isKept ? last : Int(segment.wideEnd)
      if isKept || segment.wideEnd > segment.contentEnd {
        widest = max(widest, paragraph.end(ofClusters: start..<end, at: 0))
      }
      start = Int(segment.end)
    }
    return metrics.rules.grid.roundedUp(widest)
  }
}
