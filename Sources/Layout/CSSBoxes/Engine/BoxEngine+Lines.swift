import LayoutPrimitives

/// Boxes with lines of text, and the boxes on the lines.
///
/// Source: CSS 2.2, 9.4.2 and 10.8.1.
extension BoxEngine {
  /// The size of a box with lines.
  mutating func layOutLines(
    _ box: Int, _ space: BoxSpace, _ lines: any WrappableLines, _ into: inout BoxArrangement
  ) -> BoxResult {
    let edges = edges(box, space.percentWidth)
    let width = usedWidth(box, space, edges)
    let inner = (width - edges.inlineSum).notNegative
    let linesLeft = linesLeft(box, space)
    let isContext = space.isContext || traits[box].establishesContext
    var corner = isContext ? FloatPlace() : space.floats
    corner.x += traits[box].isLeftToRight ? edges.start : edges.end
    corner.y += edges.top
    let isFloated = lines.hasFloats || floats.bottom(of: corner.list).map { $0 > corner.y } ?? false
    let wrapped = wrap(
      lines, of: box, in: inner, lineBoxes(box, space, edges, width: width),
      limit: lineLimit(box, space), between: isFloated ? corner : nil)
    into.lines = wrapped
    let block = wrapped.block
    var content = edges.blockSum + block.height
    if isContext, isFloated, let bottom = floats.bottom(of: wrapped.list) {
      content = max(content, bottom + edges.bottom)
    }
    let height = usedHeight(box, space, edges, width: width, content: content)
    let top = edges.top + contentShift(box, space, height - content)
    var result = BoxResult(width: width, height: height, contentHeight: content)
    result.linesLeft = linesLeft.map { $0 - block.count }
    result.isClamped = block.isCut
    if !isContext { result.floats = isFloated ? wrapped.list : space.floats.list }
    result.firstBaseline = block.firstBaseline.map { top + $0 }
    result.lastBaseline = block.lastBaseline.map { top + $0 }
    result.collapsesThrough =
      block.count == 0 && height == .zero && !space.isContext && !traits[box].establishesContext
    return result
  }

  /// The lines of a box that are left before they are clamped, by its own style or by its space.
  func linesLeft(_ box: Int, _ space: BoxSpace) -> Int? {
    traits[box].lineClamp > 0 ? traits[box].lineClamp : space.linesLeft
  }

  /// The maximum number of lines of a box with lines; `nil` if they are not clamped.
  ///
  /// As in Chromium, a box after the clamped lines has one line.
  func lineLimit(_ box: Int, _ space: BoxSpace) -> Int? {
    linesLeft(box, space).map { max(1, $0) }
  }

  /// The sizes of the boxes on the lines of a box.
  private mutating func lineBoxes(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, width: LayoutUnit
  ) -> [InlineBoxSize] {
    let children = boxes[box].children
    guard !children.isEmpty else { return [] }
    let space = atomSpace(box, space, edges, width: width)
    return children.map { lineBox($0, space) }
  }

  /// The space of the atomic boxes on the lines of a box.
  private func atomSpace(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, width: LayoutUnit
  ) -> BoxSpace {
    lineSpace(
      (width - edges.inlineSum).notNegative,
      percentHeight: contentHeightForPercents(box, space, edges, width: width))
  }

  /// Places the boxes on the lines of a box.
  ///
  /// - Parameter result: The layout of the box.
  mutating func arrangeLines(
    _ box: Int, _ space: BoxSpace, _ lines: any WrappableLines, _ wrapped: WrappedLines,
    _ result: BoxResult, _ into: inout BoxArrangement
  ) {
    if let inlineBoxes,
      boxes[box].children.allSatisfy({
        !inlineBoxes[$0] && traits[$0].display == .inline && !traits[$0].isReplaced
          && !traits[$0].isAbsolute
      })
    {
      return
    }
    let edges = edges(box, space.percentWidth)
    let inner = (result.width - edges.inlineSum).notNegative
    let onLine = atomSpace(box, space, edges, width: result.width)
    let top = edges.top + contentShift(box, space, result.height - result.contentHeight)
    for (child, position) in zip(boxes[box].children, lines.positions(of: wrapped)) {
      place(child, of: box, at: position, onLine, edges: edges, inner: inner, top: top, &into)
    }
  }

