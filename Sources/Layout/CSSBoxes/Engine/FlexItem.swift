import LayoutPrimitives

/// An item of a flex container while its lines are laid out.
///
/// Sizes are those of the border box.
struct FlexItem {
  let box: Int
  let margins: BoxMargins
  let alignment: SelfAlignment
  /// Whether the container is a `-webkit-box`, in which sizes are not flexible.
  var isLegacy = false
  /// The flex base size.
  var base = LayoutUnit.zero
  var least = LayoutUnit.zero
  var most = LayoutUnit.max
  /// Border and padding along the main axis.
  var mainEdges = LayoutUnit.zero
  var grow = 0.0
  var shrink = 0.0
  var main = LayoutUnit.zero
  var space = BoxSpace()
  var result = BoxResult(width: .zero, height: .zero, contentHeight: .zero)
  /// Distances of the border box from the main start and the cross start of the content box.
  var mainOffset = LayoutUnit.zero
  var crossOffset = LayoutUnit.zero
  var isFrozen = false
  /// The item's weight, divided by the sum of its own weight and those of the items before it.
  ///
  /// Free space is distributed from the last item to the first.
  var share = 0.0
  /// The distance by which the limits change the size with its part of the free space.
  var violation = LayoutUnit.zero

  /// The main size before flexing: the base size within its limits.
  var hypothetical: LayoutUnit { max(least, min(base, most)) }

  func mainMargins(isRow: Bool) -> LayoutUnit {
    isRow ? margins.edges.inlineSum : margins.edges.blockSum
  }

  func crossMargins(isRow: Bool) -> LayoutUnit {
    isRow ? margins.edges.blockSum : margins.edges.inlineSum
  }

  func crossSize(isRow: Bool) -> LayoutUnit { isRow ? result.height : result.width }

  /// Number of `auto` margins along the main axis.
  func autoMainMargins(isRow: Bool) -> Int {
    isRow
      ? (margins.startIsAuto ? 1 : 0) + (margins.endIsAuto ? 1 : 0)
      : (margins.topIsAuto ? 1 : 0) + (margins.bottomIsAuto ? 1 : 0)
  }

  /// Whether a margin along the cross axis is `auto`.
  func hasAutoCrossMargin(isRow: Bool) -> Bool {
    isRow
      ? margins.topIsAuto || margins.bottomIsAuto : margins.startIsAuto || margins.endIsAuto
  }
}

/// One line of a flex container.
struct FlexLine {
  /// Range of its items.
  var items: Range<Int>
  var crossSize = LayoutUnit.zero
  /// The boxes that are aligned by their first baselines, and those by their last ones.
  var first = BaselineGroup()
  var last = BaselineGroup()
  var crossOffset = LayoutUnit.zero
}

/// The extent of boxes that are aligned by their baselines, above and below the baseline.
struct BaselineGroup {
  var ascent = LayoutUnit.zero
  var descent = LayoutUnit.zero

  var height: LayoutUnit { ascent + descent }

  func union(_ other: BaselineGroup) -> BaselineGroup {
    BaselineGroup(ascent: max(ascent, other.ascent), descent: max(descent, other.descent))
  }
}

/// The flexible lengths of a line.
///
/// Source: CSS Flexbox 1, 9.7.
struct FlexibleLengths {
  private let room: LayoutUnit
  private let isRow: Bool

  /// - Parameter room: The main size of the container without gaps.
  init(room: LayoutUnit, isRow: Bool) {
    self.room = room
    self.isRow = isRow
  }

  /// Sets the main sizes of the items of a line.
  func resolve(_ items: inout ArraySlice<FlexItem>) {
    var total = LayoutUnit.zero
    for item in items { total += item.hypothetical + item.mainMargins(isRow: isRow) }
    let grows = total < room
    for index in items.indices {
      let item = items[index]
      items[index].main = item.hypothetical
      items[index].isFrozen =
        (grows ? item.grow : item.shrink) == 0
        || (grows ? item.base > item.hypothetical : item.base < item.hypothetical)
    }
    let initial = freeSpace(items)
    while distribute(&items, grows: grows, initial: initial) {}
  }

  /// Distributes the free space once, and freezes the items whose limits are violated.
  ///
  /// From the last item to the first, each gets its part of the space that is left, so that the
  /// rounded parts add up to the whole.
  ///
  /// Source for the order: Blink's `LineFlexer`.
  ///
  /// - Returns: Whether an item was frozen, so that the space must be distributed again.
  private func distribute(
    _ items: inout ArraySlice<FlexItem>, grows: Bool, initial: LayoutUnit
  ) -> Bool {
    var factors = 0.0
    var weights = 0.0
    for index in items.indices where !items[index].isFrozen {
      let item = items[index]
      let factor = grows ? item.grow : item.shrink
      let weight = grows ? factor : factor * (item.base - item.mainEdges).notNegative.pixels
      factors += factor
      weights += weight
      items[index].main = item.hypothetical
      items[index].share = weight / weights
    }
    var free = freeSpace(items)
    if factors > 0, factors < 1 {
      let part = LayoutUnit(initial.pixels * factors)
      if abs(part.pixels) < abs(free.pixels) { free = part }
    }
    guard grows ? free > .zero : free < .zero else { return false }
    var violation = LayoutUnit.zero
    for index in items.indices.reversed() where !items[index].isFrozen {
      let item = items[index]
      let extra = free.pixels * item.share
      let part =
        item.share == 1 ? free : extra.isFinite ? LayoutUnit.rounded(extra) : LayoutUnit.zero
      free -= part
      let size = item.base + part
      items[index].main = max(item.least, min(size, item.most))
      items[index].violation = items[index].main - size
      violation += items[index].violation
    }
    guard violation != .zero else { return false }
    for index in items.indices where !items[index].isFrozen {
      let own = items[index].violation
      items[index].isFrozen = violation > .zero ? own > .zero : own < .zero
    }
    return true
  }

  /// The room that frozen items and the base sizes of the others leave.
  private func freeSpace(_ items: ArraySlice<FlexItem>) -> LayoutUnit {
    var used = LayoutUnit.zero
    for item in items {
      used += (item.isFrozen ? item.main : item.base) + item.mainMargins(isRow: isRow)
    }
    return room - used
  }
}
