import LayoutPrimitives

/// Boxes with `position: absolute`.
///
/// Source: CSS Positioned Layout 3, 4.
extension BoxEngine {
  /// Lays out the absolute boxes whose containing block is a box, in the order of the document.
  mutating func placeAbsolute(_ pending: inout [PendingBox], in container: Int, frame: BoxFrame) {
    guard !pending.isEmpty else { return }
    let border = boxes[container].style.value.borders(scale: scale)
    let isLeftToRight = traits[container].direction == .leftToRight
    let block = ContainingBlock(
      x: frame.x + (isLeftToRight ? border.start : border.end), y: frame.y + border.top,
      width: (frame.width - border.inlineSum).notNegative,
      height: (frame.height - border.blockSum).notNegative,
      direction: traits[container].direction)
    var next = 0
    while next < pending.count {
      let box = pending[next]
      next += 1
      guard !isOverLimit else { break }
      var inside: [PendingBox] = []
      place(box, in: block, &inside)
      pending += inside
    }
    pending.removeAll()
  }

  private mutating func place(
    _ pending: PendingBox, in block: ContainingBlock, _ inside: inout [PendingBox]
  ) {
    let box = pending.box
    let style = boxes[box].style
    let edges = edges(box, block.width)
    let horizontal = horizontalAxis(pending, block, edges)
    let vertical = verticalAxis(pending, block, edges)
    var space = BoxSpace(
      width: horizontal.available, height: vertical.available, percentWidth: block.width,
      percentHeight: block.height, widthMode: horizontal.fills ? .stretch : .fit)
    // A height by both insets is definite, so the width may follow from it by the ratio.
    if vertical.fills {
      let ratioDecides = ratio(box) != nil && (horizontal.fills || !style.value.width.isAuto)
      if !ratioDecides {
        let limits = heightLimits(box, space, edges)
        space.height = max(
          limits.least, min((vertical.available - vertical.margins).notNegative, limits.most))
        space.heightMode = .fixed
      }
    }
    let result = measure(box, space)
    let x = block.x + horizontal.offset(of: result.width)
    let y = block.y + vertical.offset(of: result.height)
    var rest: [PendingBox] = []
    arrange(box, space, x: x, y: y, &rest)
    inside += rest
  }

  private func horizontalAxis(
    _ pending: PendingBox, _ block: ContainingBlock, _ edges: BoxEdges
  ) -> AbsoluteAxis {
    let style = boxes[pending.box].style
    let base = block.width
    var axis = AbsoluteAxis(
      length: base, position: pending.x.moved(by: -block.x),
      start: style.value.inset.left?.resolved(base, scale: scale),
      end: style.value.inset.right?.resolved(base, scale: scale),
      startMargin: style.value.margin.left?.resolved(base, scale: scale),
      endMargin: style.value.margin.right?.resolved(base, scale: scale))
    axis.isReversed = block.direction == .rightToLeft
    axis.isStaticReversed = pending.isRightToLeft
    axis.alignment = style.value.justifySelf ?? .normal
    axis.isAuto =
      style.value.width.isAuto
      && (!traits[pending.box].isReplaced || axis.alignment.keyword == .stretch)
    axis.isSelfReversed = style.value.direction == .rightToLeft
    return axis
  }

  private func verticalAxis(
    _ pending: PendingBox, _ block: ContainingBlock, _ edges: BoxEdges
  ) -> AbsoluteAxis {
    let style = boxes[pending.box].style
    func resolved(_ value: CSSLength?, _ base: LayoutUnit) -> LayoutUnit? {
      value?.resolved(base, scale: scale)
    }
    var axis = AbsoluteAxis(
      length: block.height, position: pending.y.moved(by: -block.y),
      start: resolved(style.value.inset.top, block.height),
      end: resolved(style.value.inset.bottom, block.height),
      startMargin: resolved(style.value.margin.top, block.width),
      endMargin: resolved(style.value.margin.bottom, block.width))
    axis.isVertical = true
    axis.alignment = style.value.alignSelf ?? .normal
    axis.isAuto =
      style.value.height.isAuto
      && (!traits[pending.box].isReplaced || axis.alignment.keyword == .stretch)
    return axis
  }
}

/// The padding box of a positioned box, from the corner of the root.
private struct ContainingBlock {
  var x: LayoutUnit
  var y: LayoutUnit
  var width: LayoutUnit
  var height: LayoutUnit
  var direction: LayoutDirection
}

