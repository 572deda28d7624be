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
    flex.resolveMainSizes(self)
    flex.findCrossSizes(&self)
    let result = flex.finish(self)
    flex.place(result, self, &into)
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
  private var items: [FlexItem] = []
  private var lines: [FlexLine] = []
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
    let children = engine.boxes[box].children
    var ordered: [Int] = []
    ordered.reserveCapacity(children.count)
    for child in children {
      if engine.traits[child].isAbsolute {
        absolute.append(child)
      } else {
        ordered.append(child)
      }
    }
    if ordered.contains(where: { engine.boxes[$0].style.value.order != 0 }) {
      let places = ordered.enumerated().sorted {
        let (left, right) = (
          engine.boxes[$0.element].style.value.order, engine.boxes[$1.element].style.value.order
        )
        return left == right ? $0.offset < $1.offset : left < right
      }
      ordered = places.map(\.element)
    }
    items.reserveCapacity(ordered.count)
    for child in ordered { items.append(item(child, &engine)) }
  }

  private func item(_ child: Int, _ engine: inout BoxEngine) -> FlexItem {
    let own = engine.boxes[child].style
    var item = FlexItem(
      box: child, margins: engine.margins(child, innerWidth, style.value.direction),
      alignment: own.value.alignSelf ?? style.value.alignItems)
    let edges = engine.edges(child, innerWidth)
    item.mainEdges = isRow ? edges.inlineSum : edges.blockSum
    item.isLegacy = style.value.isLegacyFlex
    item.grow = item.isLegacy ? 0 : own.value.flexGrow
    item.shrink = item.isLegacy ? 0 : own.value.flexShrink
    var space = baseSpace(item)
    // A ratio needs a definite cross size.
    let isIndefinite = isRow && self.space.heightMode == .fixedIndefinite
    let stretched = isIndefinite ? nil : stretched(item, &engine)
    if isRow, let stretched { (space.height, space.heightMode) = (stretched, .fixed) }
    let content = FlexContent(
      &engine, item, space, edges, isRow: isRow, stretched: stretched)
    item.base = content.base(&engine, innerMain: isRow ? innerWidth : innerHeight)
    item.most = content.most
    item.least = content.least(&engine)
    return item
  }

  /// Whether an item is as large as its line across the main axis.
  private func isStretched(_ item: FlexItem, _ engine: borrowing BoxEngine) -> Bool {
    let own = engine.boxes[item.box].style
    if isRow, own.value.height == .stretch { return true }
    guard item.alignment.keyword == .stretch || item.alignment.keyword == .normal else {
      return false
    }
    return !item.hasAutoCrossMargin(isRow: isRow)
      && (isRow ? own.value.height.isAuto : own.value.width.isAuto)
  }

  /// The cross size of the border box of an item that fills a line of a known size.
  private func stretched(_ item: FlexItem, _ engine: inout BoxEngine) -> LayoutUnit? {
    guard isSingleLine, isStretched(item, engine), let cross = definiteCross else { return nil }
    return crossSize(of: item, filling: cross, &engine)
  }

  /// The cross size of the border box of an item that fills a length, within its limits.
  private func crossSize(
    of item: FlexItem, filling length: LayoutUnit, _ engine: inout BoxEngine
  ) -> LayoutUnit {
    let space = baseSpace(item)
    let edges = engine.edges(item.box, innerWidth)
    let limits =
      isRow
      ? engine.heightLimits(item.box, space, edges) : engine.widthLimits(item.box, space, edges)
    let size = length - item.crossMargins(isRow: isRow)
    return max(limits.least, min(size, limits.most)).notNegative
  }

  /// The space in which the contents of an item are measured.
  private func baseSpace(_ item: FlexItem) -> BoxSpace {
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
  mutating func resolveMainSizes(_ engine: borrowing BoxEngine) {
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
      FlexibleLengths(room: innerMain - mainGap * (line.items.count - 1), isRow: isRow)
        .resolve(&items[line.items])
    }
  }

  // MARK: Cross sizes, 9.4

  mutating func findCrossSizes(_ engine: inout BoxEngine) {
    for index in items.indices {
      items[index].space = itemSpace(
        items[index], cross: stretched(items[index], &engine), engine)
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
      for index in line.items where isStretched(items[index], engine) {
        let size = crossSize(of: items[index], filling: line.crossSize, &engine)
        items[index].space = itemSpace(items[index], cross: size, engine)
        items[index].result = engine.measure(items[index].box, items[index].space)
      }
    }
  }

  /// The space of an item with its main size.
  ///
  /// - Parameter cross: The cross size of the border box; `nil` for the size of the contents.
  private func itemSpace(
    _ item: FlexItem, cross: LayoutUnit?, _ engine: borrowing BoxEngine
  ) -> BoxSpace {
    var space = BoxSpace(
      width: innerWidth, height: innerHeight, percentWidth: innerWidth, percentHeight: innerHeight,
      widthMode: .fit, isContext: true)
    if isRow {
      (space.width, space.widthMode) = (item.main, .fixed)
      if let cross {
        let isDefinite = engine.boxes[item.box].style.value.height != .stretch || innerHeight != nil
        (space.height, space.heightMode) = (cross, isDefinite ? .fixed : .fixedIndefinite)
      }
    } else {
      space.height = item.main
      let isDefinite =
        innerHeight != nil || hasDefiniteHeight(item.box, engine)
        || engine.ratio(item.box) != nil
      space.heightMode = isDefinite ? .fixed : .fixedIndefinite
      if let cross { (space.width, space.widthMode) = (cross, .fixed) }
    }
    return space
  }

  private func hasDefiniteHeight(_ child: Int, _ engine: borrowing BoxEngine) -> Bool {
    let style = engine.boxes[child].style
    let basis = style.value.flexBasis.isAuto ? style.value.height : style.value.flexBasis
    if case .length(let length) = basis { return !length.hasPercent }
    return false
  }

  /// A line with its cross size and its baselines.
  private func sized(_ line: FlexLine) -> FlexLine {
    var line = line
    var largest = LayoutUnit.zero
    var first: BaselineGroup?
    var last: BaselineGroup?
    for item in items[line.items] {
      let outer = item.crossSize(isRow: isRow) + item.crossMargins(isRow: isRow)
      guard let ascent = ascent(item) else {
        largest = max(largest, outer)
        continue
      }
      let own = BaselineGroup(ascent: ascent, descent: outer - ascent)
      if item.alignment.keyword == .baseline {
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
  private func ascent(_ item: FlexItem) -> LayoutUnit? {
    guard !item.hasAutoCrossMargin(isRow: isRow) else { return nil }
    let keyword = item.alignment.keyword
    if !isRow {
      // Along the inline axis, the left edges are the baselines.
      guard keyword == .baseline || keyword == .lastBaseline else { return nil }
      return item.margins.edges.start
        + (style.value.direction == .leftToRight ? .zero : item.result.width)
    }
    switch keyword {
    case .baseline:
      return item.margins.edges.top + (item.result.firstBaseline ?? item.result.height)
    case .lastBaseline:
      return item.margins.edges.top + (item.result.lastBaseline ?? item.result.height)
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
        items[index].crossOffset = line.crossOffset + cross(items[index], line, engine)
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
    for item in items[line.items] {
      free -= item.main + item.mainMargins(isRow: isRow)
      autos += item.autoMainMargins(isRow: isRow)
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
      let item = items[index]
      let margins = item.margins
      offset += isRow ? margins.edges.start : margins.edges.top
      if isRow ? margins.startIsAuto : margins.topIsAuto { passed += 1 }
      let start =
        offset + (fillsMargins ? free.part(passed, of: autos) : space.before(place))
      items[index].mainOffset = isReversed ? innerMain - start - item.main : start
      offset += item.main + (isRow ? margins.edges.end : margins.edges.bottom) + mainGap
      if isRow ? margins.endIsAuto : margins.bottomIsAuto { passed += 1 }
    }
  }

  /// The distance of an item's border box from the cross start of its line.
  private func cross(
    _ item: FlexItem, _ line: FlexLine, _ engine: borrowing BoxEngine
  ) -> LayoutUnit {
    let size = item.crossSize(isRow: isRow)
    let free = line.crossSize - size - item.crossMargins(isRow: isRow)
    let margins = item.margins
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
    if let ascent = ascent(item) {
      let margin = isRow ? margins.edges.top : margins.edges.start
      let isFirst = item.alignment.keyword == .baseline
      // The group of aligned boxes is at the cross start, or at the cross end for last baselines.
      let isAtTop = isFirst != isReversed
      let group = isFirst ? line.first : line.last
      let top =
        isAtTop
        ? group.ascent - ascent + margin : line.crossSize - group.descent - ascent + margin
      return isReversed ? line.crossSize - top - size : top
    }
    if item.alignment.isSafe, free < .zero {
      return isReversed ? start + free : start
    }
    return start + offset(item, free: free, isReversed: isReversed, engine)
  }

  /// Half of the free space of a line, from its cross start; it is rounded on the side of the axis'
  /// start.
  private func half(of free: LayoutUnit) -> LayoutUnit {
    style.value.flexWrap == .wrapReverse ? free - free / 2 : free / 2
  }

  /// The free space before an item, from the cross start of its line.
  private func offset(
    _ item: FlexItem, free: LayoutUnit, isReversed: Bool, _ engine: borrowing BoxEngine
  ) -> LayoutUnit {
    switch item.alignment.keyword {
    case .center: return half(of: free)
    case .flexEnd: return free
    case .end, .right, .lastBaseline: return isReversed ? .zero : free
    case .start, .left: return isReversed ? free : .zero
    case .baseline: return isReversed ? free : .zero
    case .selfStart, .selfEnd:
      let isEnd = item.alignment.keyword == .selfEnd
      let isOther = !isRow && engine.traits[item.box].direction != style.value.direction
      return (isEnd != isOther) != isReversed ? free : .zero
    case .normal, .stretch, .flexStart: return .zero
    }
  }

  /// The first and last baselines of the container, from the top of its border box.
  private func baselines() -> (LayoutUnit?, LayoutUnit?) {
    guard let first = lines.first, let last = lines.last else { return (nil, nil) }
    let isReversed = style.value.flexDirection.isReverse
    func baseline(_ line: FlexLine, _ keyword: SelfAlignment.Keyword, isFirst: Bool) -> LayoutUnit {
      let candidates = items[line.items]
      let aligned =
        isRow
        ? candidates.first { $0.alignment.keyword == keyword && ascent($0) != nil } : nil
      let edge =
        isFirst != isReversed
        ? candidates[line.items.lowerBound] : candidates[line.items.upperBound - 1]
      let item = aligned ?? edge
      let own = isFirst ? item.result.firstBaseline : item.result.lastBaseline
      return top(of: item) + (own ?? item.result.height)
    }
    let isWrapReversed = style.value.flexWrap == .wrapReverse
    return (
      baseline(isWrapReversed ? last : first, .baseline, isFirst: true),
      baseline(isWrapReversed ? first : last, .lastBaseline, isFirst: false)
    )
  }

  /// The distance of an item's border box from the top of the container's border box.
  private func top(of item: FlexItem) -> LayoutUnit {
    let height = item.result.height
    if isRow {
      return edges.top
        + (style.value.flexWrap == .wrapReverse
          ? innerCross - item.crossOffset - height : item.crossOffset)
    }
    return edges.top
      + (style.value.flexDirection.isReverse
        ? innerMain - item.mainOffset - height : item.mainOffset)
  }

  /// The distance of an item's border box from the inline start of the container's border box.
  private func inlineStart(of item: FlexItem) -> LayoutUnit {
    let width = item.result.width
    if isRow {
      return edges.start
        + (style.value.flexDirection.isReverse
          ? innerMain - item.mainOffset - width : item.mainOffset)
    }
    return edges.start
      + (style.value.flexWrap == .wrapReverse
        ? innerCross - item.crossOffset - width : item.crossOffset)
  }

  // MARK: Positions

  func place(
    _ result: BoxResult, _ engine: borrowing BoxEngine, _ into: inout BoxArrangement
  ) {
    into.placements.reserveCapacity(items.count)
    for item in items {
      into.placements.append(
        BoxPlacement(
          box: item.box, space: item.space, inline: inlineStart(of: item), block: top(of: item),
          width: item.result.width))
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
