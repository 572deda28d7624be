import LayoutPrimitives

/// Borders, padding and margins.
extension BoxEngine {
  /// The widths of border and padding together, in the box's own direction.
  ///
  /// - Parameter base: The width that percentages refer to; `nil` counts as 0.
  @inline(__always)
  func edges(_ box: Int, _ base: LayoutUnit?) -> BoxEdges {
    guard traits[box].hasPercentPadding, let base else { return traits[box].edges }
    return boxes[box].style.value.edges(base, scale: scale, borders: traits[box].collapsedBorders)
  }

  /// The margins of a box, in the direction of the box around it.
  @inline(__always)
  func margins(_ box: Int, _ base: LayoutUnit?, _ direction: LayoutDirection) -> BoxMargins {
    var margins = traits[box].margins
    if traits[box].hasPercentMargin, let base {
      margins = boxes[box].style.value.margins(base, scale: scale)
    }
    return direction == .leftToRight ? margins : margins.mirrored
  }

  /// The ratio of a box; `nil` if it has none.
  @inline(__always)
  func ratio(_ box: Int) -> BoxRatio? {
    traits[box].isReplaced ? replacedRatio(box) : traits[box].ratio
  }

  /// The ratio of a replaced element: its natural one, unless the style has another.
  private func replacedRatio(_ box: Int) -> BoxRatio? {
    guard case .replaced(let size) = contents[box], let width = size.width,
      let height = size.height, boxes[box].style.value.aspectRatio?.isAuto ?? true
    else { return traits[box].ratio }
    return BoxRatio(width: width, height: height, ofContent: true) ?? traits[box].ratio
  }
}

/// Widths and heights of border boxes.
extension BoxEngine {
  /// A size as the width of a border box; `nil` if the value is `auto` or a percentage of nothing.
  mutating func width(
    _ size: CSSSize, _ box: Int, _ space: BoxSpace, _ edges: BoxEdges
  ) -> LayoutUnit? {
    switch size {
    case .auto, .content: return nil
    case .length(let length):
      if space.percentWidth == nil, length.hasPercent { return nil }
      return boxes[box].style.value.boxSizing.borderBox(
        length.resolved(space.percentWidth ?? .zero, scale: scale), edges.inlineSum)
    case .minContent: return contentWidths(box, space, edges).minimum
    case .maxContent: return contentWidths(box, space, edges).maximum
    case .fitContent:
      return contentWidths(box, space, edges).fitting(available(box, space))
    case .stretch: return available(box, space).map { max($0, edges.inlineSum) }
    }
  }

  /// The available width for the border box, without margins.
  func available(_ box: Int, _ space: BoxSpace) -> LayoutUnit? {
    guard let width = space.width else { return nil }
    let margins = margins(box, space.percentWidth, .leftToRight)
    return (width - margins.edges.inlineSum).notNegative
  }

  /// The minimum and maximum width of the border box.
  mutating func widthLimits(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges
  ) -> (least: LayoutUnit, most: LayoutUnit) {
    let least: LayoutUnit? =
      switch traits[box].minWidth {
      case .auto: nil
      case .length(let length): length
      case .depends:
        width(
          boxes[box].style.value.minWidth, box, space.orZero(boxes[box].style.value.minWidth), edges
        )
      }
    let most: LayoutUnit? =
      switch traits[box].maxWidth {
      case .auto: nil
      case .length(let length): length
      case .depends: width(boxes[box].style.value.maxWidth, box, space, edges)
      }
    return (max(least ?? .zero, edges.inlineSum), most ?? .max)
  }

  /// The minimum and maximum height of the border box.
  ///
  /// - Parameter content: The height of the contents, for `min-content` and the like.
  func heightLimits(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, content: LayoutUnit? = nil
  ) -> (least: LayoutUnit, most: LayoutUnit) {
    let least: LayoutUnit? =
      switch traits[box].minHeight {
      case .auto: nil
      case .length(let length): length
      case .depends:
        height(
          boxes[box].style.value.minHeight, box, space.orZero(boxes[box].style.value.minHeight),
          edges, content: content)
      }
    let most: LayoutUnit? =
      switch traits[box].maxHeight {
      case .auto: nil
      case .length(let length): length
      case .depends: height(boxes[box].style.value.maxHeight, box, space, edges, content: content)
      }
    return (max(least ?? .zero, edges.blockSum), most ?? .max)
  }