  /// The content widths of lines.
  mutating func lineWidths(_ box: Int, _ lines: any WrappableLines, height: LayoutUnit?)
    -> ContentWidths
  {
    var minimum: [InlineBoxSize] = []
    var maximum: [InlineBoxSize] = []
    for child in boxes[box].children {
      if let side = traits[child].float {
        let widths = contribution(child, BoxHeights(percent: height))
        func float(_ width: LayoutUnit) -> InlineBoxSize {
          .float(
            UnplacedFloat(side: side, clear: traits[child].clear, width: width, height: .zero))
        }
        minimum.append(float(widths.minimum))
        maximum.append(float(widths.maximum))
      } else if isAtomic(child) {
        let widths = contribution(child, BoxHeights(percent: height))
        minimum.append(.atomic(width: widths.minimum, ascent: .zero, descent: .zero))
        maximum.append(.atomic(width: widths.maximum, ascent: .zero, descent: .zero))
      } else {
        let size = lineBox(child, lineSpace(nil, percentHeight: height))
        minimum.append(size)
        maximum.append(size)
      }
    }
    return lines.widths(minimum, maximum)
  }

  /// The space of an atomic box on a line.
  private func lineSpace(_ width: LayoutUnit?, percentHeight: LayoutUnit?) -> BoxSpace {
    BoxSpace(
      width: width, height: percentHeight, percentWidth: width, percentHeight: percentHeight,
      widthMode: .fit)
  }

  /// Whether a box is laid out by itself and stands on a line like a letter.
  private func isAtomic(_ box: Int) -> Bool {
    !traits[box].isAbsolute
      && (traits[box].display != .inline || traits[box].isReplaced)
  }

  private mutating func lineBox(_ child: Int, _ space: BoxSpace) -> InlineBoxSize {
    guard !traits[child].isAbsolute else { return .absolute }
    if let side = traits[child].float { return .float(unplaced(child, side, space)) }
    let margins = margins(child, space.percentWidth, traits[child].direction).edges
    guard isAtomic(child) else {
      return .inline(margins: margins, insets: edges(child, space.percentWidth))
    }
    let result = measure(child, space)
    // The baseline of a block is that of its last line, unless it scrolls.
    let scrolls = traits[child].scrollsX || traits[child].scrollsY
    let baseline =
      traits[child].isFlex || traits[child].isTable
      ? result.firstBaseline : scrolls ? nil : result.baselineOnLine
    let isReplaced = traits[child].isReplaced
    let ascent = isReplaced ? nil : baseline
    return .atomic(
      width: result.width + margins.inlineSum,
      ascent: margins.top + (ascent ?? result.height + margins.bottom),
      descent: ascent.map { result.height - $0 + margins.bottom } ?? .zero)
  }

  /// Places a box of a line in the box with the lines.
  private func place(
    _ child: Int, of box: Int, at position: InlineBoxPosition, _ space: BoxSpace,
    edges: BoxEdges, inner: LayoutUnit, top: LayoutUnit, _ into: inout BoxArrangement
  ) {
    let style = boxes[child].style
    let isLeftToRight = traits[box].direction == .leftToRight
    if style.value.position == .absolute {
      // A block begins a line of its own; an inline box would continue the line.
      let isBlock = !style.value.display.isInline
      let start = isLeftToRight ? position.x : inner - position.x
      let direction = traits[box].direction
      let inline = style.value.justifySelf ?? .normal
      let block = style.value.alignSelf ?? .normal
      into.absolute.append(
        StaticPosition(
          box: child,
          inline: .init(
            start: edges.start + (isBlock ? .zero : start), length: .zero,
            place: inline.place(in: direction, isOther: style.value.direction != direction),
            isSafe: inline.isSafe),
          block: .init(
            start: top + position.y, length: position.height, place: block.place(in: direction),
            isSafe: block.isSafe)))
    } else if isAtomic(child) {
      let margins = margins(child, space.percentWidth, traits[box].direction).edges
      let width = position.width - margins.inlineSum
      let inline =
        isLeftToRight
        ? position.x + margins.start : inner - position.x - position.width + margins.start
      into.placements.append(
        BoxPlacement(
          box: child, space: space, inline: edges.start + inline,
          block: top + position.y + margins.top, width: width))
    } else {
      var position = position
      position.x += isLeftToRight ? edges.start : edges.end
      position.y += top
      into.inline.append((child, position))
    }
  }
}
