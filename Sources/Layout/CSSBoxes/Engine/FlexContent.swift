import LayoutPrimitives

/// The flex base size of an item and its limits along the main axis, by its contents.
///
/// Source: CSS Flexbox 1, 4.5 and 9.2 step 3.
struct FlexContent {
  private let box: Int
  private let isLegacy: Bool
  private let space: BoxSpace
  private let edges: BoxEdges
  private let isRow: Bool
  /// The cross size of the border box if the item fills its line and the line's size is known.
  private let stretched: LayoutUnit?
  private let style: SharedStyle
  private let limits: (least: LayoutUnit, most: LayoutUnit)

  init(
    _ engine: inout BoxEngine, _ box: Int, _ space: BoxSpace, _ edges: BoxEdges, isRow: Bool,
    isLegacy: Bool = false, stretched: LayoutUnit?
  ) {
    self.box = box
    self.isLegacy = isLegacy
    self.space = space
    self.edges = edges
    self.isRow = isRow
    self.stretched = stretched
    style = engine.boxes[box].style
    limits =
      isRow
      ? engine.widthLimits(box, space, edges) : engine.heightLimits(box, space, edges)
  }

  /// The maximum main size.
  var most: LayoutUnit { limits.most }

  /// Border and padding along the main axis.
  var mainEdges: LayoutUnit { isRow ? edges.inlineSum : edges.blockSum }

  /// Whether the minimum main size, but for border and padding, is at most the base size.
  ///
  /// It is if both are by the contents, or the base size is the length that limits the minimum.
  func leastIsWithinBase(_ engine: borrowing BoxEngine) -> Bool {
    let traits = engine.traits[box]
    guard traits.flexBasis.isAuto || isLegacy, traits.ratio == nil, !traits.isReplaced,
      isRow ? style.value.minWidth.isAuto : style.value.minHeight.isAuto,
      !(isRow ? traits.scrollsX : traits.scrollsY)
    else { return false }
    switch isRow ? traits.width : traits.height {
    case .auto, .length: return true
    case .depends: return false
    }
  }

  /// The flex base size.
  ///
  /// - Parameter innerMain: The main size of the container, to which percentages refer.
  func base(_ engine: inout BoxEngine, innerMain: LayoutUnit?) -> LayoutUnit {
    let traits = engine.traits[box]
    if traits.flexBasis.isAuto || isLegacy,
      case .length(let length) = isRow ? traits.width : traits.height
    {
      return length
    }
    var size = style.value.flexBasis
    if size.isAuto || isLegacy { size = isRow ? style.value.width : style.value.height }
    if size.isAuto, isLegacy { size = .fitContent }
    if isRow {
      return engine.width(size, box, space, edges) ?? byContents(&engine)
    }
    switch size {
    case .minContent, .maxContent, .fitContent: return byContents(&engine)
    default:
      return engine.height(size, box, space, edges, content: nil) ?? byContents(&engine)
    }
  }

  /// The main size by the ratio and a definite cross size, or else by the contents.
  private func byContents(_ engine: inout BoxEngine) -> LayoutUnit {
    if let size = byRatio(definiteCross(&engine), engine) { return size }
    let size = contentMain(&engine)
    return engine.ratio(box).map { crossClamped(size, $0, &engine) } ?? size
  }

  /// The minimum main size.
  func least(_ engine: inout BoxEngine) -> LayoutUnit {
    let minimum = isRow ? style.value.minWidth : style.value.minHeight
    let traits = engine.traits[box]
    guard minimum.isAuto, !(isRow ? traits.scrollsX : traits.scrollsY) else {
      if !isRow, case .length = minimum {
      } else if !isRow, !minimum.isAuto {
        return contentMain(&engine)
      }
      return limits.least
    }
    var content = isRow ? minContent(&engine) : contentMain(&engine)
    if let ratio = engine.ratio(box) {
      content = crossClamped(content, ratio, &engine)
    }
    if let specified = specified(&engine) {
      content = min(specified, content)
    } else if traits.isReplaced, let transferred = byRatio(definiteCross(&engine), engine) {
      content = min(transferred, content)
    }
    return max(min(content, limits.most), mainEdges)
  }

  /// The size that the style sets along the main axis, if it is definite.
  private func specified(_ engine: inout BoxEngine) -> LayoutUnit? {
    switch isRow ? engine.traits[box].width : engine.traits[box].height {
    case .auto: return nil
    case .length(let length): return length
    case .depends: break
    }
    if isRow {
      guard style.value.width.isLengthOrStretch else { return nil }
      return engine.width(style.value.width, box, space, edges)
    }
    guard style.value.height.isLengthOrStretch else { return nil }
    return engine.height(style.value.height, box, space, edges, content: nil)
  }

  private func minContent(_ engine: inout BoxEngine) -> LayoutUnit {
    let isReplaced = engine.traits[box].isReplaced
    return (isReplaced ? byRatio(definiteCross(&engine), engine) : nil)
      ?? engine.contentWidths(box, space, edges).minimum
  }

  /// The main size of the contents without limits: the max-content width, or the height.
  private func contentMain(_ engine: inout BoxEngine) -> LayoutUnit {
    if isRow {
      return engine.contentWidths(box, space, edges).maximum
    }
    var space = space
    if let stretched { (space.width, space.widthMode) = (stretched, .fixed) }
    space.heightMode = .contents
    let result = engine.measure(box, space)
    guard let ratio = engine.ratio(box) else { return result.contentHeight }
    return max(result.contentHeight, ratio.height(of: result.width, edges))
  }

  /// The cross size of the border box, if it is definite.
  private func definiteCross(_ engine: inout BoxEngine) -> LayoutUnit? {
    if let stretched { return stretched }
    if isRow { return engine.definiteHeight(box, space, edges) }
    guard case .length = style.value.width,
      let width = engine.width(style.value.width, box, space, edges)
    else { return nil }
    let limits = engine.widthLimits(box, space, edges)
    return max(limits.least, min(width, limits.most))
  }

  private func byRatio(_ cross: LayoutUnit?, _ engine: borrowing BoxEngine) -> LayoutUnit? {
    guard let cross, let ratio = engine.ratio(box) else { return nil }
    return isRow ? ratio.width(of: cross, edges) : ratio.height(of: cross, edges)
  }

  /// A main size within the cross limits, which are transferred by the ratio.
  private func crossClamped(
    _ size: LayoutUnit, _ ratio: BoxRatio, _ engine: inout BoxEngine
  ) -> LayoutUnit {
    let cross =
      isRow
      ? engine.heightLimits(box, space, edges) : engine.widthLimits(box, space, edges)
    var size = size
    if cross.most != .max {
      size = min(
        size, isRow ? ratio.width(of: cross.most, edges) : ratio.height(of: cross.most, edges))
    }
    size = max(
      size, isRow ? ratio.width(of: cross.least, edges) : ratio.height(of: cross.least, edges))
    return size
  }
}

extension BoxEngine {
  /// Whether the style sets a length as the main size of an item of a column.
  func hasDefiniteFlexHeight(_ item: Int) -> Bool {
    let isAuto = traits[item].flexBasis.isAuto
    if case .length = isAuto ? traits[item].height : traits[item].flexBasis { return true }
    let style = boxes[item].style
    let basis = style.value.flexBasis.isAuto ? style.value.height : style.value.flexBasis
    if case .length(let length) = basis { return !length.hasPercent }
    return false
  }
}
