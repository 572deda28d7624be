import LayoutPrimitives

/// Block boxes in a block formatting context.
///
/// Source: CSS 2.2, 8.3.1, 9.4.1 and 10.6.3. Boxes without height are placed as in Chromium.
extension BoxEngine {
  mutating func layOutBlock(_ box: Int, _ space: BoxSpace, _ into: inout BoxArrangement)
    -> BoxResult
  {
    let edges = edges(box, space.percentWidth)
    let width = usedWidth(box, space, edges)
    let percentHeight = contentHeightForPercents(box, space, edges, width: width)
    var flow = BlockFlow(
      isContext: space.isContext || traits[box].establishesContext, edges: edges,
      width: (width - edges.inlineSum).notNegative, percentHeight: percentHeight,
      direction: traits[box].direction, linesLeft: linesLeft(box, space),
      isFollowed: space.isFollowed)
    if !flow.isContext { flow.floats = space.floats }
    flow.contentX =
      flow.floats.x + (flow.direction == .leftToRight ? edges.start : edges.end)
    let last = boxes[box].children.last { !traits[$0].isAbsolute }
    into.placements.reserveCapacity(boxes[box].children.count)
    for child in boxes[box].children {
      if traits[child].isAbsolute {
        let style = boxes[child].style
        // Chromium does not align boxes that would be on a line.
        let isInline = style.value.display.isInline
        into.absolute.append(
          flow.staticPosition(
            child,
            inline: isInline
              ? .normal : style.value.justifySelf ?? boxes[box].style.value.justifyItems,
            block: isInline ? .normal : style.value.alignSelf ?? .normal,
            direction: style.value.direction))
      } else if let side = traits[child].float {
        add(child, side, boxWidth: width, to: &flow, &into)
      } else {
        add(child, of: box, isLast: child == last, to: &flow, &into)
      }
    }
    return close(&flow, box, space, width, &into)
  }

  /// Adds the next box to a flow.
  private mutating func add(
    _ child: Int, of box: Int, isLast: Bool, to flow: inout BlockFlow,
    _ into: inout BoxArrangement
  ) {
    let isContext = traits[child].establishesContext || traits[child].isReplaced
    let alignment = traits[child].justifySelf ?? traits[box].justifyItems
    let fits =
      traits[child].isReplaced || traits[child].isTable || alignment.keyword != .normal
    var space = BoxSpace(
      width: flow.width, height: flow.percentHeight, percentWidth: flow.width,
      percentHeight: flow.percentHeight,
      widthMode: alignment.keyword == .stretch ? .stretch : fits ? .fit : .fill,
      isContext: isContext)
    if !isContext, let linesLeft = flow.linesLeft {
      (space.linesLeft, space.isFollowed) = (linesLeft, flow.isFollowed || !isLast)
    }
    let margins = margins(child, flow.width, flow.direction)
    var result = measure(child, space)
    var room = (start: LayoutUnit.zero, width: flow.width)
    var top: BlockFlow.Top?
    if isFloated(child, flow.floats.list, top: flow.floats.y + flow.top(result, margins.edges)) {
      top = floated(
        child, isContext: isContext, margins, alignment, boxes[box].style.value.blockAlign, flow,
        &space, &result, &room)
      if !isContext, traits[child].hasFloats { flow.floats.list = result.floats }
    }
    var block = flow.add(result, margins.edges, floated: top)
    if case .marker(_, let ascent, _) = contents[box], flow.firstBaseline == nil,
      let baseline = result.firstBaseline
    {
      // The marker is on the first line, and begins at or below the top of the box with that line.
      // Source: Blink's `UnpositionedListMarker`.
      let distance = (ascent - baseline).notNegative
      block += distance
      flow.bottom += distance
    }
    flow.count(result, isInside: !isContext)
    into.placements.append(
      BoxPlacement(
        box: child, space: space,
        inline: flow.edges.start + room.start
          + flow.inlineOffset(
            result.width, in: room.width, margins, alignment, direction: traits[child].direction,
            boxes[box].style.value.blockAlign),
        block: block, width: result.width))
    if let baseline = result.firstBaseline, flow.firstBaseline == nil {
      flow.firstBaseline = block + baseline
    }
    if let baseline = result.lastBaseline { flow.lastBaseline = block + baseline }
    if !traits[child].isFlex, traits[child].scrollsX || traits[child].scrollsY {
      flow.baselineOnLine = block + result.height + margins.edges.bottom
    } else if let baseline = result.baselineOnLine {
      flow.baselineOnLine = block + baseline
    }
  }

