package import LayoutPrimitives

/// Where the inline boxes and atomic boxes of a text are, from the corner of its block, in points.
package struct InlinePlacement: Sendable {
  /// The border boxes of inline boxes; of one on several lines, what just contains all its parts.
  package private(set) var boxes: [Rect?]
  /// The margin boxes of atomic boxes; `nil` for one that is not on a line.
  package private(set) var atoms: [Rect?]
  /// The positions in the text; `nil` for one that is not on a line.
  package private(set) var marks: [Mark?]
  /// The parts of the text in the order of the lines, if they were asked for.
  private(set) var texts: [Text] = []

  /// A part of the text on one line, which has one direction and no box begins or ends in it.
  struct Text: Sendable {
    /// Index of its line.
    var line: Int
    var clusters: Range<Int>
    /// Distance of its left edge from the left edge of the block.
    var x: Double
    /// Distance from its beginning to where tab stops are counted from.
    var tabX: Double
    /// Distance of its baseline from the top of the block.
    var baseline: Double
    var isRightToLeft: Bool
    /// Width of the hyphen that is drawn after it.
    var hyphen: Double
    /// Widths that are added before and after each cluster to justify the line; empty for a line that
    /// is not justified.
    var gaps: [(before: Double, after: Double)] = []
  }

  /// The place of a position in the text.
  package struct Mark: Sendable {
    /// Distance from the left edge of the block.
    package var x: Double
    /// Distances of the top and the bottom of its line from the top of the block.
    package var top: Double
    package var bottom: Double
    /// Whether something is before it on its line.
    package var isAfter: Bool
  }

  fileprivate init(_ content: InlineContent) {
    boxes = Array(repeating: nil, count: content.boxes.count)
    atoms = Array(repeating: nil, count: content.atoms.count)
    marks = Array(repeating: nil, count: content.marks.count)
  }
}

/// Where lines are that are shorter than their block: CSS's `text-align`.
package enum TextAlign: String, Hashable, Sendable, CaseIterable {
  case start, end, left, right, center, justify

  /// Whether the lines begin at the left edge of a block of a direction: `nil` if they are centered.
  package func isLeft(in direction: LayoutDirection) -> Bool? {
    switch self {
    case .start, .justify: direction == .leftToRight
    case .end: direction == .rightToLeft
    case .left: true
    case .right: false
    case .center: nil
    }
  }

  /// Whether the lines begin where those of `start` do in a block of a direction.
  package func isStart(in direction: LayoutDirection) -> Bool {
    isLeft(in: direction) == TextAlign.start.isLeft(in: direction)
  }

  /// Distance of the left end of a line from the left edge of its block, in points.
  ///
  /// A line that is too long is too long at the end of its direction. Chromium rounds half of the
  /// free width down to 1/64 device pixel.
  ///
  /// - Parameters:
  ///   - free: The width of the block that the line does not use, in points; negative if the line is
  ///     too long.
  ///   - direction: The direction of the block.
  ///   - isRightToLeft: The direction of the line.
  ///   - scale: Device pixels per point.
  package func left(
    free: Double, in direction: LayoutDirection, isRightToLeft: Bool, scale: Double
  ) -> Double {
    if let isLeft = isLeft(in: direction) {
      if isLeft { return isRightToLeft ? min(0, free) : 0 }
      return isRightToLeft ? free : max(0, free)
    }
    if free < 0 { return isRightToLeft ? free : 0 }
    let steps = 64 * scale
    return ((free * steps).rounded() / 2).rounded(.down) / steps
  }
}

extension PreparedText {
  /// The text with inline boxes, which may be measured and wrapped like any other text.
  ///
  /// - Parameters:
  ///   - content: The boxes; the text has U+FFFC for each atomic box.
  ///   - block: The strut of the block.
  ///   - order: The bidirectional order of the text.
  package func placing(
    _ content: InlineContent, in block: InlineStrut, order: InlineOrder
  ) -> PreparedText {
    let base = inline?.base ?? paragraph
    return PreparedText(
      paragraph: base.adding(content, steps: 64 * metrics.rules.scale), metrics: metrics,
      inline: InlineLines(
        content, base: base, strut: block, levels: order.levels,
        isRightToLeft: order.isRightToLeft))
  }