  /// The height that the style sets for the border box; `nil` if it is not definite.
  func setHeight(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, content: LayoutUnit?
  ) -> LayoutUnit? {
    if space.heightMode == .contents { return nil }
    switch traits[box].height {
    case .auto: return nil
    case .length(let length): return length
    case .depends:
      return height(boxes[box].style.value.height, box, space, edges, content: content)
    }
  }

  /// A size as the height of a border box; `nil` if it is not definite.
  func height(
    _ size: CSSSize, _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, content: LayoutUnit?
  ) -> LayoutUnit? {
    switch size {
    case .auto, .content: return nil
    case .length(let length):
      if space.percentHeight == nil, length.hasPercent { return nil }
      return boxes[box].style.value.boxSizing.borderBox(
        length.resolved(space.percentHeight ?? .zero, scale: scale), edges.blockSum)
    case .minContent, .maxContent, .fitContent: return content
    case .stretch:
      guard let height = space.height else { return nil }
      let margins = margins(box, space.percentWidth, .leftToRight)
      return max((height - margins.edges.blockSum).notNegative, edges.blockSum)
    }
  }

  /// The width of the border box in a space.
  mutating func usedWidth(_ box: Int, _ space: BoxSpace, _ edges: BoxEdges) -> LayoutUnit {
    if let grid = table(box) { return tableWidth(box, grid, space, edges) }
    if space.widthMode == .fixed, let width = space.width { return width }
    var limits = widthLimits(box, space, edges)
    var result: LayoutUnit? =
      switch traits[box].width {
      case .auto: nil
      case .length(let length): length
      case .depends: width(boxes[box].style.value.width, box, space, edges)
      }
    if result == nil, space.widthMode != .stretch, let ratio = ratio(box),
      let height = knownHeight(box, space, edges)
    {
      result = ratio.width(of: height, edges)
      if !space.hasFixedHeight, boxes[box].style.value.minWidth.isAuto, !traits[box].scrollsX,
        !traits[box].isReplaced
      {
        let content = innerWidths(box, space) + edges.inlineSum
        limits.least = max(limits.least, min(content.minimum, limits.most))
      }
    }
    if space.widthMode != .stretch, let ratio = ratio(box),
      !boxes[box].style.value.width.isLengthOrStretch
    {
      limits = transferred(limits, by: ratio, box, space, edges)
    }
    let used: LayoutUnit =
      result
      ?? {
        if space.widthMode == .fit || space.width == nil {
          return contentWidths(box, space, edges).fitting(available(box, space))
        }
        return max(available(box, space) ?? .zero, edges.inlineSum)
      }()
    return max(limits.least, min(used, limits.most))
  }

  /// Limits of the width, with the limits of the height that are transferred by the ratio.
  ///
  /// Source: CSS Sizing 4, 5.1.2.
  func transferred(
    _ limits: (least: LayoutUnit, most: LayoutUnit), by ratio: BoxRatio, _ box: Int,
    _ space: BoxSpace, _ edges: BoxEdges
  ) -> (least: LayoutUnit, most: LayoutUnit) {
    let heights = heightLimits(box, space, edges)
    var limits = limits
    limits.least = max(limits.least, min(ratio.width(of: heights.least, edges), limits.most))
    if heights.most != .max {
      limits.most = min(limits.most, max(ratio.width(of: heights.most, edges), limits.least))
    }
    return limits
  }

  /// The height of the border box if it is definite before the contents are laid out.
  func definiteHeight(_ box: Int, _ space: BoxSpace, _ edges: BoxEdges) -> LayoutUnit? {
    switch space.heightMode {
    case .fixed: return space.height
    case .fixedIndefinite: return nil
    case .auto, .contents:
      guard let height = setHeight(box, space, edges, content: nil) else { return nil }
      let limits = heightLimits(box, space, edges)
      return max(limits.least, min(height, limits.most))
    }
  }

  /// The height of the border box that its ratio refers to.
  func knownHeight(_ box: Int, _ space: BoxSpace, _ edges: BoxEdges) -> LayoutUnit? {
    space.hasFixedHeight ? space.height : definiteHeight(box, space, edges)
  }

