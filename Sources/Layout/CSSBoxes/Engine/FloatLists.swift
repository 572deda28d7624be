import LayoutPrimitives

/// The side of its containing block to which a box floats.
package enum FloatSide: Hashable, Sendable {
  case left, right

  /// - Parameter direction: The direction to which `inline-start` refers.
  init?(_ float: BoxStyle.Float, in direction: LayoutDirection) {
    switch float {
    case .none: return nil
    case .left: self = .left
    case .right: self = .right
    case .inlineStart: self = direction == .leftToRight ? .left : .right
    case .inlineEnd: self = direction == .leftToRight ? .right : .left
    }
  }
}

/// The sides of the floats that a box is below: CSS's `clear`.
package struct FloatSides: Hashable, Sendable {
  var left = false
  var right = false

  /// - Parameter direction: The direction to which `inline-start` refers.
  init(_ clear: BoxStyle.Clear, in direction: LayoutDirection) {
    switch clear {
    case .none: break
    case .left: left = true
    case .right: right = true
    case .both: (left, right) = (true, true)
    case .inlineStart: if direction == .leftToRight { left = true } else { right = true }
    case .inlineEnd: if direction == .leftToRight { right = true } else { left = true }
    }
  }

  var isEmpty: Bool { !left && !right }
}

/// The floats before a box in its block formatting context, and where the box is in that context.
struct FloatPlace: Hashable {
  /// The floats; `none` for a box that they do not reach.
  var list = FloatLists.List.none
  /// Distances of the left and top edges of the border box from those of the context.
  var x = LayoutUnit.zero
  var y = LayoutUnit.zero
}

/// A float before it is placed.
package struct UnplacedFloat: Hashable, Sendable {
  var side: FloatSide
  var clear: FloatSides
  /// The size of the margin box.
  var width: LayoutUnit
  var height: LayoutUnit
}

/// The lists of floats of block formatting contexts, with positions from the left and top edges of
/// each context.
///
/// A list is never changed: one with another float is another list.
///
/// Source: CSS 2.2, 9.5; where it leaves a choice, Blink's `ExclusionSpace`.
final class FloatLists {
  /// A list of floats.
  struct List: Hashable {
    fileprivate let last: Int32
    /// No floats.
    static let none = List(last: -1)
    var isEmpty: Bool { last < 0 }
  }

  /// A float, and the list that it ends.
  private struct Node: Hashable {
    var before: Int32
    var side: FloatSide
    var left: LayoutUnit
    var right: LayoutUnit
    var top: LayoutUnit
    var bottom: LayoutUnit
  }

  /// What is known of a whole list.
  private struct Summary {
    /// The lowest bottom of the floats.
    var bottom: LayoutUnit
    /// The lowest bottom of the floats of each side; `nil` without one.
    var leftBottom: LayoutUnit?
    var rightBottom: LayoutUnit?
    /// The top of the last float.
    var lastTop: LayoutUnit
  }

  private var nodes: [Node] = []
  private var summaries: [Summary] = []
  private var known: [Node: Int32] = [:]
  /// Number of floats that were visited while room beside them was searched.
  private var visits = 0

  /// Maximum number of these visits; beyond it, no room is narrow.
  private static let visitLimit = 50_000_000

  /// Whether the limit was reached, so that the positions are not valid.
  var isOverLimit: Bool { visits > Self.visitLimit }

  /// The lowest bottom of the floats of a list; `nil` for an empty list.
  func bottom(of list: List) -> LayoutUnit? {
    list.isEmpty ? nil : summaries[Int(list.last)].bottom
  }

  /// The distance from the top of the context below which a box with `clear` is; `nil` if no float is
  /// on these sides.
  func clearance(_ sides: FloatSides, of list: List) -> LayoutUnit? {
    guard !list.isEmpty, !sides.isEmpty else { return nil }
    let summary = summaries[Int(list.last)]
    let left = sides.left ? summary.leftBottom : nil
    let right = sides.right ? summary.rightBottom : nil
    guard let left, let right else { return left ?? right }
    return max(left, right)
  }

