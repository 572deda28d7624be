import LayoutPrimitives

/// Min-content and max-content widths.
///
/// Source: CSS Sizing 3, 5; CSS Flexbox 1, 9.9.1.
extension BoxEngine {
  /// The content widths of a border box, without its own `width`.
  func contentWidths(_ box: Int, _ space: BoxSpace, _ edges: BoxEdges) -> ContentWidths {
    if !boxes[box].content.isReplaced, let ratio = ratio(box),
      let height = definiteHeight(box, space, edges)
    {
      let width = ratio.width(of: height, edges)
      return ContentWidths(minimum: width, maximum: width)
    }
    return innerWidths(box, height: space.percentHeight) + edges.inlineSum
  }

  /// The content widths of a content box, without the sizes of the box.
  func findInnerWidths(_ box: Int, height: LayoutUnit?) -> ContentWidths {
    let style = boxes[box].style
    switch boxes[box].content {
    case .replaced(let size):
      let edges = edges(box, nil)
      let space = BoxSpace(percentHeight: height, widthMode: .fit)
      let width = replacedSize(box, space, size, byHeight: true).width - edges.inlineSum
      return ContentWidths(minimum: width, maximum: width)
    case .lines(let lines):
      return style.containerType == .inlineSize ? .zero : lines.widths()
    case .none: break
    }
    if style.containerType == .inlineSize { return .zero }
    let percentHeight = contentHeightForPercents(
      box, BoxSpace(percentHeight: height), edges(box, nil), width: .zero, ratio: false)
    return style.display == .flex || style.display == .inlineFlex
      ? flexWidths(box, height: percentHeight) : blockWidths(box, height: percentHeight)
  }

  /// The contribution of a box to the content widths of the box around it, with its margins.
  func contribution(_ box: Int, height: LayoutUnit?) -> ContentWidths {
    let style = boxes[box].style
    let edges = edges(box, nil)
    let space = BoxSpace(percentHeight: height, widthMode: .fit)
    var widths: ContentWidths
    if let width = width(style.width, box, space, edges) {
      widths = ContentWidths(minimum: width, maximum: width)
    } else {
      widths = contentWidths(box, space, edges)
      if boxes[box].content.isReplaced, style.width.hasPercent || style.maxWidth.hasPercent {
        widths.minimum = edges.inlineSum
      }
    }
    var limits = widthLimits(box, space, edges)
    if style.width.isAuto, style.minWidth.isAuto, ratio(box) != nil, !style.scrollsX,
      !boxes[box].content.isReplaced, definiteHeight(box, space, edges) != nil
    {
      limits.least = max(limits.least, (innerWidths(box, height: height) + edges.inlineSum).minimum)
    }
    widths.clamp(limits.least, limits.most)
    let margins = margins(box, nil, .leftToRight).edges.inlineSum
    return ContentWidths(
      minimum: (widths.minimum + margins).notNegative,
      maximum: (widths.maximum + margins).notNegative)
  }

  private func blockWidths(_ box: Int, height: LayoutUnit?) -> ContentWidths {
    var result = ContentWidths.zero
    for child in boxes[box].children where boxes[child].style.position != .absolute {
      result.enclose(contribution(child, height: height))
    }
    return result
  }