  /// The height of the border box.
  ///
  /// - Parameter content: The height of the border box by its contents.
  func usedHeight(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, width: LayoutUnit, content: LayoutUnit
  ) -> LayoutUnit {
    if space.hasFixedHeight, let height = space.height { return height }
    var limits = heightLimits(box, space, edges, content: content)
    let ratio = ratio(box)
    var result = setHeight(box, space, edges, content: ratio == nil ? content : nil)
    if result == nil, let ratio {
      result = ratio.height(of: width, edges)
      let style = boxes[box].style
      if style.value.minHeight.isAuto, !style.value.height.hasPercent,
        style.value.height != .stretch, !traits[box].scrollsY,
        !traits[box].isReplaced
      {
        limits.least = max(limits.least, min(content, limits.most))
      }
    }
    return max(limits.least, min(result ?? content, limits.most))
  }

  /// The height of the content box that percentages of boxes inside refer to; `nil` if indefinite.
  func contentHeightForPercents(
    _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, width: LayoutUnit,
    ratio usesRatio: Bool = true
  ) -> LayoutUnit? {
    if traits[box].isAnonymous, !space.hasFixedHeight { return space.percentHeight }
    var height = definiteHeight(box, space, edges)
    if usesRatio, height == nil, !space.hasFixedHeight, let ratio = ratio(box) {
      let limits = heightLimits(box, space, edges)
      height = max(limits.least, min(ratio.height(of: width, edges), limits.most))
    }
    return height.map { ($0 - edges.blockSum).notNegative }
  }

  /// The greatest height of the content box of a box of automatic height; `nil` for no limit.
  func greatestHeight(_ box: Int, _ space: BoxSpace, _ edges: BoxEdges) -> LayoutUnit? {
    let most = heightLimits(box, space, edges).most
    return most == .max ? nil : (most - edges.blockSum).notNegative
  }

  /// The distance by which a relative box is moved, to the right and down.
  func relativeShift(
    _ box: Int, in parent: Int, _ space: BoxSpace
  ) -> (x: LayoutUnit, y: LayoutUnit) {
    guard traits[box].position == .relative else { return (.zero, .zero) }
    let style = boxes[box].style
    let inset = style.value.inset
    func resolved(_ value: CSSLength?, _ base: LayoutUnit?) -> LayoutUnit? {
      guard let value, base != nil || !value.hasPercent else { return nil }
      return value.resolved(base ?? .zero, scale: scale)
    }
    let left = resolved(inset.left, space.percentWidth)
    let right = resolved(inset.right, space.percentWidth).map { -$0 }
    let isLeftToRight = traits[parent].direction == .leftToRight
    let x = (isLeftToRight ? left ?? right : right ?? left) ?? .zero
    let y =
      resolved(inset.top, space.percentHeight)
      ?? resolved(inset.bottom, space.percentHeight).map { -$0 } ?? .zero
    return (x, y)
  }
}

/// A ratio of width to height, of the content box or of the border box.
struct BoxRatio: Sendable {
  private let widthPerHeight: Double
  private let ofContent: Bool

  /// Creates a ratio; `nil` unless both numbers are finite and above 0.
  init?(width: Double, height: Double, ofContent: Bool) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    widthPerHeight = width / height
    self.ofContent = ofContent
  }

  /// The width of the border box that belongs to its height.
  func width(of side: LayoutUnit, _ edges: BoxEdges) -> LayoutUnit {
    guard ofContent else { return max(scaled(side, widthPerHeight), edges.inlineSum) }
    return scaled((side - edges.blockSum).notNegative, widthPerHeight) + edges.inlineSum
  }

  /// The height of the border box that belongs to its width.
  func height(of side: LayoutUnit, _ edges: BoxEdges) -> LayoutUnit {
    guard ofContent else { return max(scaled(side, 1 / widthPerHeight), edges.blockSum) }
    return scaled((side - edges.inlineSum).notNegative, 1 / widthPerHeight) + edges.blockSum
  }

  /// A side times a factor, without the part below one step.
  ///
  /// The small addend makes up for the error of the factor.
  private func scaled(_ side: LayoutUnit, _ factor: Double) -> LayoutUnit {
    LayoutUnit(side.pixels * factor + 1e-7)
  }
}
