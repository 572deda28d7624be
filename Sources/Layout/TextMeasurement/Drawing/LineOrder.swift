public import LayoutPrimitives

extension TextMeasurer {
  /// The lines of a prepared text at a width, for a client that draws them.
  ///
  /// - Parameters:
  ///   - prepared: The text as `prepare` returned it.
  ///   - text: The characters of the text.
  ///   - width: Available width, in points.
  ///   - fitting: Line limit, truncation, shrinking and tightening.
  ///   - direction: The base direction that was passed to `prepare`.
  ///   - height: Height of the frame in which the text is drawn, in points; UIKit centers the text
  ///     vertically in it.
  /// - Returns: The lines; their baselines are counted from the top of the frame.
  /// - Throws: `TextError.icuFailed`.
  public func fragments(
    of prepared: PreparedText, text: String, width: Double, fitting: LineFitting,
    direction: LayoutDirection, height: Double
  ) throws(TextError) -> LabelFragments {
    let layout = prepared.layout(width: width, fitting: fitting)
    let rules = prepared.metrics.rules
    let top = rules.spareAbove(layout.measure, in: height)
    var order = try LineOrder(
      text, limit: limits.textUnits, direction: direction, rules: rules, fitting: fitting,
      isTruncated: layout.measure.truncated)
    var lines: [LineFragment] = []
    lines.reserveCapacity(layout.lines.count)
    for line in layout.lines.prefix(LabelFragments.maximumLines) {
      var fragment = LineFragment(
        end: line.end, width: rules.grid.pixels(coveringExtent: line.width),
        baseline: rules.grid.pixel(ofEdge: top + line.baseline),
        mark: line.hyphenated ? .hyphen : .none)
      if line.truncated { fragment.mark = fitting.truncation == .clip ? .clip : .none }
      order?.complete(
        &fragment, line, of: prepared, width: width, fitting: fitting, scale: layout.measure.scale)
      lines.append(fragment)
    }
    return LabelFragments(
      textHash: LabelFragments.textHash(of: text), scale: layout.measure.scale, lines: lines)
  }
}

extension MeasurementRules {
  /// Distance of a text's top edge from the top of its frame, in points.
  ///
  /// UIKit centers text vertically in a label.
  ///
  /// - Parameters:
  ///   - measure: The measure of the text.
  ///   - height: Height of the frame without padding, in points.
  public func spareAbove(_ measure: TextMeasure, in height: Double) -> Double {
    guard metrics == .uikit else { return 0 }
    return grid.points(grid.pixel(ofEdge: max(0, height - measure.height) / 2))
  }
}

/// The bidirectional order, the ellipsis and the tightening of the lines of one text.
private struct LineOrder {
  private let levels: TextLevels
  private let bidi: BidiLevels
  private var units: [UInt16] = []
  private var own: [UInt8] = []
  /// The text offset of each unit that is drawn; `nil` for a hyphen or ellipsis.
  private var offsets: [Int?] = []

  /// Analyzes a text; `nil` if no line needs it.
  ///
  /// It is not needed for a text from left to right that is neither truncated nor tightened.
  init?(
    _ text: String, limit: Int, direction: LayoutDirection, rules: MeasurementRules,
    fitting: LineFitting, isTruncated: Bool
  ) throws(TextError) {
    let needsContent = isTruncated && fitting.truncation != .clip || fitting.tightening > 0
    // All letters from right to left lie at or above U+0590, so that their UTF-8 form has a byte of
    // at least 0xD6.
    let mayRunRightToLeft = direction == .rightToLeft || text.utf8.contains { $0 >= 0xD6 }
    guard needsContent || mayRunRightToLeft else { return nil }
    let buffer = TextBuffer()
    buffer.load(text, limit: limit, mode: rules.lineBreak.mode)
    guard
      needsContent || direction == .rightToLeft
        || BidiLevels.mayRunRightToLeft(buffer.units, count: buffer.count)
    else { return nil }
    levels = try TextLevels(
      buffer, rightToLeft: direction == .rightToLeft, natural: rules.metrics != .css)
    bidi = try BidiLevels()
  }

  /// Adds the base direction, the runs, the ellipsis and the tightening to a line.
  mutating func complete(
    _ fragment: inout LineFragment, _ line: MeasuredLine, of text: PreparedText, width: Double,
    fitting: LineFitting, scale: Double
  ) {
    let content = LineContent(
      line, of: text, width: width, fitting: fitting, scale: scale, levels: levels)
    fragment.isRightToLeft = content.baseLevel & 1 == 1
    fragment.isTightened = content.isTightened
    if let gap = content.omitted {
      let omitted =
        text.paragraph.offset(
          ofCluster: gap.lowerBound)..<text.paragraph.offset(
          ofCluster: gap.upperBound)
      fragment.end = max(line.end, omitted.upperBound)
      fragment.mark = .ellipsis(omitted: omitted)
    }
    collect(content, text.paragraph)
    let order = VisualOrder(levels: own, paragraphLevel: content.baseLevel)
    guard order != orderAlone(content.baseLevel) else { return }
    for run in order.runs { append(run, to: &fragment.runs) }
  }

  /// Collects the units that the line draws, with their levels in the paragraph.
  private mutating func collect(_ content: LineContent, _ paragraph: Paragraph) {
    units.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    for element in content.elements {
      switch element.content {
      case .cluster(let cluster):
        let start = paragraph.offset(ofCluster: cluster)
        for unit in start..<paragraph.offset(ofCluster: cluster + 1) {
          units.append(levels.units[unit])
          own.append(element.level)
          offsets.append(unit)
        }
      case .ellipsis: add(mark: 0x2026, level: element.level)
      case .hyphen: add(mark: 0x2010, level: element.level)
      }
    }
  }

  private mutating func add(mark: UInt16, level: UInt8) {
    units.append(mark)
    own.append(level)
    offsets.append(nil)
  }

  /// The order of the collected units if they are a text of their own in a base direction.
  private func orderAlone(_ base: UInt8) -> VisualOrder {
    units.withUnsafeBufferPointer { units in
      guard let start = units.baseAddress else { return VisualOrder(levels: []) }
      let ownLevels = bidi.levels(
        start, count: units.count, rightToLeft: base & 1 == 1, natural: false)
      return VisualOrder(
        levels: units.indices.map { ownLevels?[$0] ?? 0 }, paragraphLevel: bidi.paragraphLevel)
    }
  }

  /// Appends the parts of a run from left to right, divided at marks and at omitted text.
  private func append(_ run: VisualOrder.Run, to runs: inout [LineFragment.Run]) {
    var parts: [LineFragment.Run] = []
    var isOpen = false
    for index in run.clusters {
      guard let unit = offsets[index] else {
        let end = index > 0 ? offsets[index - 1].map { $0 + 1 } ?? 0 : 0
        parts.append(LineFragment.Run(range: end..<end, isRightToLeft: run.isRightToLeft))
        isOpen = false
        continue
      }
      if isOpen, let last = parts.last, last.range.upperBound == unit {
        parts[parts.count - 1].range = last.range.lowerBound..<unit + 1
      } else {
        parts.append(LineFragment.Run(range: unit..<unit + 1, isRightToLeft: run.isRightToLeft))
        isOpen = true
      }
    }
    runs += run.isRightToLeft ? parts.reversed() : parts
  }
}
