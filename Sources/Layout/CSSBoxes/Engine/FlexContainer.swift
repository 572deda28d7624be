import LayoutPrimitives

/// Flex containers.
///
/// Source: CSS Flexbox 1, 9; the numbers in comments are its sections.
extension BoxEngine {
  mutating func layOutFlex(_ box: Int, _ space: BoxSpace, _ into: inout BoxArrangement) -> BoxResult
  {
    var flex = FlexContainer(&self, box, space)
    flex.findItems(&self)
    flex.breakLines(self)
    flex.resolveMainSizes(&self)
    flex.findCrossSizes(&self)
    let result = flex.finish(self)
    flex.place(result, self, &into)
    keep(flex.removeLists())
    return result
  }
}

/// A flex container while it is laid out.
private struct FlexContainer: ~Copyable {
  let box: Int
  let space: BoxSpace
  let style: SharedStyle
  let isRow: Bool
  let edges: BoxEdges
  /// Width of the border box.
  let width: LayoutUnit
  /// Width of the content box.
  let innerWidth: LayoutUnit
  /// Height of the content box, if it is definite.
  let innerHeight: LayoutUnit?
  let mainGap: LayoutUnit
  let crossGap: LayoutUnit
  private var items: [FlexItem]
  private var lines: [FlexLine]
  private var absolute: [Int] = []
  /// Main size of the content box.
  private var innerMain = LayoutUnit.zero
  /// Cross size of the content box.
  private var innerCross = LayoutUnit.zero
  /// Height of the border box by the contents.
  private var contentHeight = LayoutUnit.zero

  init(_ engine: inout BoxEngine, _ box: Int, _ space: BoxSpace) {
    self.box = box
    self.space = space
    (items, lines) = engine.takeFlexLists()
    style = engine.boxes[box].style
    isRow = style.value.flexDirection.isRow
    edges = engine.edges(box, space.percentWidth)
    width = engine.usedWidth(box, space, edges)
    innerWidth = (width - edges.inlineSum).notNegative
    innerHeight = engine.contentHeightForPercents(box, space, edges, width: width)
    let columnGap = engine.gap(style.value.columnGap, of: innerWidth)
    let rowGap = engine.gap(style.value.rowGap, of: innerHeight)
    (mainGap, crossGap) = isRow ? (columnGap, rowGap) : (rowGap, columnGap)
  }

  /// Takes the lists of items and lines, which are not used any more.
  mutating func removeLists() -> FlexLists {
    var lists = FlexLists()
    swap(&lists.items, &items)
    swap(&lists.lines, &lines)
    return lists
  }

  private var isSingleLine: Bool { style.value.flexWrap == .nowrap }

  /// The cross size of the content box if it is definite before the lines are laid out.
  private var definiteCross: LayoutUnit? { isRow ? fixedInnerHeight ?? innerHeight : innerWidth }

  /// The height that the box around this one sets, even if percentages do not refer to it.
  private var fixedInnerHeight: LayoutUnit? {
    guard space.hasFixedHeight, let height = space.height else { return nil }
    return (height - edges.blockSum).notNegative
  }

  // MARK: Items, 9.2

  mutating func findItems(_ engine: inout BoxEngine) {
    var children = engine.boxes[box].children
    if children.contains(where: { engine.traits[$0].order != 0 }) {
      let places = children.enumerated().sorted {
        let (left, right) = (engine.traits[$0.element].order, engine.traits[$1.element].order)
        return left == right ? $0.offset < $1.offset : left < right
      }
      children = places.map(\.element)
    }
    items.reserveCapacity(children.count)
    for child in children {
      if engine.traits[child].isAbsolute {
        absolute.append(child)
      } else {
        addItem(child, &engine)
      }
    }
  }

