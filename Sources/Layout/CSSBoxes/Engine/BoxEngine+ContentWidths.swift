import LayoutPrimitives

/// Min-content and max-content widths.
///
/// Source: CSS Sizing 3, 5; CSS Flexbox 1, 9.9.1.
extension BoxEngine {
  /// The content widths of a border box, without its own `width`.
  mutating func contentWidths(_ box: Int, _ space: BoxSpace, _ edges: BoxEdges) -> ContentWidths {
    if traits[box].isReplaced, let ratio = ratio(box), space.hasFixedHeight,
      let height = space.height
    {
      let width = ratio.width(of: height, edges)
      return ContentWidths(minimum: width, maximum: width)
    }
    if !traits[box].isReplaced, let ratio = ratio(box),
      let height = knownHeight(box, space, edges)
    {
      var width = ratio.width(of: height, edges)
      let style = boxes[box].style
      if style.value.minWidth.isAuto, !traits[box].scrollsX {
        let inner = innerWidths(box, space) + edges.inlineSum
        width = max(width, inner.minimum)
      }
      return ContentWidths(minimum: width, maximum: width)
    }
    var widths = innerWidths(box, space) + edges.inlineSum
    if !traits[box].isReplaced, let ratio = ratio(box) {
      let limits = transferred((least: .zero, most: .max), by: ratio, box, space, edges)
      widths.clamp(limits.least, limits.most)
    }
    return widths
  }

  /// The content widths of a content box, without the widths of the box.
  mutating func findInnerWidths(_ box: Int, _ heights: BoxHeights) -> ContentWidths {
    let style = boxes[box].style
    let edges = edges(box, nil)
    if case .replaced(let size) = contents[box] {
      let width =
        replacedSize(box, heights.space, size, byHeight: true).width - edges.inlineSum
      return ContentWidths(minimum: width, maximum: width)
    }
    if style.value.containerType == .inlineSize { return .zero }
    // The height that percentages inside the box refer to.
    let height = contentHeightForPercents(
      box, heights.space, edges, width: .zero, ratio: false)
    if case .lines(let lines) = contents[box] { return lineWidths(box, lines, height: height) }
    if let grid = table(box) { return tableWidths(box, grid) }
    guard traits[box].isFlex else { return blockWidths(box, height: height) }
    let isColumn = !style.value.flexDirection.isRow
    if isColumn, style.value.flexWrap != .nowrap,
      let limit = height ?? greatestHeight(box, heights.space, edges)
    {
      return columnWidths(box, height: height, limit: limit)
    }
    return flexWidths(box, height: height)
  }

  /// The contribution of a box to the content widths of the box around it, with its margins.
  ///
  /// - Parameter heights: The heights of the box.
  mutating func contribution(_ box: Int, _ heights: BoxHeights) -> ContentWidths {
    let style = boxes[box].style
    let edges = edges(box, nil)
    let space = heights.space
    var widths: ContentWidths
    if style.value.width != .fitContent, let width = width(style.value.width, box, space, edges) {
      widths = ContentWidths(minimum: width, maximum: width)
    } else {
      widths = contentWidths(box, space, edges)
    }
    // Source: CSS Sizing 3, 5.2.2: such an element may shrink to nothing.
    if traits[box].isReplaced, style.value.width.hasPercent || style.value.maxWidth.hasPercent {
      widths.minimum = edges.inlineSum
    }
    var limits = widthLimits(box, space, edges)
    if style.value.width.isAuto, style.value.minWidth.isAuto, ratio(box) != nil,
      !traits[box].scrollsX,
      !traits[box].isReplaced, definiteHeight(box, space, edges) != nil
    {
      let content = innerWidths(box, space) + edges.inlineSum
      limits.least = max(limits.least, min(content.minimum, limits.most))
    }
    if !style.value.width.isLengthOrStretch, let ratio = ratio(box) {
      limits = transferred(limits, by: ratio, box, space, edges)
    }
    widths.clamp(limits.least, limits.most)
    if traits[box].isTable {
      let content = innerWidths(box, space) + edges.inlineSum
      widths.clamp(content.minimum, .max)
    }
    let margins = margins(box, nil, .leftToRight).edges.inlineSum
    return ContentWidths(
      minimum: widths.minimum + margins, maximum: widths.maximum + margins)
  }

  private mutating func blockWidths(_ box: Int, height: LayoutUnit?) -> ContentWidths {
    var result = ContentWidths.zero
    // In Chromium a marker beside blocks counts, although it is outside.
    if case .marker(let width, _, _) = contents[box] {
      result = ContentWidths(minimum: width, maximum: width)
    }
    // The widths of the floats beside each other, before the next box.
    var (left, right) = (LayoutUnit.zero, LayoutUnit.zero)
    for child in boxes[box].children where !traits[child].isAbsolute {
      var next = contribution(child, BoxHeights(percent: height))
      let isContext = traits[child].establishesContext || traits[child].isReplaced
      if isContext {
        if traits[child].clear.left { left = .zero }
        if traits[child].clear.right { right = .zero }
      }
      switch traits[child].float {
      case .left: left += next.maximum
      case .right: right += next.maximum
      case nil:
        if isContext || traits[child].isAnonymous { next.maximum += left + right }
        (left, right) = (.zero, .zero)
        result.enclose(next)
        continue
      }
      next.maximum = left + right
      result.enclose(next)
    }
    return result
  }

