internal import LayoutPrimitives

/// The line boxes of a text with inline boxes.
///
/// Source: CSS 2.2, 10.8; Blink's `InlineLayoutStateStack` for what it leaves open.
struct InlineLines: Sendable {
  let content: InlineContent
  /// The paragraph without the widths of boxes.
  let base: Paragraph
  /// The strut of the block.
  let strut: InlineStrut
  /// The bidi levels of the text; `nil` if it runs from left to right.
  let levels: TextLevels?
  let isRightToLeft: Bool
  private let hasFallbacks: Bool

  init(
    _ content: InlineContent, base: Paragraph, strut: InlineStrut, levels: TextLevels?,
    isRightToLeft: Bool
  ) {
    self.content = content
    self.base = base
    self.strut = strut
    self.levels = levels
    self.isRightToLeft = isRightToLeft
    hasFallbacks = base.fonts.contains { !$0.isOwn }
  }

  /// A line box: its extent, and how far its boxes are below its baseline.
  struct Line {
    /// The extent of the line box from its baseline.
    var extent = LineExtent(ascent: 0, descent: 0)
    /// The inline boxes and their shifts, in points; the boxes around a box come before it.
    var boxes: [(box: Int, shift: Double)] = []
    /// The atomic boxes and their shifts, in points.
    var atoms: [(atom: Int, shift: Double)] = []
  }

  /// The measure of a text without letters, whose inline boxes have widths.
  var emptyMeasure: TextMeasure {
    let extent = line(0..<0).extent
    return TextMeasure(
      width: content.boxes.reduce(content.indent) { $0 + $1.start + $1.end },
      height: max(0, extent.height),
      firstBaseline: extent.ascent, lastBaselineFromBottom: max(0, extent.height) - extent.ascent,
      lineCount: 1, truncated: false)
  }

  /// The events of the line with a range of clusters.
  func events(_ clusters: Range<Int>) -> Range<Int> {
    let start = content.firstEvent(at: base.offset(ofCluster: clusters.lowerBound))
    if clusters.upperBound >= base.advances.count { return start..<content.events.count }
    let end = content.firstEvent(at: base.offset(ofCluster: clusters.upperBound))
    return start..<max(start, end)
  }

  /// The clusters of the text of one direction without boxes or atoms inside that ends at an event.
  func piece(endingAt offset: Int, event: Int) -> Range<Int> {
    var start = 0
    if event > 0 {
      start = content.offset(of: content.events[event - 1])
      if case .atom = content.events[event - 1] { start += 1 }
    }
    if let levels, offset > start, offset <= levels.levels.count {
      let level = levels.levels[offset - 1]
      start = max(start, (levels.levels[start..<offset].lastIndex { $0 != level } ?? start - 1) + 1)
    }
    let end = base.cluster(atOffset: offset)
    return min(base.cluster(atOffset: start), end)..<end
  }

  /// Whether boxes with a width begin or end before a cluster.
  func hasEdges(before cluster: Int) -> Bool {
    let offset = base.offset(ofCluster: cluster)
    return content.events.contains { event in
      guard content.offset(of: event) == offset else { return false }
      switch event {
      case .open(let box): return content.boxes[box].start != 0
      case .close(let box): return content.boxes[box].end != 0
      case .atom, .mark, .float: return false
      }
    }
  }

  /// Whether a position is after the whole text, in a box whose lines break.
  func isAtEnd(_ mark: Int) -> Bool {
    let own = content.marks[mark]
    return own.offset >= base.offset(ofCluster: base.advances.count)
      && own.parent.map { content.boxes[$0].wraps } ?? content.wraps
  }

  /// The line box of a line with a range of clusters.
  func line(_ clusters: Range<Int>) -> Line {
    var stack = InlineStack(lines: self)
    let events = events(clusters)
    for box in content.chain(content.box(before: events.lowerBound)).reversed() {
      stack.open(box)
    }
    var start = clusters.lowerBound
    func addText(to end: Int) {
      if hasFallbacks, end > start { stack.addText(start..<end) }
      start = max(start, end)
    }
    for event in content.events[events] {
      addText(
        to: min(clusters.upperBound, base.cluster(atOffset: content.offset(of: event))))
      switch event {
      case .open(let box): stack.open(box)
      case .close: stack.close()
      case .atom(let atom): stack.add(atom)
      case .mark, .float: continue
      }
    }
    addText(to: clusters.upperBound)
    return stack.finish()
  }

  /// Whether a space of a segment is kept and does not wrap, so that it does not hang.
  func isKeptWithoutWrapping(_ cluster: Int, in segment: Segment) -> Bool {
    let offset = base.offset(ofCluster: cluster)
    return content.wrapsInPart && !(segment.isHard && cluster == Int(segment.end) - 1)
      && content.keepsSpaces(at: offset) && !content.wraps(at: offset)
  }

  /// Whether a cluster at the beginning of a line is a collapsible space, which has no width there.
  func dropsSpace(_ cluster: Int) -> Bool {
    let offset = base.offset(ofCluster: cluster)
    return content.isSpace(at: offset) && !content.keepsSpaces(at: offset)
  }

  /// Whether a line ends with a space that is kept, so that spaces before it have widths.
  func endsWithKeptSpace(_ clusters: Range<Int>) -> Bool {
    guard let last = clusters.last else { return false }
    let index = base.segments.partitioningIndex { Int($0.end) > last }
    guard index < base.segments.count, !base.segments[index].isHard else { return false }
    return content.keepsSpaces(at: base.offset(ofCluster: last))
  }