  private mutating func addItem(_ child: Int, _ engine: inout BoxEngine) {
    let own = engine.boxes[child].style
    let index = items.count
    items.append(
      FlexItem(
        box: child, margins: engine.margins(child, innerWidth, style.value.direction),
        alignment: own.value.alignSelf ?? style.value.alignItems,
        isLegacy: style.value.isLegacyFlex))
    items[index].isStretched = isStretched(index, engine)
    if !items[index].isLegacy {
      items[index].grow = own.value.flexGrow
      items[index].shrink = own.value.flexShrink
    }
    let content = content(of: index, &engine)
    items[index].mainEdges = content.mainEdges
    items[index].base = content.base(&engine, innerMain: isRow ? innerWidth : innerHeight)
    items[index].most = content.most
    items[index].leastIsOpen = content.leastIsWithinBase(engine)
    items[index].least =
      items[index].leastIsOpen ? content.mainEdges : content.least(&engine)
  }

  private func content(of index: Int, _ engine: inout BoxEngine) -> FlexContent {
    let box = items[index].box
    var space = baseSpace
    // A ratio needs a definite cross size.
    let isIndefinite = isRow && self.space.heightMode == .fixedIndefinite
    let stretched = isIndefinite ? nil : stretched(index, &engine)
    if isRow, let stretched { (space.height, space.heightMode) = (stretched, .fixed) }
    return FlexContent(
      &engine, box, space, engine.edges(box, innerWidth), isRow: isRow,
      isLegacy: items[index].isLegacy, stretched: stretched)
  }

  // Items are named by their place: as arguments they would be copied.

  /// Whether an item is as large as its line across the main axis.
  private func isStretched(_ index: Int, _ engine: borrowing BoxEngine) -> Bool {
    let box = items[index].box
    if isRow, engine.traits[box].stretchesHeight { return true }
    let keyword = items[index].alignment.keyword
    guard keyword == .stretch || keyword == .normal else { return false }
    return !items[index].hasAutoCrossMargin(isRow: isRow)
      && (isRow ? engine.traits[box].height.isAuto : engine.traits[box].width.isAuto)
  }

  /// The cross size of the border box of an item that fills a line of a known size.
  private func stretched(_ index: Int, _ engine: inout BoxEngine) -> LayoutUnit? {
    guard isSingleLine, items[index].isStretched, let cross = definiteCross else { return nil }
    return crossSize(of: index, filling: cross, &engine)
  }

  /// The cross size of the border box of an item that fills a length, within its limits.
  private func crossSize(
    of index: Int, filling length: LayoutUnit, _ engine: inout BoxEngine
  ) -> LayoutUnit {
    let (box, space) = (items[index].box, baseSpace)
    let edges = engine.edges(box, innerWidth)
    let limits =
      isRow ? engine.heightLimits(box, space, edges) : engine.widthLimits(box, space, edges)
    let size = length - items[index].crossMargins(isRow: isRow)
    return max(limits.least, min(size, limits.most)).notNegative
  }

  /// The space in which the contents of an item are measured.
  private var baseSpace: BoxSpace {
    BoxSpace(
      width: innerWidth, height: innerHeight, percentWidth: innerWidth, percentHeight: innerHeight,
      widthMode: .fit, isContext: true)
  }

  // MARK: Lines, 9.3

  mutating func breakLines(_ engine: borrowing BoxEngine) {
    let limit =
      isRow
      ? innerWidth : innerHeight ?? fixedInnerHeight ?? engine.greatestHeight(box, space, edges)
    var start = 0
    var length = LayoutUnit.zero
    for index in items.indices {
      let outer = items[index].hypothetical + items[index].mainMargins(isRow: isRow)
      let next = length + outer + (index > start ? mainGap : .zero)
      if !isSingleLine, index > start, let limit, next > limit {
        lines.append(FlexLine(items: start..<index))
        start = index
        length = outer
      } else {
        length = next
      }
    }
    if start < items.count { lines.append(FlexLine(items: start..<items.count)) }
  }