  /// The positions of the boxes; `nil` for a text without inline boxes.
  ///
  /// - Parameters:
  ///   - width: Available width, in points.
  ///   - spread: Width of the block, in points, in which lines are aligned.
  ///   - rooms: The rooms of the lines between floats; empty without floats.
  ///   - listsTexts: Whether the parts of the text are listed, too, for drawing. Otherwise boxes on
  ///     lines after the line limit have positions, too, as in Chromium.
  package func placement(
    width: Double, spread: Double, fitting: LineFitting, alignment: TextAlign,
    rooms: [LineRoom] = [], listsTexts: Bool = false
  ) -> InlinePlacement? {
    guard let inline else { return nil }
    var placement = InlinePlacement(inline.content)
    if paragraph.segments.isEmpty {
      let line = inline.line(0..<0)
      placement.add(
        PlacedInlineLine(
          inline, line, clusters: 0..<0, contentEnd: 0, hyphen: 0, spread: nil, listsTexts: false),
        line,
        Typesetter.PlacedLine(
          line: LineFiller.Line(
            firstSegment: 0, start: 0, end: 0, width: 0, fonts: 0, isHard: false),
          isTruncated: false, top: 0, baseline: line.extent.ascent, bottom: line.extent.height),
        inline, room: rooms.first ?? LineRoom(left: 0, width: spread, top: 0),
        alignment: alignment, number: 0)
      return placement
    }
    let justifies = !inline.content.justification.isEmpty
    let count = paragraph.advances.count
    var number = 0
    var typesetter =
      rooms.isEmpty
      ? balancing(fitting, width) : self.typesetter(fitting, limit: limit(width))
    typesetter.rooms = rooms
    if !listsTexts { typesetter.fitting.lines = 0 }
    _ = typesetter.set { placed in
      let clusters = placed.line.start..<placed.line.end
      let line = inline.line(clusters)
      let contentEnd = contentEnd(clusters, inline)
      let room = placed.room ?? LineRoom(left: 0, width: spread, top: 0)
      let hyphen =
        placed.line.isHyphenated && contentEnd > 0
        ? paragraph.marks(at: contentEnd - 1).hyphen : 0
      placement.add(
        PlacedInlineLine(
          inline, line, clusters: clusters, contentEnd: contentEnd, hyphen: hyphen,
          spread: justifies && !placed.line.isHard && clusters.upperBound < count
            ? room.width : nil,
          listsTexts: listsTexts),
        line, placed, inline, room: room, alignment: alignment, number: number)
      number += 1
    }
    return placement
  }

  /// Index after the last cluster of a line that does not hang.
  func contentEnd(_ clusters: Range<Int>, _ inline: InlineLines) -> Int {
    let segments = inline.base.segments
    var index = segments.partitioningIndex { Int($0.end) >= clusters.upperBound }
    var end = clusters.upperBound
    while index >= 0, index < segments.count {
      let start = max(clusters.lowerBound, index > 0 ? Int(segments[index - 1].end) : 0)
      let content = max(start, Int(segments[index].contentEnd))
      // Spaces that are kept and do not wrap do not hang.
      while end > content, !inline.isKeptWithoutWrapping(end - 1, in: segments[index]) { end -= 1 }
      if end > start || start <= clusters.lowerBound { return end }
      index -= 1
    }
    return end
  }
}

/// The bidirectional order of a text with inline boxes.
package struct InlineOrder: Sendable {
  let levels: TextLevels?
  let isRightToLeft: Bool
}

extension TextMeasurer {
  /// The bidirectional order of a text.
  ///
  /// - Throws: `TextError.icuFailed`.
  package func inlineOrder(
    of text: String, direction: LayoutDirection, mode: LineBreakMode
  ) throws(TextError) -> InlineOrder {
    let isRightToLeft = direction == .rightToLeft
    guard isRightToLeft || text.utf8.contains(where: { $0 >= 0xD6 }) else {
      return InlineOrder(levels: nil, isRightToLeft: false)
    }
    let buffer = TextBuffer()
    buffer.load(text, limit: limits.textUnits, mode: mode)
    return InlineOrder(
      levels: try TextLevels(buffer, rightToLeft: isRightToLeft, natural: false),
      isRightToLeft: isRightToLeft)
  }
}