  private func flexWidths(_ box: Int, height: LayoutUnit?) -> ContentWidths {
    let style = boxes[box].style
    var result = ContentWidths.zero
    var count = 0
    for child in boxes[box].children where boxes[child].style.position != .absolute {
      let next = contribution(child, height: height)
      count += 1
      guard style.flexDirection.isRow else {
        result.enclose(next)
        continue
      }
      result.maximum += next.maximum
      if style.flexWrap == .nowrap {
        result.minimum += next.minimum
      } else {
        result.minimum = max(result.minimum, next.minimum)
      }
    }
    guard style.flexDirection.isRow, count > 1 else { return result }
    let gaps = gap(style.columnGap, of: nil) * (count - 1)
    result.maximum += gaps
    if style.flexWrap == .nowrap { result.minimum += gaps }
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
      boxes[box].style.aspectRatio?.isAuto ?? true
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
  func layOutReplaced(_ box: Int, _ space: BoxSpace, _ size: NaturalSize) -> BoxResult {
    let (width, height) = replacedSize(box, space, size)
    return BoxResult(width: width, height: height, contentHeight: height)
  }

  /// The size of the border box of a replaced element.
  ///
  /// - Parameter byHeight: Whether the sizes that the style sets for the width are ignored.
  private func replacedSize(
    _ box: Int, _ space: BoxSpace, _ size: NaturalSize, byHeight: Bool = false
  ) -> (width: LayoutUnit, height: LayoutUnit) {
    let edges = edges(box, space.percentWidth)
    let style = boxes[box].style
    let ratio = ratio(box)
    let natural = naturalSize(box, size)
    let widths =
      byHeight ? (least: edges.inlineSum, most: .max) : widthLimits(box, space, edges)
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
    } else if !byHeight, let set = self.width(style.width, box, space, edges) {
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
    return Self.constrained(
      wide, high, ratio, edges, widths: (widths.least, max(widths.least, widths.most)),
      heights: (heights.least, max(heights.least, heights.most)))
  }

  /// The size nearest to the natural size that keeps the ratio within the limits where possible.
  ///
  /// Source: CSS 2.2, 10.4, the table of constraint violations.
  private static func constrained(
    _ width: LayoutUnit, _ height: LayoutUnit, _ ratio: BoxRatio, _ edges: BoxEdges,
    widths: (least: LayoutUnit, most: LayoutUnit), heights: (least: LayoutUnit, most: LayoutUnit)
  ) -> (LayoutUnit, LayoutUnit) {
    let isWide = width > widths.most
    let isNarrow = width < widths.least
    let isHigh = height > heights.most
    let isLow = height < heights.least
    func byWidth(_ width: LayoutUnit) -> (LayoutUnit, LayoutUnit) {
      (width, max(heights.least, min(ratio.height(of: width, edges), heights.most)))
    }
    func byHeight(_ height: LayoutUnit) -> (LayoutUnit, LayoutUnit) {
      (max(widths.least, min(ratio.width(of: height, edges), widths.most)), height)
    }
    switch (isWide, isNarrow, isHigh, isLow) {
    case (true, _, true, _):
      return Double(widths.most.steps) * Double(height.steps)
        <= Double(heights.most.steps) * Double(width.steps)
        ? byWidth(widths.most) : byHeight(heights.most)
    case (_, true, _, true):
      return Double(widths.least.steps) * Double(height.steps)
        <= Double(heights.least.steps) * Double(width.steps)
        ? byHeight(heights.least) : byWidth(widths.least)
    case (_, true, true, _): return (widths.least, heights.most)
    case (true, _, _, true): return (widths.most, heights.least)
    case (true, _, _, _): return byWidth(widths.most)
    case (_, true, _, _): return byWidth(widths.least)
    case (_, _, true, _): return byHeight(heights.most)
    case (_, _, _, true): return byHeight(heights.least)
    default: return (width, height)
    }
  }

  /// The size of a box with lines of text.
  func layOutLines(_ box: Int, _ space: BoxSpace, _ lines: any LineContent) -> BoxResult {
    let edges = edges(box, space.percentWidth)
    let width = usedWidth(box, space, edges)
    let block = lines.lines(in: (width - edges.inlineSum).notNegative)
    let content = edges.blockSum + block.height
    let height = usedHeight(box, space, edges, width: width, content: content)
    var result = BoxResult(width: width, height: height, contentHeight: content)
    result.firstBaseline = block.firstBaseline.map { edges.top + $0 }
    result.lastBaseline = block.lastBaseline.map { edges.top + $0 }
    result.collapsesThrough =
      block.count == 0 && height == .zero && !space.isContext
      && !boxes[box].style.establishesContext
    return result
  }
}