  /// Resolves the flexible lengths of all lines, 9.7.
  mutating func resolveMainSizes(_ engine: inout BoxEngine) {
    if isRow {
      innerMain = innerWidth
    } else {
      var longest = LayoutUnit.zero
      for line in lines {
        var length = mainGap * (line.items.count - 1)
        for index in line.items {
          length += items[index].hypothetical + items[index].mainMargins(isRow: false)
        }
        longest = max(longest, length)
      }
      contentHeight = longest + edges.blockSum
      let height = engine.usedHeight(box, space, edges, width: width, content: contentHeight)
      innerMain = (height - edges.blockSum).notNegative
    }
    for line in lines {
      let lengths = FlexibleLengths(
        room: innerMain - mainGap * (line.items.count - 1), isRow: isRow)
      if lengths.mayShrink(items, line.items) {
        for index in line.items where items[index].leastIsOpen {
          items[index].least = content(of: index, &engine).least(&engine)
        }
      }
      lengths.resolve(&items, of: line.items)
    }
  }

  // MARK: Cross sizes, 9.4

  mutating func findCrossSizes(_ engine: inout BoxEngine) {
    for index in items.indices {
      items[index].space = itemSpace(index, cross: stretched(index, &engine), engine)
      items[index].result = engine.measure(items[index].box, items[index].space)
    }
    var total = crossGap * max(0, lines.count - 1)
    for index in lines.indices {
      lines[index] = sized(lines[index])
      total += lines[index].crossSize
    }
    if isRow { contentHeight = total + edges.blockSum }
    if isSingleLine, !lines.isEmpty {
      if let cross = definiteCross {
        lines[0].crossSize = cross
      } else {
        let limits = engine.heightLimits(box, space, edges)
        lines[0].crossSize =
          max(
            limits.least - edges.blockSum, min(lines[0].crossSize, limits.most - edges.blockSum)
          ).notNegative
      }
    }
    total = crossGap * max(0, lines.count - 1)
    for line in lines { total += line.crossSize }
    if isRow {
      let height = engine.usedHeight(box, space, edges, width: width, content: contentHeight)
      innerCross = (height - edges.blockSum).notNegative
      if isSingleLine, !lines.isEmpty { lines[0].crossSize = innerCross }
    } else {
      innerCross = innerWidth
    }
    stretchLines(free: innerCross - total)
    for line in lines {
      for index in line.items where items[index].isStretched {
        let size = crossSize(of: index, filling: line.crossSize, &engine)
        let space = itemSpace(index, cross: size, engine)
        if space == items[index].space { continue }
        items[index].space = space
        items[index].result = engine.measure(items[index].box, space)
      }
    }
  }

  /// The space of an item with its main size.
  ///
  /// - Parameter cross: The cross size of the border box; `nil` for the size of the contents.
  private func itemSpace(
    _ index: Int, cross: LayoutUnit?, _ engine: borrowing BoxEngine
  ) -> BoxSpace {
    let (box, main) = (items[index].box, items[index].main)
    var space = baseSpace
    if isRow {
      (space.width, space.widthMode) = (main, .fixed)
      if let cross {
        let isDefinite = !engine.traits[box].stretchesHeight || innerHeight != nil
        (space.height, space.heightMode) = (cross, isDefinite ? .fixed : .fixedIndefinite)
      }
    } else {
      space.height = main
      let isDefinite =
        innerHeight != nil || engine.hasDefiniteFlexHeight(box) || engine.ratio(box) != nil
      space.heightMode = isDefinite ? .fixed : .fixedIndefinite
      if let cross { (space.width, space.widthMode) = (cross, .fixed) }
    }
    return space
  }

  /// A line with its cross size and its baselines.
  private func sized(_ line: FlexLine) -> FlexLine {
    var line = line
    var largest = LayoutUnit.zero
    var first: BaselineGroup?
    var last: BaselineGroup?
    for index in line.items {
      let outer = items[index].crossSize(isRow: isRow) + items[index].crossMargins(isRow: isRow)
      guard let ascent = ascent(of: index) else {
        largest = max(largest, outer)
        continue
      }
      let own = BaselineGroup(ascent: ascent, descent: outer - ascent)
      if items[index].alignment.keyword == .baseline {
        first = first?.union(own) ?? own
      } else {
        last = last?.union(own) ?? own
      }
    }
    if let first {
      largest = max(largest, first.height)
      line.first = first
    }
    if let last {
      largest = max(largest, last.height)
      line.last = last
    }
    line.crossSize = largest.notNegative
    return line
  }

