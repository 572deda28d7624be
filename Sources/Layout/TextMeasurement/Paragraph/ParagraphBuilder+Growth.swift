internal import LayoutPrimitives

/// Joins the kept beginning of a paragraph with the clusters and segments of the loaded text.
extension ParagraphBuilder {
  /// The number to add to the index of a cluster of the loaded text for its index in the paragraph.
  ///
  /// It is valid after the context is shaped.
  var shift: Int { head.clusters - head.contextClusters }

  /// The values of kept clusters, and those of the loaded text after its context.
  func joined<Value>(
    _ kept: ContiguousArray<Value>?, _ loaded: UnsafeMutablePointer<Value>
  ) -> ContiguousArray<Value> {
    let own = UnsafeBufferPointer(
      start: UnsafePointer(loaded) + head.contextClusters,
      count: clusters.count - head.contextClusters)
    guard let kept else { return ContiguousArray(own) }
    var all = ContiguousArray<Value>()
    all.reserveCapacity(head.clusters + own.count)
    all.append(contentsOf: kept[..<head.clusters])
    all.append(contentsOf: own)
    return all
  }

  func joined(
    _ kept: ContiguousArray<LineEdge>?, _ loaded: ContiguousArray<LineEdge>
  ) -> ContiguousArray<LineEdge> {
    guard let kept else { return loaded }
    var all = ContiguousArray(kept.prefix { Int($0.cluster) < head.clusters })
    for var edge in loaded where Int(edge.cluster) >= head.contextClusters {
      edge.cluster += Int32(truncatingIfNeeded: shift)
      all.append(edge)
    }
    return all
  }

  /// Indices of the clusters that are tabs.
  var joinedTabs: ContiguousArray<Int32> {
    guard let kept = head.paragraph else { return tabs }
    var all = ContiguousArray(kept.tabs?.clusters.prefix { Int($0) < head.clusters } ?? [])
    for tab in tabs where Int(tab) >= head.contextClusters {
      all.append(tab + Int32(truncatingIfNeeded: shift))
    }
    return all
  }

  var joinedSegments: ContiguousArray<Segment> {
    let own = UnsafeBufferPointer(start: segments.segments, count: segments.count)
    guard let kept = head.paragraph?.segments else { return ContiguousArray(own) }
    var all = ContiguousArray<Segment>()
    all.reserveCapacity(head.segments + own.count)
    all.append(contentsOf: kept[..<head.segments])
    let shift = Int32(truncatingIfNeeded: shift)
    for var segment in own {
      segment.contentEnd += shift
      segment.end += shift
      all.append(segment)
    }
    return all
  }

  /// UTF-16 offset after each cluster; empty if each cluster is one unit.
  var joinedEnds: ContiguousArray<Int32> {
    let count = clusters.count - head.contextClusters
    let units = clusters.unitEnd - head.context
    guard let kept = head.paragraph else {
      return clusters.isOneToOne
        ? [] : ContiguousArray(UnsafeBufferPointer(start: clusters.ends, count: clusters.count))
    }
    guard head.start + head.context != head.clusters || units != count else { return [] }
    var all = ContiguousArray<Int32>()
    all.reserveCapacity(head.clusters + count)
    if kept.ends.isEmpty {
      all.append(contentsOf: (0..<head.clusters).map { Int32(truncatingIfNeeded: $0 + 1) })
    } else {
      all.append(contentsOf: kept.ends[..<head.clusters])
    }
    for cluster in head.contextClusters..<clusters.count {
      all.append(Int32(truncatingIfNeeded: head.start + clusters.end(of: cluster)))
    }
    return all
  }

  /// Whether each cluster stays on the line of the cluster before it; empty if none does.
  var joinedJoins: ContiguousArray<Bool> {
    let kept = head.paragraph?.joins ?? []
    guard !joins.isEmpty || !kept.isEmpty else { return [] }
    var all = ContiguousArray(repeating: false, count: shift + clusters.count)
    for cluster in kept.indices.prefix(head.clusters) { all[cluster] = kept[cluster] }
    for cluster in joins where cluster >= head.contextClusters { all[cluster + shift] = true }
    return all
  }

  /// The bit number of the font of each cluster; empty for a single font.
  var joinedFonts: ContiguousArray<UInt8> {
    guard used.areMany else { return [] }
    guard let kept = head.paragraph?.fontBits, kept.isEmpty else {
      return joined(head.paragraph?.fontBits, clusters.fonts)
    }
    return joined(ContiguousArray(repeating: 0, count: head.clusters), clusters.fonts)
  }
}

