/// The elements that are drawn on one line, in the order of the text.
struct LineContent {
  /// A grapheme, an ellipsis or a hyphen, with the width in which it is drawn.
  struct Element {
    var content: Content
    /// Drawn width, in points.
    var advance: Double
    /// Bidi embedding level.
    var level: UInt8
  }

  /// What an element draws: a grapheme, by its index in the paragraph, or one of two marks.
  enum Content: Hashable {
    case cluster(Int)
    /// An ellipsis, with the style of the text at a UTF-16 offset.
    case ellipsis(unit: Int)
    /// A hyphen, with the style of the text at a UTF-16 offset.
    case hyphen(unit: Int)
  }

  /// The line's elements, without the hanging spaces at its end.
  private(set) var elements: [Element] = []
  /// Bidi base level of the line: even for left to right, odd for right to left.
  let baseLevel: UInt8
  /// Whether the text is clipped at the available width, without an ellipsis.
  let isClipped: Bool

  /// The clusters that an ellipsis replaces; `nil` for a line without an ellipsis.
  private(set) var omitted: Range<Int>?
  /// Whether the elements are narrowed to fit the available width.
  private(set) var isTightened = false

  private let text: PreparedText
  private let levels: TextLevels

  /// Determines what is drawn on one line of a layout.
  ///
  /// - Parameters:
  ///   - width: The available width of the layout, in points.
  ///   - scale: The factor by which the font was shrunk to fit; 1 if it was not.
  init(
    _ line: MeasuredLine, of text: PreparedText, width: Double, fitting: LineFitting,
    scale: Double, levels: TextLevels
  ) {
    self.text = text
    self.levels = levels
    baseLevel = levels.base(at: line.start)
    isClipped = line.truncated && fitting.truncation == .clip
    let paragraph = text.paragraph
    let start = paragraph.cluster(atOffset: line.start)
    let end = paragraph.cluster(atOffset: line.end)
    if line.truncated, !isClipped {
      addTruncated(
        from: start, limit: text.limit(width) / scale, fitting)
    } else {
      let last = trimmed(start..<end)
      add(start..<last, tabs: true)
      if last == end, !elements.isEmpty {
        elements[elements.count - 1].advance += paragraph.edges.width(at: last - 1)
      }
      if line.hyphenated, end > start {
        let unit = paragraph.offset(ofCluster: end - 1)
        elements.append(
          Element(
            content: .hyphen(unit: unit), advance: paragraph.marks(at: end - 1).hyphen,
            level: levels.levels[unit]))
      }
    }
    halvePunctuation(from: start, isTruncated: line.truncated, width: line.width / scale)
    for index in elements.indices { elements[index].advance *= scale }
    if !line.truncated { tighten(to: line.width) }
  }

  /// Corrects the widths of halved brackets at both ends of the line.
  ///
  /// A bracket at the beginning of the line gets its full width. A bracket at the end is halved if
  /// the line was measured with the half.
  private mutating func halvePunctuation(from start: Int, isTruncated: Bool, width: Double) {
    let paragraph = text.paragraph
    guard let first = elements.first, first.content == .cluster(start) else { return }
    elements[0].advance += paragraph.starts.width(at: start)
    guard !isTruncated, let last = elements.last, case .cluster(let cluster) = last.content,
      elements.reduce(-width, { $0 + $1.advance }) > 1e-6
    else { return }
    elements[elements.count - 1].advance -= paragraph.trims.width(at: cluster)
  }

  /// Adds clusters to the line; with `tabs`, a tab extends to its tab stop, otherwise it has no
  /// width.
  private mutating func add(_ clusters: Range<Int>, tabs: Bool) {
    let paragraph = text.paragraph
    var x = 0.0
    for cluster in clusters {
      let right = tabs ? paragraph.end(ofCluster: cluster, at: x) : x + paragraph.advances[cluster]
      elements.append(
        Element(
          content: .cluster(cluster), advance: right - x,
          level: levels.levels[paragraph.offset(ofCluster: cluster)]))
      x = right
    }
  }

  /// Adds the clusters that remain on a truncated line, and its ellipsis.
  private mutating func addTruncated(
    from start: Int, limit: Double, _ fitting: LineFitting
  ) {
    let paragraph = text.paragraph
    paragraph.segments.withUnsafeBufferPointer { segments in
      // The line as it was filled before truncation.
      var filler = LineFiller(at: start, in: segments)
      guard !filler.isAtEnd(segments) else { return }
      let room = fitting.wraps ? limit : .infinity
      let filled =
        paragraph.needsCare
        ? filler.nextWithSoftHyphens(paragraph, segments, limit: room)
        : filler.next(paragraph, segments, limit: room)
      let truncation = Truncation(
        paragraph: paragraph, segments: segments, rules: text.metrics.rules, wraps: fitting.wraps)
      guard
        let gap = truncation.omitted(from: filled, limit: limit, mode: fitting.truncation)
      else { return }
      omitted = gap
      let marked = max(start, filled.end - 1)
      add(start..<gap.lowerBound, tabs: true)
      elements.append(
        Element(
          content: .ellipsis(unit: paragraph.offset(ofCluster: marked)),
          advance: paragraph.marks(at: marked).ellipsis.advance, level: baseLevel))
      let end = fitting.wraps ? paragraph.advances.count : filled.end
      if gap.upperBound < end {
        add(gap.upperBound..<end, tabs: false)
      }
    }
  }