  private mutating func flexWidths(_ box: Int, height: LayoutUnit?) -> ContentWidths {
    let style = boxes[box].style
    var result = ContentWidths.zero
    var count = 0
    for child in boxes[box].children where !traits[child].isAbsolute {
      let heights = BoxHeights(
        percent: height, fixed: height.flatMap { stretchedHeight(child, of: box, $0) })
      var next = contribution(child, heights)
      count += 1
      guard style.value.flexDirection.isRow else {
        result.enclose(next)
        continue
      }
      capContribution(&next, of: child, in: box, heights)
      result.maximum += next.maximum
      if style.value.flexWrap == .nowrap {
        result.minimum += next.minimum
      } else {
        result.minimum = max(result.minimum, next.minimum)
      }
    }
    if style.value.flexDirection.isRow, count > 1 {
      let gaps = gap(style.value.columnGap, of: nil) * (count - 1)
      result.maximum += gaps
      if style.value.flexWrap == .nowrap { result.minimum += gaps }
    }
    // Negative margins may leave less than nothing, or less than the widest item of a wrapped row.
    result.minimum = result.minimum.notNegative
    result.maximum = max(result.maximum, result.minimum)
    return result
  }

  /// Replaces a contribution that an item in a row cannot reach by growing or shrinking; in a row that
  /// wraps, only that to the max-content width.
  ///
  /// Source: CSS Flexbox 1, 9.9.3; as Chromium 156, only with a `flex-basis` that is a length.
  private mutating func capContribution(
    _ widths: inout ContentWidths, of child: Int, in box: Int, _ heights: BoxHeights
  ) {
    let style = boxes[child].style
    guard style.value.flexGrow == 0 || style.value.flexShrink == 0,
      case .length(let basis) = style.value.flexBasis, !basis.hasPercent
    else { return }
    let content = FlexContent(
      &self, child, heights.space, edges(child, nil), isRow: true, stretched: heights.fixed)
    let base = content.base(&self, innerMain: nil)
    let outer = margins(child, nil, .leftToRight).edges.inlineSum
    let hypothetical = max(content.least(&self), min(base, content.most)) + outer
    func isOutOfReach(_ width: LayoutUnit) -> Bool {
      width > base + outer ? style.value.flexGrow == 0 : style.value.flexShrink == 0
    }
    if boxes[box].style.value.flexWrap == .nowrap, isOutOfReach(widths.minimum) {
      widths.minimum = hypothetical
    }
    if isOutOfReach(widths.maximum) { widths.maximum = hypothetical }
  }

  /// The height of the border box of an item that fills the only line of a row.
  private func stretchedHeight(
    _ child: Int, of box: Int, _ height: LayoutUnit
  ) -> LayoutUnit? {
    let style = boxes[box].style
    let own = boxes[child].style
    let alignment = (own.value.alignSelf ?? style.value.alignItems).keyword
    let fills =
      own.value.height == .stretch
      || own.value.height.isAuto && (alignment == .stretch || alignment == .normal)
        && own.value.margin.top != nil && own.value.margin.bottom != nil
    guard style.value.flexDirection.isRow, style.value.flexWrap == .nowrap, fills else {
      return nil
    }
    let limits = heightLimits(child, BoxSpace(percentHeight: height), edges(child, nil))
    let margins = margins(child, nil, .leftToRight).edges.blockSum
    return max(limits.least, min(height - margins, limits.most)).notNegative
  }

  /// The content widths of columns that wrap.
  ///
  /// Each item is as wide as its max-content width while the columns are found, as in Chromium.
  ///
  /// - Parameters:
  ///   - height: The height of the content box; `nil` if it is indefinite.
  ///   - limit: The height at which the columns wrap.
  private mutating func columnWidths(
    _ box: Int, height: LayoutUnit?, limit: LayoutUnit
  ) -> ContentWidths {
    let style = boxes[box].style
    let rowGap = gap(style.value.rowGap, of: height)
    var result = ContentWidths.zero
    var widest = LayoutUnit.zero
    var length: LayoutUnit?
    for child in boxes[box].children where !traits[child].isAbsolute {
      let next = contribution(child, BoxHeights(percent: height))
      result.minimum = max(result.minimum, next.minimum)
      let margins = margins(child, nil, .leftToRight)
      let content = FlexContent(
        &self, child,
        BoxSpace(width: next.maximum, height: height, percentHeight: height, widthMode: .fit),
        edges(child, nil), isRow: false,
        stretched: (next.maximum - margins.edges.inlineSum).notNegative)
      let base = content.base(&self, innerMain: height)
      let outer =
        max(content.least(&self), min(base, content.most)) + margins.edges.blockSum
      if let used = length, used + rowGap + outer > limit {
        result.maximum += widest + gap(style.value.columnGap, of: nil)
        (widest, length) = (next.maximum, outer)
      } else {
        widest = max(widest, next.maximum)
        length = length.map { $0 + rowGap + outer } ?? outer
      }
    }
    result.maximum += widest
    return result
  }