/// The position of an absolute box along one axis of its containing block.
private struct AbsoluteAxis {
  /// Length of the containing block.
  let length: LayoutUnit
  /// The static position, from the start of the containing block.
  let position: StaticPosition.Axis
  /// Whether the start of the static position's range is its right end.
  var isStaticReversed = false
  /// The insets; `nil` for `auto`.
  let start: LayoutUnit?
  let end: LayoutUnit?
  /// The margins; `nil` for `auto`.
  let startMargin: LayoutUnit?
  let endMargin: LayoutUnit?
  /// Whether the inline start of the containing block is its right side.
  var isReversed = false
  /// Whether the inline start of the box is its right side.
  var isSelfReversed = false
  var alignment = SelfAlignment.normal
  var isVertical = false
  /// Whether the size of the box is `auto`, so that it may be stretched.
  var isAuto = false

  init(
    length: LayoutUnit, position: StaticPosition.Axis, start: LayoutUnit?,
    end: LayoutUnit?, startMargin: LayoutUnit?, endMargin: LayoutUnit?
  ) {
    self.length = length
    self.position = position
    self.start = start
    self.end = end
    self.startMargin = startMargin
    self.endMargin = endMargin
  }

  /// Whether the box fills the space between two insets.
  var fills: Bool {
    guard start != nil, end != nil, isAuto else { return false }
    return alignment.keyword == .normal || alignment.keyword == .stretch
  }

  var margins: LayoutUnit { (startMargin ?? .zero) + (endMargin ?? .zero) }

  /// The space for the margin box.
  var available: LayoutUnit {
    if start == nil, end == nil {
      let point = position.point
      switch position.place {
      case .start: return (length - point).notNegative
      case .end: return point.notNegative
      case .center: return (min(point, length - point) * 2).notNegative
      }
    }
    return (length - (start ?? .zero) - (end ?? .zero)).notNegative
  }

  /// The part of the containing block for a box at its static position that is aligned safely.
  private var safeEdges: (start: LayoutUnit, end: LayoutUnit) {
    let point = position.point
    switch position.place {
    case .start: return (point, point + available)
    case .center: return (point - available / 2, point + available / 2)
    case .end: return (point - available, point)
    }
  }

  /// The distance of the border box from the start of the containing block.
  func offset(of size: LayoutUnit) -> LayoutUnit {
    let outer = size + margins
    guard start != nil || end != nil else {
      let corner: LayoutUnit =
        if position.isSafe, outer > available {
          isStaticReversed ? safeEdges.end - outer : safeEdges.start
        } else {
          switch position.place {
          case .start: position.start
          case .center: position.point - outer / 2
          case .end: position.point - outer
          }
        }
      return corner + (startMargin ?? .zero)
    }
    guard let start, let end else {
      if let start { return start + (startMargin ?? .zero) }
      return length - (end ?? .zero) - outer + (startMargin ?? .zero)
    }
    let room = (length - start - end).notNegative
    // If both insets together exceed the containing block, the inset at the inline end is ignored.
    let first = isReversed ? length - end - room : start
    if startMargin == nil || endMargin == nil {
      return first + autoMargin(room - outer)
    }
    return (startMargin ?? .zero) + aligned(outer, in: first..<max(first, first + room))
  }

  /// The margin at the start, if one of the margins is `auto`.
  private func autoMargin(_ free: LayoutUnit) -> LayoutUnit {
    if let startMargin { return startMargin }
    guard endMargin == nil else { return free }
    if free < .zero, !isVertical { return isReversed ? free : .zero }
    return free / 2
  }

  /// The start of a margin box in the range between the insets.
  private func aligned(_ outer: LayoutUnit, in range: Range<LayoutUnit>) -> LayoutUnit {
    let free = range.upperBound - range.lowerBound - outer
    let first = isReversed ? free : LayoutUnit.zero
    let offset: LayoutUnit =
      switch alignment.keyword {
      case .normal, .stretch, .start, .flexStart, .baseline: first
      case .end, .flexEnd, .lastBaseline: free - first
      case .center: free / 2
      case .left: .zero
      case .right: free
      case .selfStart: isSelfReversed ? free : .zero
      case .selfEnd: isSelfReversed ? .zero : free
      }
    guard free < .zero, alignment.keyword != .normal else { return range.lowerBound + offset }
    switch alignment.overflow {
    case .unsafe: return range.lowerBound + offset
    case .safe: return range.lowerBound + first
    case .automatic:
      // The box stays in the containing block and the range, or begins where they begin.
      let least = min(.zero, range.lowerBound)
      let most = max(length, range.upperBound) - outer
      if most < least { return isReversed ? most : least }
      return max(least, min(range.lowerBound + offset, most))
    }
  }
}