extension InlinePlacement {
  fileprivate mutating func add(
    _ placed: PlacedInlineLine, _ line: InlineLines.Line, _ position: Typesetter.PlacedLine,
    _ inline: InlineLines, room: LineRoom, alignment: TextAlign, number: Int
  ) {
    let free = room.width - placed.width
    let left =
      room.left
      + alignment.left(
        free: free, in: inline.isRightToLeft ? .rightToLeft : .leftToRight,
        isRightToLeft: inline.isRightToLeft, scale: inline.strut.metrics.rules.scale)
    let content = inline.content
    for (number, own) in line.boxes.enumerated() {
      guard let (start, end) = placed.boxes[number] else { continue }
      let box = content.boxes[own.box]
      let glyphs = box.strut.glyphs
      let frame = Rect(
        x: left + start, y: position.baseline + own.shift - glyphs.ascent - box.insets.top,
        width: end - start, height: glyphs.height + box.insets.top + box.insets.bottom)
      boxes[own.box] = boxes[own.box].map { $0.containing(frame) } ?? frame
    }
    for (number, own) in line.atoms.enumerated() {
      let atom = content.atoms[own.atom]
      atoms[own.atom] = Rect(
        x: left + placed.atoms[number],
        y: position.baseline + own.shift - atom.extent.ascent, width: atom.width,
        height: atom.extent.ascent + atom.extent.descent)
    }
    for (item, x) in placed.texts {
      let shift = line.boxes.first { $0.box == item.box }?.shift ?? 0
      texts.append(
        Text(
          line: number, clusters: item.clusters, x: left + x, tabX: item.tabX,
          baseline: position.baseline + shift, isRightToLeft: item.level & 1 == 1,
          hyphen: item.hyphen,
          gaps: item.gaps.map { (Double($0.before) * placed.gap, Double($0.after) * placed.gap) }))
    }
    for (mark, x, isAfter) in placed.marks {
      if free < 0, inline.isAtEnd(mark) {
        // After contents that overflow, a line would break.
        marks[mark] = Mark(
          x: inline.isRightToLeft ? room.width : 0, top: position.bottom, bottom: position.bottom,
          isAfter: isAfter)
        continue
      }
      marks[mark] = Mark(
        x: left + x, top: position.top, bottom: max(position.top, position.bottom),
        isAfter: isAfter)
    }
  }
}

/// The horizontal positions of one line, from the left edge of its contents, in points.
struct PlacedInlineLine {
  /// The left and right edges of the border box of each inline box of the line.
  private(set) var boxes: [(start: Double, end: Double)?]
  /// The left edge of the margin box of each atomic box of the line.
  private(set) var atoms: [Double]
  /// The positions of the line, with their left edges, and whether something is before them.
  private(set) var marks: [(mark: Int, x: Double, isAfter: Bool)] = []
  /// The texts without white space that hangs, and their left edges, if they were asked for.
  private(set) var texts: [(item: Item, x: Double)] = []
  /// Width that is added at each justification opportunity.
  private(set) var gap = 0.0
  /// Width of all contents without white space that hangs.
  private(set) var width = 0.0

  /// A text, an atomic box, or an empty inline box; what is ordered in both directions.
  struct Item {
    var width: Double
    var level: UInt8
    /// The innermost inline box around it, as an index in the content.
    var box: Int?
    /// Index of the atomic box in those of the line.
    var atom: Int?
    /// Index in the content of a position in the text.
    var mark: Int?
    /// Whether it is white space that hangs at the end of the line.
    var hangs = false
    /// The clusters of a text; otherwise empty.
    var clusters = 0..<0
    /// Distance of its beginning from the origin of the tab stops.
    var tabX = 0.0
    /// Width of the hyphen after it.
    var hyphen = 0.0
    /// The justification opportunities before and after each cluster; empty for a line that is not
    /// justified.
    var gaps: [JustificationGaps.Gap] = []
  }