  /// A gap between items; percentages of an indefinite length count as 0.
  func gap(_ gap: CSSLength, of length: LayoutUnit?) -> LayoutUnit {
    gap == .zero ? .zero : gap.resolved(length ?? .zero, scale: scale).notNegative
  }
}

/// Replaced elements and lines of text.
extension BoxEngine {
  /// The natural size of a replaced element, in steps; sides that are not known are 300 by 150.
  ///
  /// Source: CSS Images 3, default sizing algorithm.
  func naturalSize(_ box: Int, _ size: NaturalSize) -> (width: LayoutUnit, height: LayoutUnit) {
    func length(_ value: Double) -> LayoutUnit { LayoutUnit(value * scale).notNegative }
    if let width = size.width, let height = size.height,
      boxes[box].style.value.aspectRatio?.isAuto ?? true
    {
      return (length(width), length(height))
    }
    if let width = size.width {
      let known = length(width)
      return (known, ratio(box)?.height(of: known, BoxEdges()) ?? length(150))
    }
    if let height = size.height {
      let known = length(height)
      return (ratio(box)?.width(of: known, BoxEdges()) ?? length(300), known)
    }
    let width = length(300)
    return (width, ratio(box)?.height(of: width, BoxEdges()) ?? length(150))
  }

  /// The size of a replaced element.
  ///
  /// Source: CSS 2.2, 10.3.2, 10.4 and 10.6.2.
  mutating func layOutReplaced(_ box: Int, _ space: BoxSpace, _ size: NaturalSize) -> BoxResult {
    let (width, height) = replacedSize(box, space, size)
    return BoxResult(width: width, height: height, contentHeight: height)
  }

  /// The size of the border box of a replaced element.
  ///
  /// - Parameter byHeight: Whether the sizes that the style sets for the width are ignored.
  private mutating func replacedSize(
    _ box: Int, _ space: BoxSpace, _ size: NaturalSize, byHeight: Bool = false
  ) -> (width: LayoutUnit, height: LayoutUnit) {
    let edges = edges(box, space.percentWidth)
    let style = boxes[box].style
    let ratio = ratio(box)
    let natural = naturalSize(box, size)
    let widths =
      byHeight ? (least: edges.inlineSum, most: .max) : widthLimits(box, space, edges)
    let mostWidth = max(widths.least, widths.most)
    let heights = heightLimits(box, space, edges)
    func clampWidth(_ value: LayoutUnit) -> LayoutUnit {
      max(widths.least, min(value, widths.most))
    }
    func clampHeight(_ value: LayoutUnit) -> LayoutUnit {
      max(heights.least, min(value, heights.most))
    }
    var width: LayoutUnit?
    if space.widthMode == .fixed {
      width = space.width
    } else if !byHeight, style.value.width.isLengthOrStretch,
      let set = self.width(style.value.width, box, space, edges)
    {
      width = clampWidth(set)
    } else if space.widthMode == .stretch {
      width = available(box, space).map(clampWidth)
    }
    var height: LayoutUnit?
    if space.hasFixedHeight {
      height = space.height
    } else if let set = setHeight(box, space, edges, content: nil) {
      height = clampHeight(set)
    }
    if let width, let height { return (width, height) }
    if let width {
      return (
        width, clampHeight(ratio?.height(of: width, edges) ?? natural.height + edges.blockSum)
      )
    }
    if let height {
      return (
        clampWidth(ratio?.width(of: height, edges) ?? natural.width + edges.inlineSum), height
      )
    }
    let wide = natural.width + edges.inlineSum
    let high = natural.height + edges.blockSum
    guard let ratio else { return (clampWidth(wide), clampHeight(high)) }
    // Of contradicting limits, those of the ratio are weaker.
    let most =
      mostWidth == .max
      ? heights.most
      : min(heights.most, max(heights.least, ratio.height(of: mostWidth, edges)))
    let least =
      widths.least > edges.inlineSum
      ? max(heights.least, min(most, ratio.height(of: widths.least, edges))) : heights.least
    let clamped = max(least, min(high, most))
    return (clampWidth(clamped == high ? wide : ratio.width(of: clamped, edges)), clamped)
  }
}