  /// Adds a float to a flow.
  private mutating func add(
    _ child: Int, _ side: FloatSide, boxWidth: LayoutUnit, to flow: inout BlockFlow,
    _ into: inout BoxArrangement
  ) {
    let space = BoxSpace(
      width: flow.width, height: flow.percentHeight, percentWidth: flow.width,
      percentHeight: flow.percentHeight, widthMode: .fit)
    let float = unplaced(child, side, space)
    let margins = margins(child, flow.width, .leftToRight).edges
    let placed = floats.place(
      float, in: flow.floats.list, from: flow.contentX, to: flow.contentX + flow.width,
      top: flow.floats.y + flow.floatTop)
    flow.floats.list = placed.list
    let left = placed.x - flow.floats.x + margins.start
    let width = float.width - margins.inlineSum
    into.placements.append(
      BoxPlacement(
        box: child, space: space,
        inline: flow.direction == .leftToRight ? left : boxWidth - left - width,
        block: placed.y - flow.floats.y + margins.top, width: width))
  }

  /// Lays out a box in the flow beside, below or around floats.
  ///
  /// - Parameters:
  ///   - space: The space of the box without floats, which is changed.
  ///   - result: The layout in that space, which is changed.
  ///   - room: The part of the content box in which the box is aligned, from its inline start.
  /// - Returns: The top of the border box, if it does not follow from margins.
  private mutating func floated(
    _ child: Int, isContext: Bool, _ margins: BoxMargins, _ alignment: SelfAlignment,
    _ blockAlign: BoxStyle.BlockAlign?, _ flow: BlockFlow, _ space: inout BoxSpace,
    _ result: inout BoxResult, _ room: inout (start: LayoutUnit, width: LayoutUnit)
  ) -> BlockFlow.Top? {
    let y = flow.floats.y
    var cleared: LayoutUnit?
    func top(_ result: BoxResult) -> LayoutUnit { cleared ?? flow.top(result, margins.edges) }
    if let edge = floats.clearance(traits[child].clear, of: flow.floats.list),
      edge > y + top(result) || result.collapsesThrough
    {
      cleared = max(edge - y, top(result))
    }
    if isContext {
      let beside = besideFloats(
        child, space, flow.floats.list, content: flow.contentX, top: y + top(result))
      (space, result) = (beside.space, beside.result)
      room.start =
        flow.direction == .leftToRight
        ? beside.left : flow.width - beside.left - beside.width
      room.width = beside.width
      let isPushed = beside.top > y + top(result)
      return isPushed ? .below(beside.top - y) : cleared.map { .contextBelow($0) }
    }
    // The margins inside the box are known only after its layout, and may depend on floats there.
    for _ in 0..<2 {
      let start = flow.inlineOffset(
        result.width, in: flow.width, margins, alignment, direction: traits[child].direction,
        blockAlign)
      let left =
        flow.direction == .leftToRight ? start : flow.width - start - result.width
      let before = top(result)
      space.floats = FloatPlace(list: flow.floats.list, x: flow.contentX + left, y: y + before)
      result = measure(child, space)
      if top(result) == before { break }
    }
    return cleared.map { .below($0) }
  }

  /// Ends a flow, and returns the result of its box.
  private func close(
    _ flow: inout BlockFlow, _ box: Int, _ space: BoxSpace, _ width: LayoutUnit,
    _ into: inout BoxArrangement
  ) -> BoxResult {
    let edges = flow.edges
    var least = LayoutUnit.zero
    if case .marker(_, let ascent, let descent) = contents[box], flow.firstBaseline == nil {
      // Without a line in the boxes inside, the border box is at least as high as the marker.
      flow.resolve()
      least = ascent + descent
    }
    flow.cut()
    var strut = flow.strut
    if edges.bottom > .zero || flow.isContext || flow.endsCleared {
      flow.resolve()
      flow.bottom += flow.strut.sum
      strut = MarginStrut()
    }
    if flow.isContext, let bottom = floats.bottom(of: flow.floats.list) {
      flow.bottom = max(flow.bottom, bottom)
    }
    let content = max(edges.top, flow.bottom) + edges.bottom
    let used = usedHeight(box, space, edges, width: width, content: content)
    let height = space.hasFixedHeight ? used : max(least, used)
    var result = BoxResult(width: width, height: height, contentHeight: max(least, content))
    (result.linesLeft, result.isClamped) = (flow.linesLeft, flow.isClamped)
    if !flow.isContext { result.floats = flow.floats.list }
    if !flow.isResolved {
      if height == .zero {
        result.collapsesThrough = true
        result.topStrut = strut
        return result
      }
      flow.resolve()
      strut = MarginStrut()
    }
    result.topStrut = flow.topStrut
    let hasHeight =
      space.hasFixedHeight || ratio(box) != nil
      || setHeight(box, space, edges, content: nil) != nil
    result.bottomStrut = hasHeight || used != content ? MarginStrut() : strut
    let shift = contentShift(box, space, height - content)
    if shift != .zero {
      for index in into.placements.indices { into.placements[index].block += shift }
    }
    result.firstBaseline = flow.firstBaseline.map { $0 + shift }
    result.lastBaseline = flow.lastBaseline.map { $0 + shift }
    result.baselineOnLine = flow.baselineOnLine.map { $0 + shift }
    return result
  }