  /// - Parameters:
  ///   - contentEnd: Index after the last cluster that does not hang.
  ///   - hyphen: Width of the hyphen that is drawn after it, in points.
  ///   - spread: The width to which the line is justified; `nil` for a line that is not.
  init(
    _ lines: InlineLines, _ line: InlineLines.Line, clusters: Range<Int>, contentEnd: Int,
    hyphen: Double, spread: Double?, listsTexts: Bool
  ) {
    boxes = Array(repeating: nil, count: line.boxes.count)
    atoms = Array(repeating: 0, count: line.atoms.count)
    let events = lines.events(clusters)
    var items = Self.items(lines, clusters, contentEnd: contentEnd, hyphen: hyphen, events)
    let order = VisualOrder(
      levels: items.map(\.level), paragraphLevel: lines.isRightToLeft ? 1 : 0
    ).clusters
    let isFirst = clusters.lowerBound == 0
    place(items, order, lines, line, events, isFirst: isFirst, listsTexts: listsTexts)
    guard let spread, spread > width else { return }
    let count = JustificationGaps.find(in: &items, lines)
    guard count > 0 else { return }
    gap = (spread - width) / Double(count)
    for index in items.indices {
      items[index].width += gap * Double(items[index].gaps.reduce(0) { $0 + $1.before + $1.after })
    }
    marks = []
    texts = []
    place(items, order, lines, line, events, isFirst: isFirst, listsTexts: listsTexts)
  }

  private static func items(
    _ lines: InlineLines, _ clusters: Range<Int>, contentEnd: Int, hyphen: Double,
    _ events: Range<Int>
  ) -> [Item] {
    let content = lines.content
    var items: [Item] = []
    var box = content.box(before: events.lowerBound)
    var start = clusters.lowerBound
    var isOpening = false
    var atom = 0
    // Where the text is, for tab stops.
    var x = clusters.lowerBound == 0 ? content.indent : 0
    let baseLevel: UInt8 = lines.isRightToLeft ? 1 : 0
    func level(_ cluster: Int) -> UInt8 {
      lines.levels.map { levels in
        let unit = lines.base.offset(ofCluster: cluster)
        return unit < levels.levels.count ? levels.levels[unit] : levels.base(at: unit)
      } ?? 0
    }
    // A neutral character has the level of the texts on both sides, or else that of the block.
    func neutralLevel(before cluster: Int) -> UInt8 {
      guard cluster > clusters.lowerBound, cluster < contentEnd,
        level(cluster) == level(cluster - 1)
      else { return baseLevel }
      return level(cluster)
    }
    func addText(to end: Int) {
      if start == clusters.lowerBound, start > 0, start < end, lines.dropsSpace(start) {
        items.append(Item(width: 0, level: baseLevel, box: box, atom: nil, hangs: true))
        isOpening = false
        start += 1
      }
      let last = min(end, contentEnd)
      // A letter is kerned with a space that hangs only if the space is in another box.
      let endsInText = end > contentEnd || contentEnd == clusters.upperBound
      while start < last {
        var next = start + 1
        let own = level(start)
        while next < last, level(next) == own { next += 1 }
        var width = lines.base.end(ofClusters: start..<next, at: x) - x
        if next == contentEnd, endsInText { width += lines.base.edges.width(at: next - 1) }
        let steps = 64 * lines.strut.metrics.rules.scale
        func rounded(_ width: Double) -> Double { (width * steps - 1e-6).rounded(.up) / steps }
        let mark = next == contentEnd ? rounded(hyphen) : 0
        // The part of a run is rounded up, not the run.
        let part = rounded(width - lines.base.roundings.width(at: next - 1))
        items.append(
          Item(
            width: part + mark, level: own, box: box, atom: nil, clusters: start..<next, tabX: x,
            hyphen: mark))
        isOpening = false
        start = next
        x += width
      }
      guard start < end else { return }
      // Spaces that hang have a width only if they are kept, or are before kept ones.
      let keepsSpaces =
        box.map { content.boxes[$0].keepsSpaces } ?? content.keepsSpaces
        || end < clusters.upperBound && lines.endsWithKeptSpace(clusters)
      let width = keepsSpaces ? lines.base.end(ofClusters: start..<end, at: x) - x : 0
      items.append(
        Item(width: width, level: baseLevel, box: box, atom: nil, hangs: true))
      isOpening = false
      start = end
    }
    for event in content.events[events] {
      let cluster = min(
        clusters.upperBound, lines.base.cluster(atOffset: content.offset(of: event)))
      addText(to: cluster)
      switch event {
      case .open(let next):
        box = next
        x += content.boxes[next].start
        isOpening = true
      case .close(let last):
        if isOpening {
          items.append(
            Item(
              width: 0, level: cluster < contentEnd ? level(cluster) : baseLevel, box: box,
              atom: nil))
          isOpening = false
        }
        box = content.boxes[last].parent
        x += content.boxes[last].end
      case .float: continue
      case .mark(let mark):
        items.append(
          Item(
            width: 0, level: neutralLevel(before: cluster), box: box, atom: nil, mark: mark))
      case .atom(let own):
        items.append(
          Item(width: content.atoms[own].width, level: level(cluster), box: box, atom: atom))
        atom += 1
        x += content.atoms[own].width
        start = max(start, cluster + 1)
        isOpening = false
      }
    }
    addText(to: clusters.upperBound)
    return items
  }