  /// The part of a range of x that floats leave free.
  ///
  /// - Parameters:
  ///   - top: Where the part begins.
  ///   - height: The height of what is placed there; 0 for a line at `top`.
  /// - Returns: The part, whose right edge may be before its left one, and the distance from the top
  ///   at which the first of the floats ends that reach into it; `nil` without such a float.
  func room(
    in list: List, from left: LayoutUnit, to right: LayoutUnit, top: LayoutUnit,
    height: LayoutUnit = .zero
  ) -> (left: LayoutUnit, right: LayoutUnit, next: LayoutUnit?) {
    var room = (left: left, right: right, next: LayoutUnit?.none)
    let step = LayoutUnit(steps: 1)
    let end = max(top + height, top + step)
    // A range without a width is beside a float that begins there.
    let most = max(right, left + step)
    var index = list.last
    guard !isOverLimit else { return room }
    while index >= 0, summaries[Int(index)].bottom > top {
      visits += 1
      let node = nodes[Int(index)]
      index = node.before
      guard node.bottom > top, node.top < end, node.right > left, node.left < most,
        node.right > node.left
      else { continue }
      switch node.side {
      case .left: room.left = max(room.left, node.right)
      case .right: room.right = min(room.right, node.left)
      }
      room.next = room.next.map { min($0, node.bottom) } ?? node.bottom
    }
    return room
  }

  /// Where a float is placed, and the list with it.
  ///
  /// - Parameters:
  ///   - left: The left edge of the content box of its containing block.
  ///   - right: The right edge of that content box.
  ///   - top: The highest top that it may have.
  /// - Returns: The left and top edges of its margin box.
  func place(
    _ float: UnplacedFloat, in list: List, from left: LayoutUnit, to right: LayoutUnit,
    top: LayoutUnit
  ) -> (x: LayoutUnit, y: LayoutUnit, list: List) {
    var y = self.top(of: float, in: list, top: top)
    var room = room(in: list, from: left, to: right, top: y)
    let width = float.width.notNegative
    while room.right - room.left < width, let next = room.next {
      y = next
      room = self.room(in: list, from: left, to: right, top: y)
    }
    let x = float.side == .left ? room.left : room.right - float.width
    return (x, y, add(float, x: x, y: y, to: list))
  }

  /// The highest top of a float, at or below a given one: not above that of a float before it.
  func top(of float: UnplacedFloat, in list: List, top: LayoutUnit) -> LayoutUnit {
    guard !list.isEmpty else { return top }
    let top = max(top, summaries[Int(list.last)].lastTop)
    return clearance(float.clear, of: list).map { max(top, $0) } ?? top
  }

  /// A list without its last float.
  func withoutLast(_ list: List) -> List {
    list.isEmpty ? list : List(last: nodes[Int(list.last)].before)
  }

  private func add(
    _ float: UnplacedFloat, x: LayoutUnit, y: LayoutUnit, to list: List
  ) -> List {
    let node = Node(
      before: list.last, side: float.side, left: x, right: x + float.width, top: y,
      bottom: y + float.height)
    if let index = known[node] { return List(last: index) }
    var summary =
      list.isEmpty
      ? Summary(bottom: node.bottom, lastTop: y) : summaries[Int(list.last)]
    summary.bottom = max(summary.bottom, node.bottom)
    summary.lastTop = max(summary.lastTop, y)
    switch float.side {
    case .left: summary.leftBottom = max(summary.leftBottom ?? node.bottom, node.bottom)
    case .right: summary.rightBottom = max(summary.rightBottom ?? node.bottom, node.bottom)
    }
    let index = Int32(nodes.count)
    nodes.append(node)
    summaries.append(summary)
    known[node] = index
    return List(last: index)
  }
}