  /// The distance by which `align-content`, or the row of a cell, moves the contents of a block box
  /// down.
  func contentShift(_ box: Int, _ space: BoxSpace, _ free: LayoutUnit) -> LayoutUnit {
    if let shift = space.contentShift { return shift }
    let alignment = boxes[box].style.value.alignContent
    if free < .zero { return .zero }
    switch alignment.keyword {
    case .end, .flexEnd: return free
    case .center: return free / 2
    case .spaceAround, .spaceEvenly: return free / 2
    default: return .zero
    }
  }
}

/// The boxes of a block box that are already placed.
private struct BlockFlow {
  /// The distance of a border box from the top, where it follows from floats.
  enum Top {
    /// Below floats: by `clear`, or because a formatting context does not overlap them.
    case below(LayoutUnit)
    /// Below floats, by `clear` of a box with a formatting context of its own.
    case contextBelow(LayoutUnit)
  }

  let isContext: Bool
  let edges: BoxEdges
  /// The width of the content box.
  let width: LayoutUnit
  let percentHeight: LayoutUnit?
  let direction: LayoutDirection
  /// Distance of the last border edge from the top of the border box.
  var bottom: LayoutUnit
  /// The margins that adjoin that edge.
  private(set) var strut = MarginStrut()
  /// The margins that adjoin the top of the box from inside.
  private(set) var topStrut = MarginStrut()
  /// Whether the position of the box does not depend on the margins of further boxes inside.
  private(set) var isResolved: Bool
  /// The floats of the context so far, and where the box is in it.
  var floats = FloatPlace()
  /// Whether the margins at the end are those of a box with `clear`, which do not collapse with the
  /// margin below the box around it.
  private(set) var endsCleared = false
  /// The left edge of the content box in the context.
  var contentX = LayoutUnit.zero
  var firstBaseline: LayoutUnit?
  var lastBaseline: LayoutUnit?
  /// The last baseline, for which a block that scrolls has the bottom of its margin box.
  var baselineOnLine: LayoutUnit?
  /// The lines that are left before they are clamped; `nil` if they are not clamped.
  private(set) var linesLeft: Int?
  /// Distance from the top of the last border edge at which no line is left.
  private var clampEdge: LayoutUnit?
  /// Whether contents follow that edge in the flow.
  private var hasRest = false
  /// Whether a box follows the one whose contents the flow has.
  let isFollowed: Bool
  /// Whether contents follow the place at which lines are clamped.
  var isClamped: Bool { hasRest || (clampEdge != nil && isFollowed) }

  init(
    isContext: Bool, edges: BoxEdges, width: LayoutUnit, percentHeight: LayoutUnit?,
    direction: LayoutDirection, linesLeft: Int?, isFollowed: Bool
  ) {
    self.isContext = isContext
    self.edges = edges
    self.width = width
    self.percentHeight = percentHeight
    self.direction = direction
    self.linesLeft = linesLeft
    self.isFollowed = isFollowed
    bottom = edges.top
    isResolved = isContext || edges.top > .zero
  }

  /// Ends the margins at the top of the box.
  mutating func resolve() {
    guard !isResolved else { return }
    topStrut = strut
    strut = MarginStrut()
    isResolved = true
  }

  /// The distance from the top at which a float is at its highest.
  var floatTop: LayoutUnit { isResolved ? bottom + strut.sum : .zero }

  /// The distance of the border box of a box from the top if it is added.
  func top(_ result: BoxResult, _ margins: BoxEdges) -> LayoutUnit {
    guard isResolved else { return .zero }
    var strut = strut
    strut.append(margins.top)
    strut.append(result.topStrut)
    return bottom + strut.sum
  }

  /// Adds a box, and returns the distance of its border box from the top.
  ///
  /// - Parameter floated: That distance, if it follows from floats.
  mutating func add(
    _ result: BoxResult, _ margins: BoxEdges, floated: Top? = nil
  ) -> LayoutUnit {
    if let floated { return add(result, margins, at: floated) }
    strut.append(margins.top)
    strut.append(result.topStrut)
    if result.collapsesThrough {
      let top = isResolved ? bottom + strut.sum : .zero
      strut.append(margins.bottom)
      return top
    }
    resolve()
    endsCleared = false
    let top = bottom + strut.sum
    bottom = top + result.height
    strut = result.bottomStrut
    strut.append(margins.bottom)
    return top
  }