/// Appends text to a paragraph.
extension ParagraphBuilder {
  /// The state from which the latest paragraph can grow.
  ///
  /// - Parameter earlier: The state before the append; nil for a whole text.
  func growth(
    after earlier: ParagraphGrowth? = nil, restart: ParagraphGrowth.Restart = .line,
    _ request: ParagraphRequest
  ) -> ParagraphGrowth {
    var growth = earlier ?? ParagraphGrowth()
    let loaded = UnsafeBufferPointer(start: text.units, count: text.count)
    if let earlier, lastLine.unit == 0 {
      growth.units += loaded[(earlier.units.count - restart.context)...]
    } else {
      growth.units = Array(loaded[lastLine.unit...])
      growth.start = head.start + lastLine.unit
      growth.cluster = lastLine.cluster + shift
      growth.segment = lastLine.segment + head.segments
    }
    growth.isDivisible =
      shaping.isWordwise && !isRounded && request.spans.isEmpty
      && (request.direction == .leftToRight || request.metrics != .css)
      && !BidiLevels.mayRunRightToLeft(text.units, count: text.count)
      && (restart == .line || earlier?.isDivisible == true)
    growth.firstMissing = head.firstMissing
    growth.firstCare = head.firstCare
    growth.fonts =
      [(used.entries[0], 0)] + growth.fonts.dropFirst().prefix { $0.first < head.clusters }
    for bit in growth.fonts.count..<used.entries.count {
      let own = head.contextClusters..<clusters.count
      let first = own.first { clusters.fonts[$0] == UInt8(bit) } ?? clusters.count
      growth.fonts.append((used.entries[bit], first + shift))
    }
    return growth
  }

  /// Builds the paragraph of a text that grew at its end.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph of the text before the append.
  ///   - growth: What that paragraph needs to grow; updated to that of the result.
  ///   - more: The text that is appended.
  ///   - limit: Maximum number of UTF-16 units of the whole text.
  /// - Returns: nil if the whole text must be built.
  func extend(
    _ paragraph: Paragraph, _ growth: inout ParagraphGrowth, by more: String,
    request: ParagraphRequest, limit: Int
  ) throws(TextError) -> Paragraph? {
    guard !paragraph.caveats.isCut, growth.fonts.count < Paragraph.maximumFonts,
      request.spans.isEmpty
    else { return nil }
    let restart = growth.restart
    if restart != .line,
      let extended = try extend(
        paragraph, &growth, from: restart, by: more, request: request, limit: limit)
    {
      return extended
    }
    return try extend(
      paragraph, &growth, from: .line, by: more, request: request, limit: limit)
  }

  private func extend(
    _ paragraph: Paragraph, _ growth: inout ParagraphGrowth,
    from restart: ParagraphGrowth.Restart, by more: String, request: ParagraphRequest, limit: Int
  ) throws(TextError) -> Paragraph? {
    var head = Head()
    head.paragraph = paragraph
    head.start = growth.start + restart.context
    head.context = restart.offset - restart.context
    if restart == .line {
      (head.clusters, head.segments) = (growth.cluster, growth.segment)
    } else {
      guard let cluster = paragraph.cluster(atOffset: growth.start + restart.offset) else {
        return nil
      }
      head.clusters = cluster
      head.segments = paragraph.segments.partitioningIndex { Int($0.end) > cluster }
      guard head.segments > 0, Int(paragraph.segments[head.segments - 1].end) == cluster else {
        return nil
      }
    }
    head.firstMissing = growth.firstMissing.flatMap { $0 < head.clusters ? $0 : nil }
    head.firstCare = growth.firstCare.flatMap { $0 < head.segments ? $0 : nil }
    text.load(
      growth.units[restart.context...], followedBy: more,
      limit: limit - growth.start - growth.units.count, mode: request.lineBreak.mode)
    guard !text.isCut else { return nil }
    // The own font of the style has the first bit, even if the text does not use it.
    let fallbacks = growth.fonts.dropFirst().prefix { $0.first < head.clusters }
    used.begin(with: (growth.fonts.prefix(1) + fallbacks).map(\.entry))
    let extended = try buildLoaded(request, after: head)
    guard !shaping.sawLimit, used.entries.count < Paragraph.maximumFonts else { return nil }
    if restart != .line {
      guard shaping.isWordwise, !isRounded,
        !BidiLevels.mayRunRightToLeft(text.units, count: text.count),
        clusters.end(of: self.head.contextClusters - 1) == head.context,
        isUnchanged(paragraph, from: restart.check - restart.context)
      else { return nil }
    }
    growth = self.growth(after: growth, restart: restart, request)
    return extended
  }

  /// Whether the clusters of the context are those of the earlier paragraph, from a loaded unit on.
  private func isUnchanged(_ paragraph: Paragraph, from unit: Int) -> Bool {
    let first = (0..<head.contextClusters).partitioningIndex { clusters.end(of: $0) > unit }
    guard first + shift >= 0 else { return false }
    return (first..<head.contextClusters).allSatisfy { index in
      let earlier = index + shift
      return paragraph.advances[earlier] == clusters.advances[index]
        && paragraph.offset(ofCluster: earlier + 1) == head.start + clusters.end(of: index)
        && (paragraph.fontBits.isEmpty ? 0 : paragraph.fontBits[earlier])
          == (clusters.hasFonts ? clusters.fonts[index] : 0)
    }
  }
}

extension Paragraph {
  /// The cluster that begins at a UTF-16 offset; nil if the offset is inside a cluster.
  fileprivate func cluster(atOffset offset: Int) -> Int? {
    let cluster = (0..<advances.count).partitioningIndex { self.offset(ofCluster: $0 + 1) > offset }
    return self.offset(ofCluster: cluster) == offset ? cluster : nil
  }
}