  /// The distance of the baseline of an item from its margin edge at the cross start, if the item is
  /// aligned by its baseline.
  private func ascent(of index: Int) -> LayoutUnit? {
    guard !items[index].hasAutoCrossMargin(isRow: isRow) else { return nil }
    let keyword = items[index].alignment.keyword
    if !isRow {
      // Along the inline axis, the left edges are the baselines.
      guard keyword == .baseline || keyword == .lastBaseline else { return nil }
      return items[index].margins.edges.start
        + (style.value.direction == .leftToRight ? .zero : items[index].result.width)
    }
    switch keyword {
    case .baseline:
      return items[index].margins.edges.top
        + (items[index].result.firstBaseline ?? items[index].result.height)
    case .lastBaseline:
      return items[index].margins.edges.top
        + (items[index].result.lastBaseline ?? items[index].result.height)
    default: return nil
    }
  }

  /// Stretches the lines and sets their positions, 9.4 step 9 and 9.6 step 16.
  private mutating func stretchLines(free: LayoutUnit) {
    guard !lines.isEmpty else { return }
    let isReversed = style.value.flexWrap == .wrapReverse
    let keyword = style.value.alignContent.keyword
    let isStretched =
      !isSingleLine && free > .zero
      && (keyword == .stretch || keyword == .normal || keyword == .lastBaseline)
    let space =
      isSingleLine || isStretched
      ? ContentDistribution.none
      : ContentDistribution(
        style.value.alignContent, free: free, count: lines.count, isReversed: isReversed,
        isRightToLeft: nil)
    let count = lines.count
    var offset = LayoutUnit.zero
    for place in 0..<count {
      let index = isReversed ? count - 1 - place : place
      if isStretched {
        lines[index].crossSize += free.part(place + 1, of: count) - free.part(place, of: count)
      }
      let start = offset + space.before(place)
      let size = lines[index].crossSize
      lines[index].crossOffset = isReversed ? innerCross - start - size : start
      offset += size + crossGap
    }
  }

  // MARK: Alignment, 9.5 and 9.6

  mutating func finish(_ engine: borrowing BoxEngine) -> BoxResult {
    for line in lines {
      alignMain(line)
      for index in line.items {
        items[index].crossOffset = line.crossOffset + cross(index, line, engine)
      }
    }
    var result = BoxResult(
      width: width,
      height: (isRow ? innerCross : innerMain) + edges.blockSum, contentHeight: contentHeight)
    (result.firstBaseline, result.lastBaseline) = baselines()
    return result
  }

  /// Sets the main offsets of the items of a line.
  private mutating func alignMain(_ line: FlexLine) {
    var free = innerMain - mainGap * (line.items.count - 1)
    var autos = 0
    for index in line.items {
      free -= items[index].main + items[index].mainMargins(isRow: isRow)
      autos += items[index].autoMainMargins(isRow: isRow)
    }
    let isReversed = style.value.flexDirection.isReverse
    let fillsMargins = autos > 0 && free > .zero
    let space =
      fillsMargins
      ? ContentDistribution.none
      : ContentDistribution(
        style.value.justifyContent, free: free, count: line.items.count, isReversed: isReversed,
        isRightToLeft: isRow ? style.value.direction == .rightToLeft : nil)
    // Offsets are from the start of the axis; the margins that are `auto` are rounded together.
    var offset = LayoutUnit.zero
    var passed = 0
    for place in 0..<line.items.count {
      let index = isReversed ? line.items.upperBound - 1 - place : line.items.lowerBound + place
      let (main, margins) = (items[index].main, items[index].margins)
      offset += isRow ? margins.edges.start : margins.edges.top
      if isRow ? margins.startIsAuto : margins.topIsAuto { passed += 1 }
      let start =
        offset + (fillsMargins ? free.part(passed, of: autos) : space.before(place))
      items[index].mainOffset = isReversed ? innerMain - start - main : start
      offset += main + (isRow ? margins.edges.end : margins.edges.bottom) + mainGap
      if isRow ? margins.endIsAuto : margins.bottomIsAuto { passed += 1 }
    }
  }