  /// Adds a box whose distance from the top follows from floats.
  private mutating func add(_ result: BoxResult, _ margins: BoxEdges, at place: Top) -> LayoutUnit {
    let top: LayoutUnit
    switch place {
    case .below(let edge): top = edge
    case .contextBelow(let edge):
      top = edge
      // In Chromium the margin above it still moves the box around it.
      if !isResolved { strut.append(margins.top) }
    }
    resolve()
    if result.collapsesThrough {
      // The next box is where it would be if the margin above this one were in the flow.
      strut = result.topStrut
      strut.append(margins.top)
      bottom = top - strut.sum
    } else {
      bottom = top + result.height
      strut = result.bottomStrut
    }
    endsCleared = result.collapsesThrough
    strut.append(margins.bottom)
    return top
  }

  /// Counts the lines of a box that was added.
  ///
  /// - Parameter isInside: Whether the lines are in the same block formatting context.
  mutating func count(_ result: BoxResult, isInside: Bool) {
    guard linesLeft != nil else { return }
    if clampEdge != nil { hasRest = true }
    if isInside, let left = result.linesLeft { linesLeft = left }
    if let linesLeft, linesLeft <= 0, clampEdge == nil { clampEdge = bottom }
    if isInside, result.isClamped { hasRest = true }
  }

  /// Ends the flow where lines are clamped: boxes and margins after that do not count.
  mutating func cut() {
    guard isClamped, let clampEdge else { return }
    bottom = clampEdge
    strut = MarginStrut()
  }

  /// The distance of a box from the inline start of the content box.
  ///
  /// Margins that are `auto` are stronger than the alignment.
  ///
  /// - Parameter room: The width in which the box is aligned.
  func inlineOffset(
    _ width: LayoutUnit, in room: LayoutUnit, _ margins: BoxMargins, _ alignment: SelfAlignment,
    direction: LayoutDirection, _ blockAlign: BoxStyle.BlockAlign?
  ) -> LayoutUnit {
    let free = room - width - margins.edges.inlineSum
    if margins.startIsAuto || margins.endIsAuto {
      guard margins.startIsAuto, free > .zero else { return margins.edges.start }
      return margins.endIsAuto ? free / 2 : free
    }
    if alignment.isSafe, free < .zero { return margins.edges.start }
    if let blockAlign, alignment.keyword == .normal {
      guard free > .zero else { return margins.edges.start }
      switch (blockAlign, self.direction) {
      case (.center, _): return margins.edges.start + free / 2
      case (.left, .leftToRight), (.right, .rightToLeft): return margins.edges.start
      case (.right, .leftToRight), (.left, .rightToLeft): return margins.edges.start + free
      }
    }
    switch alignment.edge(in: self.direction, isOther: direction != self.direction) {
    case .start: return margins.edges.start
    case .center: return margins.edges.start + free / 2
    case .end: return margins.edges.start + free
    }
  }

  /// The static position of an absolute box: in a rectangle as wide as the content box.
  func staticPosition(
    _ box: Int, inline: SelfAlignment, block: SelfAlignment, direction: LayoutDirection
  ) -> StaticPosition {
    StaticPosition(
      box: box,
      inline: .init(
        start: edges.start, length: width,
        place: inline.place(in: self.direction, isOther: direction != self.direction),
        isSafe: inline.isSafe),
      block: .init(
        start: bottom + (isResolved ? strut.sum : .zero), length: .zero,
        place: block.place(in: self.direction),
        isSafe: block.isSafe))
  }
}

extension SelfAlignment {
  /// The edge of a container at which a box is aligned.
  ///
  /// - Parameters:
  ///   - direction: The direction of the container.
  ///   - isOther: Whether the box has the other direction.
  fileprivate func edge(in direction: LayoutDirection, isOther: Bool) -> StaticPosition.Axis.Place {
    switch keyword {
    case .normal, .stretch, .start, .flexStart, .baseline, .lastBaseline: .start
    case .end, .flexEnd: .end
    case .center: .center
    case .left: direction == .leftToRight ? .start : .end
    case .right: direction == .leftToRight ? .end : .start
    case .selfStart: isOther ? .end : .start
    case .selfEnd: isOther ? .start : .end
    }
  }

  /// The place of an absolute box in its static position.
  func place(
    in direction: LayoutDirection, isOther: Bool = false
  ) -> StaticPosition.Axis.Place {
    keyword == .lastBaseline ? .end : edge(in: direction, isOther: isOther)
  }
}
