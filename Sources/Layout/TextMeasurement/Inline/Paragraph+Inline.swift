extension Paragraph {
  /// The paragraph with the widths of inline boxes and atomic boxes, so that its lines are filled
  /// with them.
  ///
  /// The width at the beginning of a box belongs to the letter after it, and the width at its end
  /// to the letter or space before it. A width after a space that hangs hangs with it.
  func adding(_ content: InlineContent) -> Paragraph {
    var more = ContiguousArray<Double>(repeating: 0, count: advances.count)
    if !more.isEmpty { more[0] = content.indent }
    for event in content.events {
      switch event {
      case .open(let box):
        let own = content.boxes[box]
        let isEmpty = own.range.isEmpty
        add(own.start, at: own.range.lowerBound, isAfter: isEmpty, to: &more)
      case .close(let box):
        let own = content.boxes[box]
        add(own.end, at: own.range.upperBound, isAfter: true, to: &more)
      case .atom(let atom):
        let own = content.atoms[atom]
        add(own.width, at: own.offset, isAfter: false, to: &more)
      case .mark: continue
      }
    }
    var advances = advances
    for index in advances.indices { advances[index] += more[index] }
    return Paragraph(
      segments: shifted(by: more, content), advances: advances, ends: ends, fonts: fonts,
      fontBits: fontBits, masks: masks, edges: edges, starts: starts, trims: trims, marks: marks,
      tabs: tabs, isCareful: needsCare, dividesBeforeHyphen: dividesBeforeHyphen,
      breaksWords: breaksWords, caveats: caveats)
  }

  /// Adds a width to the cluster after a UTF-16 offset, or to the cluster before it.
  private func add(
    _ width: Double, at offset: Int, isAfter: Bool, to more: inout ContiguousArray<Double>
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

  /// A length in points that is small compared to 1/64 device pixel.
  private static let lessThanStep = 1.0 / 1_048_576

  /// The segments with more widths, joined where boxes do not wrap.
  private func shifted(
    by more: ContiguousArray<Double>, _ content: InlineContent
  ) -> ContiguousArray<Segment> {
    let wrapsInPart = content.wrapsInPart
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
      sum += more[end..<max(end, Int(segment.end))].reduce(0, +)
      next.endX += sum
      if wrapsInPart,
        !content.wraps(at: offset(ofCluster: start))
          || !content.wraps(at: offset(ofCluster: max(start, end - 1)))
      {
        next.flags.insert(.unbroken)
      }
      if wrapsInPart, let last = result.last, !last.isHard,
        !content.mayBreak(
          before: offset(ofCluster: start), isAfterSpace: last.contentEnd < last.end)
      {
        if segment.contentEnd <= start {
          next.contentX = last.contentX
          next.contentEnd = last.contentEnd
        }
        next.fonts |= last.fonts
        next.flags.formUnion(last.flags.intersection([.tab, .unbroken]))
        result[result.count - 1] = next
      } else {
        result.append(next)
      }
      start = Int(segment.end)
    }
    return result
  }
}
