import LayoutPrimitives

/// An item of a flex container while its lines are laid out.
///
/// Sizes are those of the border box.
struct FlexItem {
  let box: Int
  let margins: BoxMargins
  let alignment: SelfAlignment
  /// Whether the container is a `-webkit-box`, in which sizes are not flexible.
  let isLegacy: Bool
  /// Whether the item is as large as its line across the main axis.
  var isStretched = false
  /// The flex base size.
  var base = LayoutUnit.zero
  /// The minimum main size; border and padding instead while `leastIsOpen`.
  var least = LayoutUnit.zero
  /// Whether the minimum by the contents is not found yet, because it is at most the base size and
  /// so counts only if the item shrinks.
  var leastIsOpen = false
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

/// The items and the lines of a flex container.
struct FlexLists {
  var items: [FlexItem] = []
  var lines: [FlexLine] = []

  /// Maximum number of items whose memory is kept.
  private static let keptItems = 1 << 10

  /// Removes all items and lines, and keeps the memory unless it is large.
  mutating func removeAll() {
    guard items.capacity <= Self.keptItems else {
      self = FlexLists()
      return
    }
    items.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
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

  /// Whether items of a line may become smaller than their base sizes.
  func mayShrink(_ items: [FlexItem], _ line: Range<Int>) -> Bool {
    var total = LayoutUnit.zero
    for index in line {
      total +=
        max(items[index].base, items[index].hypothetical) + items[index].mainMargins(isRow: isRow)
    }
    return total > room
  }

  /// Sets the main sizes of the items of a line.
  ///
  /// The whole array is changed in place: a slice would be a copy.
  func resolve(_ items: inout [FlexItem], of line: Range<Int>) {
    var total = LayoutUnit.zero
    for index in line {
      total += items[index].hypothetical + items[index].mainMargins(isRow: isRow)
    }
    let grows = total < room
    for index in line {
      let (base, size) = (items[index].base, items[index].hypothetical)
      items[index].main = size
      items[index].isFrozen =
        (grows ? items[index].grow : items[index].shrink) == 0
        || (grows ? base > size : base < size)
    }
    let initial = freeSpace(items, line)
    while distribute(&items, line, grows: grows, initial: initial) {}
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
    _ items: inout [FlexItem], _ line: Range<Int>, grows: Bool, initial: LayoutUnit
  ) -> Bool {
    var factors = 0.0
    var weights = 0.0
    for index in line where !items[index].isFrozen {
      let factor = grows ? items[index].grow : items[index].shrink
      let weight =
        grows
        ? factor : factor * (items[index].base - items[index].mainEdges).notNegative.pixels
      factors += factor
      weights += weight
      items[index].main = items[index].hypothetical
      items[index].share = weight / weights
    }
    var free = freeSpace(items, line)
    if factors > 0, factors < 1 {
      let part = LayoutUnit(initial.pixels * factors)
      if abs(part.pixels) < abs(free.pixels) { free = part }
    }
    guard grows ? free > .zero : free < .zero else { return false }
    var violation = LayoutUnit.zero
    for index in line.reversed() where !items[index].isFrozen {
      let share = items[index].share
      let extra = free.pixels * share
      let part = share == 1 ? free : extra.isFinite ? LayoutUnit.rounded(extra) : LayoutUnit.zero
      free -= part
      let size = items[index].base + part
      items[index].main = max(items[index].least, min(size, items[index].most))
      items[index].violation = items[index].main - size
      violation += items[index].violation
    }
    guard violation != .zero else { return false }
    for index in line where !items[index].isFrozen {
      let own = items[index].violation
      items[index].isFrozen = violation > .zero ? own > .zero : own < .zero
    }
    return true
  }

  /// The room that frozen items and the base sizes of the others leave.
  private func freeSpace(_ items: [FlexItem], _ line: Range<Int>) -> LayoutUnit {
    var used = LayoutUnit.zero
    for index in line {
      used +=
        (items[index].isFrozen ? items[index].main : items[index].base)
        + items[index].mainMargins(isRow: isRow)
    }
    return room - used
  }
}