  /// The distance of an item's border box from the cross start of its line.
  private func cross(
    _ index: Int, _ line: FlexLine, _ engine: borrowing BoxEngine
  ) -> LayoutUnit {
    let size = items[index].crossSize(isRow: isRow)
    let free = line.crossSize - size - items[index].crossMargins(isRow: isRow)
    let (margins, alignment) = (items[index].margins, items[index].alignment)
    var start = isRow ? margins.edges.top : margins.edges.start
    var end = isRow ? margins.edges.bottom : margins.edges.end
    var startIsAuto = isRow ? margins.topIsAuto : margins.startIsAuto
    var endIsAuto = isRow ? margins.bottomIsAuto : margins.endIsAuto
    let isReversed = style.value.flexWrap == .wrapReverse
    if isReversed {
      swap(&start, &end)
      swap(&startIsAuto, &endIsAuto)
    }
    if startIsAuto || endIsAuto {
      guard free > .zero else { return isReversed ? start + free : start }
      return startIsAuto ? start + (endIsAuto ? half(of: free) : free) : start
    }
    if let ascent = ascent(of: index) {
      let margin = isRow ? margins.edges.top : margins.edges.start
      let isFirst = alignment.keyword == .baseline
      // The group of aligned boxes is at the cross start, or at the cross end for last baselines.
      let isAtTop = isFirst != isReversed
      let group = isFirst ? line.first : line.last
      let top =
        isAtTop
        ? group.ascent - ascent + margin : line.crossSize - group.descent - ascent + margin
      return isReversed ? line.crossSize - top - size : top
    }
    if alignment.isSafe, free < .zero {
      return isReversed ? start + free : start
    }
    return start + offset(index, free: free, isReversed: isReversed, engine)
  }

  /// Half of the free space of a line, from its cross start; it is rounded on the side of the axis'
  /// start.
  private func half(of free: LayoutUnit) -> LayoutUnit {
    style.value.flexWrap == .wrapReverse ? free - free / 2 : free / 2
  }

  /// The free space before an item, from the cross start of its line.
  private func offset(
    _ index: Int, free: LayoutUnit, isReversed: Bool, _ engine: borrowing BoxEngine
  ) -> LayoutUnit {
    switch items[index].alignment.keyword {
    case .center: return half(of: free)
    case .flexEnd: return free
    case .end, .right, .lastBaseline: return isReversed ? .zero : free
    case .start, .left: return isReversed ? free : .zero
    case .baseline: return isReversed ? free : .zero
    case .selfStart, .selfEnd:
      let isEnd = items[index].alignment.keyword == .selfEnd
      let isOther = !isRow && engine.traits[items[index].box].direction != style.value.direction
      return (isEnd != isOther) != isReversed ? free : .zero
    case .normal, .stretch, .flexStart: return .zero
    }
  }

  /// The first and last baselines of the container, from the top of its border box.
  private func baselines() -> (LayoutUnit?, LayoutUnit?) {
    guard let first = lines.first, let last = lines.last else { return (nil, nil) }
    let isReversed = style.value.flexDirection.isReverse
    func baseline(_ line: FlexLine, _ keyword: SelfAlignment.Keyword, isFirst: Bool) -> LayoutUnit {
      let aligned =
        isRow
        ? line.items.first {
          items[$0].alignment.keyword == keyword && ascent(of: $0) != nil
        } : nil
      let index =
        aligned ?? (isFirst != isReversed ? line.items.lowerBound : line.items.upperBound - 1)
      let own = isFirst ? items[index].result.firstBaseline : items[index].result.lastBaseline
      return top(of: index) + (own ?? items[index].result.height)
    }
    let isWrapReversed = style.value.flexWrap == .wrapReverse
    return (
      baseline(isWrapReversed ? last : first, .baseline, isFirst: true),
      baseline(isWrapReversed ? first : last, .lastBaseline, isFirst: false)
    )
  }

