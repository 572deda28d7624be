extension Paragraph {
  /// The paragraph with the widths of inline boxes and atomic boxes, so that its lines are filled
  /// with them.
  ///
  /// The width at the beginning of a box belongs to the letter after it, and the width at its end
  /// to the letter or space before it. A width after a space that hangs hangs with it.
  ///
  /// - Parameter steps: Steps per point, to which parts of runs are rounded up.
  func adding(_ content: InlineContent, steps: Double) -> Paragraph {
    let segments = divided(content)
    var more = ContiguousArray<Double>(repeating: 0, count: advances.count)
    if !more.isEmpty { more[0] = content.indent }
    for event in content.events {
      switch event {
      case .open(let box):
        let own = content.boxes[box]
        let isEmpty = own.range.isEmpty
        add(own.start, at: own.range.lowerBound, isAfter: isEmpty, segments, to: &more)
      case .close(let box):
        let own = content.boxes[box]
        add(own.end, at: own.range.upperBound, isAfter: true, segments, to: &more)
      case .atom(let atom):
        let own = content.atoms[atom]
        add(own.width, at: own.offset, isAfter: false, segments, to: &more)
      case .mark, .float: continue
      }
    }
    var advances = advances
    for index in advances.indices { advances[index] += more[index] }
    return Paragraph(
      segments: shifted(segments, by: more, content), advances: advances, ends: ends, fonts: fonts,
      fontBits: fontBits, masks: masks, edges: edges, starts: starts, trims: trims,
      roundings: roundings, partSteps: steps, marks: marks,
      tabs: tabs, isCareful: needsCare, dividesBeforeHyphen: dividesBeforeHyphen,
      breaksWords: content.breaksWords(.breakWord), joins: joins(content),
      trailing: trailing(content),
      caveats: caveats)
  }

  /// Width of the empty boxes after the text, in points.
  private func trailing(_ content: InlineContent) -> Double {
    let end = offset(ofCluster: advances.count)
    return content.boxes.reduce(0) { $1.range == end..<end ? $0 + $1.start + $1.end : $0 }
  }

  /// Adds a width to the cluster after a UTF-16 offset, or to the cluster before it.
  private func add(
    _ width: Double, at offset: Int, isAfter: Bool, _ segments: ContiguousArray<Segment>,
    to more: inout ContiguousArray<Double>
  ) {
    guard width != 0, !more.isEmpty else { return }
    var cluster = cluster(atOffset: offset)
    if isAfter { cluster -= 1 }
    cluster = max(0, min(cluster, more.count - 1))
    let index = min(
      segments.partitioningIndex { Int($0.end) > cluster }, max(0, segments.count - 1))
    let start = index > 0 ? Int(segments[index - 1].end) : 0
    let content = Int(segments[index].contentEnd)
    if cluster >= content, content > start, !isAfter { cluster = content - 1 }
    more[cluster] += width
  }

  /// The width to add to a line that ends with a segment, for the kerning of its last letter with the
  /// space after it.
  ///
  /// Source: Blink's `NeedsAccurateEndPosition`: it is added inside inline boxes.
  func spaceEdge(of segment: Segment, _ content: InlineContent) -> Double {
    let end = Int(segment.contentEnd)
    guard !edges.isEmpty, end > 0, end < Int(segment.end) else { return 0 }
    let edge = edges.width(at: end - 1)
    guard edge > 0, let box = content.box(at: offset(ofCluster: end - 1)),
      content.box(at: offset(ofCluster: end)) == box
    else { return 0 }
    return edge
  }

  /// A length in points that is small compared to 1/64 device pixel.
  private static let lessThanStep = 1.0 / 1_048_576

  /// The segments with more widths.
  private func shifted(
    _ segments: ContiguousArray<Segment>, by more: ContiguousArray<Double>, _ content: InlineContent
  ) -> ContiguousArray<Segment> {
    var result = ContiguousArray<Segment>()
    result.reserveCapacity(segments.count)
    var sum = 0.0
    var start = 0
    for segment in segments {
      var next = segment
      let end = max(start, Int(segment.contentEnd))
      sum += more[start..<end].reduce(0, +)
      next.contentX += sum
      // A line that ends with a box may be wider by a whole step; with a letter, by less.
      if end > start, more[end - 1] != 0 { next.contentX -= Self.lessThanStep }
      next.contentX += spaceEdge(of: segment, content)
      sum += more[end..<max(end, Int(segment.end))].reduce(0, +)
      next.endX += sum
      result.append(next)
      start = Int(segment.end)
    }
    return result
  }

  /// The clusters that stay on the line of the cluster before them; empty if none does.
  private func joins(_ content: InlineContent) -> ContiguousArray<Bool> {
    guard content.breaksWords(.breakWord), content.wrapsInPart || content.variesOverflowWrap else {
      return self.joins
    }
    var joins = ContiguousArray(
      advances.indices.map { !content.wraps(at: offset(ofCluster: $0)) })
    for cluster in self.joins.indices where self.joins[cluster] { joins[cluster] = true }
    var last = -1
    for event in content.events {
      let offset = content.offset(of: event)
      // One answer holds for all boxes that begin or end at a position.
      if offset == last { continue }
      last = offset
      let cluster = cluster(atOffset: offset)
      if cluster < joins.count {
        joins[cluster] = !content.mayBreak(before: offset, isOpportunity: true)
      }
    }
    // Before the first letter of a box, the text before it decides.
    if content.variesOverflowWrap {
      for cluster in joins.indices.dropFirst()
      where content.overflowWrap(at: offset(ofCluster: cluster) - 1) == .normal {
        joins[cluster] = true
      }
    }
    return joins
  }

  /// The segments between the positions at which the boxes let lines break.
  private func divided(_ content: InlineContent) -> ContiguousArray<Segment> {
    guard content.dividesSegments else { return segments }
    var pieces = SegmentPieces(paragraph: self, content: content)
    for segment in segments { pieces.add(segment) }
    return pieces.finish()
  }
}