  /// Adds the widths from left to right.
  private mutating func place(
    _ items: [Item], _ order: [Int], _ lines: InlineLines, _ line: InlineLines.Line,
    _ events: Range<Int>, isFirst: Bool, listsTexts: Bool
  ) {
    let content = lines.content
    var number: [Int: Int] = [:]
    for (index, own) in line.boxes.enumerated() { number[own.box] = index }
    var opened: Set<Int> = []
    var closed: Set<Int> = []
    for event in content.events[events] {
      if case .open(let box) = event { opened.insert(box) }
      if case .close(let box) = event { closed.insert(box) }
    }
    // The items at the left and at the right end of each box.
    var first = [Int](repeating: -1, count: line.boxes.count)
    var last = first
    let chains = order.map { content.chain(items[$0].box) }
    // White space without a width counts only for boxes with nothing else on the line.
    for isDropped in [false, true] {
      let before = first
      for (position, item) in order.enumerated()
      where (items[item].hangs && items[item].width == 0) == isDropped {
        let isNew = chains[position].contains { number[$0].map { before[$0] < 0 } ?? false }
        for box in chains[position] {
          guard let index = number[box], !isDropped || isNew else { continue }
          first[index] = first[index] < 0 ? position : min(first[index], position)
          last[index] = max(last[index], position)
        }
      }
    }
    let firstItem = items.firstIndex { $0.width > 0 } ?? items.count
    let hanging = items.reduce(0) { $1.hangs ? $0 + $1.width : $0 }
    var x = isFirst && !lines.isRightToLeft ? content.indent : 0
    if lines.isRightToLeft { x -= hanging }
    for (position, item) in order.enumerated() {
      for box in chains[position].reversed() {
        guard let index = number[box], first[index] == position else { continue }
        let own = content.boxes[box]
        let hasEdge = own.isLeftToRight ? opened.contains(box) : closed.contains(box)
        if hasEdge { x += own.isLeftToRight ? own.margins.start : own.margins.end }
        boxes[index] = (x, x)
        if hasEdge { x += own.isLeftToRight ? own.insets.leading : own.insets.trailing }
      }
      if let atom = items[item].atom { atoms[atom] = x }
      if let mark = items[item].mark {
        marks.append((mark, x, item > firstItem))
      }
      if listsTexts, !items[item].clusters.isEmpty { texts.append((items[item], x)) }
      x += items[item].width
      for box in chains[position] {
        guard let index = number[box], last[index] == position else { continue }
        let own = content.boxes[box]
        let hasEdge = own.isLeftToRight ? closed.contains(box) : opened.contains(box)
        if hasEdge { x += own.isLeftToRight ? own.insets.trailing : own.insets.leading }
        boxes[index]?.end = x
        if hasEdge { x += own.isLeftToRight ? own.margins.end : own.margins.start }
      }
    }
    if isFirst, lines.isRightToLeft { x += content.indent }
    width = lines.isRightToLeft ? x : x - hanging
  }
}