  /// The extent of the fallback fonts of a range of clusters; `nil` if there are none.
  fileprivate func fallbacks(_ clusters: Range<Int>) -> LineExtent? {
    let mask = clusters.reduce(0) { $0 | base.fonts(ofCluster: $1) }
    var result: LineExtent?
    for bit in base.fonts.indices where mask & 1 << UInt64(bit) != 0 && !base.fonts[bit].isOwn {
      let extent = LineExtent(base.fonts[bit], rules: strut.metrics.rules)
      result = result?.union(extent) ?? extent
    }
    return result
  }
}

/// The open inline boxes of a line, while it is built.
private struct InlineStack {
  /// A box that is aligned when the box that determines its position ends.
  private struct Pending {
    var alignment: VerticalAlign<Double>
    var extent: LineExtent
    /// Indices of the boxes and atomic boxes that move with it.
    var boxes: Range<Int>
    var atoms: Range<Int>
  }

  /// An open box; the first is the block.
  private struct State {
    var box: Int?
    var strut: InlineStrut
    var alignment: VerticalAlign<Double>
    var extent: LineExtent
    var pending: [Pending] = []
    /// Index of the first box inside, and of the first atomic box, in those of the line.
    var firstBox: Int
    var firstAtom: Int
  }

  private let lines: InlineLines
  private var states: [State]
  private var line = InlineLines.Line()
  /// Device pixels per point.
  private var scale: Double { lines.strut.metrics.rules.scale }

  init(lines: InlineLines) {
    self.lines = lines
    states = [
      State(
        box: nil, strut: lines.strut, alignment: .baseline, extent: lines.strut.metrics.plain,
        firstBox: 0, firstAtom: 0)
    ]
  }

  mutating func open(_ box: Int) {
    let own = lines.content.boxes[box]
    line.boxes.append((box, 0))
    states.append(
      State(
        box: box, strut: own.strut, alignment: own.alignment, extent: own.strut.metrics.plain,
        firstBox: line.boxes.count - 1, firstAtom: line.atoms.count))
  }

  /// Adds the fallback fonts of a text to the innermost box.
  mutating func addText(_ clusters: Range<Int>) {
    let last = states.count - 1
    guard states[last].strut.isNormal, let extent = lines.fallbacks(clusters) else { return }
    states[last].extent = states[last].extent.union(extent)
  }

  mutating func add(_ atom: Int) {
    let own = lines.content.atoms[atom]
    line.atoms.append((atom, 0))
    align(
      Pending(
        alignment: own.alignment,
        extent: LineExtent(ascent: own.extent.ascent, descent: own.extent.descent),
        boxes: line.boxes.count..<line.boxes.count,
        atoms: line.atoms.count - 1..<line.atoms.count))
  }

  /// Ends the innermost box.
  mutating func close() {
    guard states.count > 1 else { return }
    settle()
    guard let state = states.popLast() else { return }
    align(
      Pending(
        alignment: state.alignment, extent: state.extent,
        boxes: state.firstBox..<line.boxes.count, atoms: state.firstAtom..<line.atoms.count))
  }

  mutating func finish() -> InlineLines.Line {
    while states.count > 1 { close() }
    settle()
    line.extent = states[0].extent
    return line
  }

  /// Aligns a box in the innermost box that is open, or defers it.
  private mutating func align(_ child: Pending) {
    let parent = states.count - 1
    let strut = states[parent].strut
    var shift = 0.0
    switch child.alignment {
    case .baseline: break
    case .sub: shift = floored(strut.fontSize / 5) + 1 / scale
    case .super: shift = -floored(strut.fontSize / 3) - 1 / scale
    case .raised(let distance): shift = -floored(distance)
    case .middle:
      let steps = 64 * scale
      shift =
        floored((child.extent.ascent - child.extent.descent) / 2)
        - (strut.xHeight / 2 * steps).rounded() / steps
    case .textTop, .textBottom:
      states[parent].pending.append(child)
      return
    case .top, .bottom:
      let index =
        states.lastIndex { $0.alignment == .top || $0.alignment == .bottom } ?? 0
      states[index].pending.append(child)
      return
    }
    add(child, shifted: shift, to: parent)
  }

  /// Aligns the boxes that wait for the extent of the innermost box.
  private mutating func settle() {
    let last = states.count - 1
    let pending = states[last].pending
    guard !pending.isEmpty else { return }
    let glyphs = states[last].strut.glyphs
    for child in pending {
      switch child.alignment {
      case .textTop: add(child, shifted: child.extent.ascent - glyphs.ascent, to: last)
      case .textBottom: add(child, shifted: glyphs.descent - child.extent.descent, to: last)
      default: continue
      }
    }
    let edges = pending.filter { $0.alignment == .top || $0.alignment == .bottom }
    // The highest box decides on which side the line grows.
    var extent = states[last].extent
    if let highest = edges.max(by: { $0.extent.height < $1.extent.height }) {
      let more = max(0, highest.extent.height - extent.height)
      if highest.alignment == .top { extent.descent += more } else { extent.ascent += more }
    }
    for child in edges {
      let shift =
        child.alignment == .top
        ? child.extent.ascent - extent.ascent : extent.descent - child.extent.descent
      add(child, shifted: shift, to: last)
    }
    states[last].pending = []
  }

  private mutating func add(_ child: Pending, shifted shift: Double, to parent: Int) {
    var extent = child.extent
    extent.raise(by: -shift)
    states[parent].extent = states[parent].extent.union(extent)
    for index in child.boxes { line.boxes[index].shift += shift }
    for index in child.atoms { line.atoms[index].shift += shift }
  }

  /// A length rounded toward 0 to Chromium's steps of 1/64 device pixel.
  private func floored(_ length: Double) -> Double {
    let steps = 64 * scale
    return (length * steps).rounded(.towardZero) / steps
  }
}