/// Joins and divides the segments of a text at the ends of its boxes.
///
/// Spaces that do not wrap do not hang.
private struct SegmentPieces {
  private var result = ContiguousArray<Segment>()
  private let paragraph: Paragraph
  private let content: InlineContent
  /// The clusters before which boxes begin or end, in text order.
  private var edges: ArraySlice<Int>
  /// The segment that has begun; `nil` at the beginning of a hard line.
  private var piece: Segment?
  /// The next cluster, and the x coordinate at which it begins, in points.
  private var cluster = 0
  private var x = 0.0
  /// Whether the segment begins with boxes that begin before a space that wraps.
  private var isOpening = false

  init(paragraph: Paragraph, content: InlineContent) {
    self.paragraph = paragraph
    self.content = content
    edges = content.events.map { paragraph.cluster(atOffset: content.offset(of: $0)) }[...]
  }

  mutating func add(_ segment: Segment) {
    let start = cluster
    while cluster < Int(segment.end) {
      divide(isOpportunity: cluster == start, hangs: cluster >= Int(segment.contentEnd))
      x += paragraph.advances[cluster]
      cluster += 1
      piece?.end = Int32(truncatingIfNeeded: cluster)
      piece?.endX = x
      let isTerminator = segment.isHard && cluster == Int(segment.end)
      let hangs = isTerminator || content.wraps(at: offset(cluster - 1))
      if cluster <= Int(segment.contentEnd) || !hangs {
        piece?.contentEnd = Int32(truncatingIfNeeded: cluster)
        piece?.contentX = cluster == Int(segment.contentEnd) ? segment.contentX : x
        isOpening = false
      }
      piece?.fonts |= segment.fonts
      if segment.flags.contains(.tab) { piece?.flags.insert(.tab) }
    }
    x = segment.endX
    piece?.endX = x
    if segment.wideEnd > 0 { piece?.wideEnd = segment.wideEnd }
    piece?.flags.formUnion(segment.flags)
    if segment.isHard { close(isOpportunity: true) }
  }

  mutating func finish() -> ContiguousArray<Segment> {
    close(isOpportunity: true)
    return result
  }

  /// Begins a segment at the next cluster, if a line may break there.
  private mutating func divide(isOpportunity: Bool, hangs: Bool) {
    while let edge = edges.first, edge < cluster { edges.removeFirst() }
    let mayBreak =
      (isOpportunity || edges.first == cluster)
      && content.mayBreak(before: offset(cluster), isOpportunity: isOpportunity)
    let isSpace = hangs && content.isSpace(at: offset(cluster))
    var isBeforeBoxes = false
    if mayBreak, isOpportunity || !isSpace {
      close(isOpportunity: isOpportunity)
    } else if mayBreak {
      let wraps = content.wraps(at: offset(cluster))
      isBeforeBoxes = wraps && content.opens(at: offset(cluster))
      if !wraps || isBeforeBoxes {
        // A collapsible space has no width at the beginning of a line.
        if !content.keepsSpaces(at: offset(cluster)) { piece?.endX += paragraph.advances[cluster] }
        close()
      }
    }
    if piece == nil { begin() }
    if isBeforeBoxes { isOpening = true }
    piece?.flags.remove(.softHyphen)
  }

  private mutating func begin() {
    piece = Segment(
      contentX: x, endX: x, fonts: 0, contentEnd: Int32(truncatingIfNeeded: cluster),
      end: Int32(truncatingIfNeeded: cluster), flags: [])
  }

  private mutating func close(isOpportunity: Bool = false) {
    guard var piece else { return }
    // The widths of the boxes do not hang with the space.
    if isOpening {
      piece.contentEnd = piece.end
      if !content.keepsSpaces(at: offset(cluster - 1)) { piece.flags.insert(.opening) }
    }
    isOpening = false
    if !isOpportunity, piece.contentEnd == piece.end {
      piece.contentX += paragraph.edges.width(at: cluster - 1)
    }
    result.append(piece)
    self.piece = nil
  }

  private func offset(_ cluster: Int) -> Int { paragraph.offset(ofCluster: cluster) }
}