  /// The end of a range of clusters without the hanging spaces and line terminators at its end.
  private func trimmed(_ clusters: Range<Int>) -> Int {
    var end = clusters.upperBound
    while end > clusters.lowerBound {
      let unit = levels.units[text.paragraph.offset(ofCluster: end - 1)]
      guard
        unit == 0x09 || EmojiPresentation.hangs(unit, mode: text.metrics.rules.lineBreak.mode)
          || TextBuffer.breaksLine(unit, text.metrics.rules.lineBreak.mode)
      else { break }
      end -= 1
    }
    return end
  }

  /// Narrows all elements by the same amount, if together they are wider than the line.
  private mutating func tighten(to width: Double) {
    let excess = elements.reduce(-width) { $0 + $1.advance }
    // The tolerance exceeds the rounding error that a different order of summation causes.
    guard excess > 1e-6, !elements.isEmpty else { return }
    isTightened = true
    for index in elements.indices { elements[index].advance -= excess / Double(elements.count) }
  }
}

extension Paragraph {
  /// Index of the cluster at a UTF-16 offset.
  func cluster(atOffset offset: Int) -> Int {
    if ends.isEmpty { return min(offset, advances.count) }
    return ends.partitioningIndex { Int($0) > offset }
  }
}

/// The UTF-16 units of a text with their bidi levels.
struct TextLevels {
  /// The UTF-16 units of the text.
  let units: [UInt16]
  /// Bidi embedding level of each UTF-16 unit.
  private(set) var levels: [UInt8] = []
  /// The hard lines: the UTF-16 offset after each, with its terminator, and its base level.
  private(set) var hardLines: [(end: Int, base: UInt8)] = []

  /// Determines the bidi levels of a text.
  ///
  /// - Parameters:
  ///   - buffer: Contains the text.
  ///   - rightToLeft: Whether the base direction is right to left.
  ///   - natural: Whether the first strong character of each hard line overrides the base
  ///     direction.
  init(_ buffer: TextBuffer, rightToLeft: Bool, natural: Bool) throws(TextError) {
    units = Array(UnsafeBufferPointer(start: buffer.units, count: buffer.count))
    let bidi = try BidiLevels()
    var start = 0
    while start < units.count {
      let end =
        units[start...].firstIndex { TextBuffer.breaksLine($0, buffer.mode) } ?? units.count
      let last = min(end + 1, units.count)
      var base: UInt8 = rightToLeft ? 1 : 0
      if start < end {
        let result = bidi.levels(
          buffer.units + start, count: end - start, rightToLeft: rightToLeft, natural: natural)
        base = bidi.paragraphLevel
        levels += (0..<end - start).map { result?[$0] ?? 0 }
      }
      levels += repeatElement(base, count: last - end)
      hardLines.append((last, base))
      start = last
    }
  }

  /// Bidi base level of the hard line that contains a UTF-16 offset.
  func base(at unit: Int) -> UInt8 {
    guard let last = hardLines.last else { return 0 }
    let index = hardLines.partitioningIndex { $0.end > unit }
    return index < hardLines.count ? hardLines[index].base : last.base
  }
}

/// A text divided into shaping runs, with the bidi levels of its UTF-16 units.
struct TextAnalysis {
  /// The bidi levels of the text.
  let levels: TextLevels
  /// Shaping runs in the order of the text, without line terminators.
  private(set) var items: [ShapingRun] = []

  /// Divides a text into shaping runs and determines its bidi levels.
  ///
  /// - Parameters:
  ///   - text: The text, which is cut off after `limit` UTF-16 units.
  ///   - mode: The rules by which lines end.
  ///   - runs: Styles of the text; their `fontSet` is an index into `sets`.
  ///   - rightToLeft: Whether the base direction is right to left.
  ///   - natural: Whether the first strong character of each hard line overrides the base
  ///     direction.
  init(
    _ text: String, limit: Int, mode: LineBreakMode, runs: RunTable, sets: [FontFallback],
    rightToLeft: Bool, natural: Bool
  ) throws(TextError) {
    let buffer = TextBuffer()
    buffer.load(text, limit: limit, mode: mode)
    levels = try TextLevels(buffer, rightToLeft: rightToLeft, natural: natural)
    let itemizer = try Itemizer(graphemes: try BreakIterator(line: false, locale: ""))
    var start = 0
    for line in levels.hardLines {
      let isTerminated = TextBuffer.breaksLine(levels.units[line.end - 1], mode)
      let end = isTerminated ? line.end - 1 : line.end
      if start < end {
        try itemizer.divide(
          buffer.units, range: start..<end, runs: runs, sets: sets, rightToLeft: rightToLeft,
          natural: natural)
        items += itemizer.items
      }
      start = line.end
    }
  }

  /// Index in `items` of the shaping run that contains a UTF-16 offset; `nil` for a line
  /// terminator.
  func item(at unit: Int) -> Int? {
    let index = items.partitioningIndex { $0.end > unit }
    return index < items.count && items[index].start <= unit ? index : nil
  }
}