  /// The distance of an item's border box from the top of the container's border box.
  private func top(of index: Int) -> LayoutUnit {
    let height = items[index].result.height
    if isRow {
      let offset = items[index].crossOffset
      return edges.top
        + (style.value.flexWrap == .wrapReverse ? innerCross - offset - height : offset)
    }
    let offset = items[index].mainOffset
    return edges.top + (style.value.flexDirection.isReverse ? innerMain - offset - height : offset)
  }

  /// The distance of an item's border box from the inline start of the container's border box.
  private func inlineStart(of index: Int) -> LayoutUnit {
    let width = items[index].result.width
    if isRow {
      let offset = items[index].mainOffset
      return edges.start
        + (style.value.flexDirection.isReverse ? innerMain - offset - width : offset)
    }
    let offset = items[index].crossOffset
    return edges.start
      + (style.value.flexWrap == .wrapReverse ? innerCross - offset - width : offset)
  }

  // MARK: Positions

  func place(
    _ result: BoxResult, _ engine: borrowing BoxEngine, _ into: inout BoxArrangement
  ) {
    into.placements.reserveCapacity(items.count)
    for index in items.indices {
      into.placements.append(
        BoxPlacement(
          box: items[index].box, space: items[index].space, inline: inlineStart(of: index),
          block: top(of: index), width: items[index].result.width))
    }
    for child in absolute { into.absolute.append(staticPosition(child, result, engine)) }
  }

  /// The static position of an absolute box: as the only item of the container, 4.1.
  private func staticPosition(
    _ child: Int, _ result: BoxResult, _ engine: borrowing BoxEngine
  ) -> StaticPosition {
    let own = engine.boxes[child].style
    let height = result.height - edges.blockSum
    // Chromium ignores `safe` of the container here.
    let isCrossSafe = own.value.alignSelf?.isSafe ?? false
    return StaticPosition(
      box: child,
      inline: .init(
        start: edges.start, length: innerWidth, place: isRow ? mainEdge : crossEdge(own),
        isSafe: !isRow && isCrossSafe),
      block: .init(
        start: edges.top, length: height, place: isRow ? crossEdge(own) : mainEdge,
        isSafe: isRow && isCrossSafe))
  }

  private var mainEdge: StaticPosition.Axis.Place {
    let isReversed = style.value.flexDirection.isReverse
    let isRightToLeft = style.value.direction == .rightToLeft
    switch style.value.justifyContent.keyword {
    case .normal, .stretch, .flexStart, .spaceBetween, .baseline, .lastBaseline:
      return isReversed ? .end : .start
    case .flexEnd: return isReversed ? .start : .end
    case .start: return .start
    case .end: return .end
    case .left: return isRow && isRightToLeft ? .end : .start
    case .right: return isRow && !isRightToLeft ? .end : .start
    case .center, .spaceAround, .spaceEvenly: return .center
    }
  }

  private func crossEdge(_ own: SharedStyle) -> StaticPosition.Axis.Place {
    let isReversed = style.value.flexWrap == .wrapReverse
    let alignment = own.value.alignSelf ?? style.value.alignItems
    switch alignment.keyword {
    case .normal, .stretch, .flexStart: return isReversed ? .end : .start
    case .flexEnd: return isReversed ? .start : .end
    case .start, .left, .baseline: return .start
    case .end, .right, .lastBaseline: return .end
    case .center: return .center
    case .selfStart: return isOther(own) ? .end : .start
    case .selfEnd: return isOther(own) ? .start : .end
    }
  }

  private func isOther(_ own: SharedStyle) -> Bool {
    !isRow && own.value.direction != style.value.direction
  }
}
