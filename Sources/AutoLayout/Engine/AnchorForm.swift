import Cassowary
import LayoutPrimitives

/// The kinds of variables that each item has in the solver.
///
/// `top` and `leading` are measured from the parent's top and leading edges. So an ambiguous
/// position, which is as near to zero as possible, is at the parent's edge.
enum ItemVariable: Int, CaseIterable {
  case height, width, top, leading

  var axis: Axis { self == .height || self == .top ? .vertical : .horizontal }
}

/// An anchor as a linear form in the items' variables.
struct AnchorForm {
  /// One term of the linear form: a coefficient times a variable of an item.
  struct Part {
    var item: Int
    var variable: ItemVariable
    var coefficient: Double
  }

  /// The first or last baseline of a text item; its distance from an edge is known once the text is
  /// measured.
  struct Baseline: Sendable {
    let item: Int
    let isFirst: Bool

    /// Signed distance from the item's top edge to a first baseline, or from its bottom edge to a
    /// last one, in points.
    func distance(_ extents: [TextExtent]) -> Double {
      isFirst ? extents[item].firstBaseline : -extents[item].lastBaselineFromBottom
    }
  }

  var parts: [Part] = []
  /// Index of the item from which positions are measured: the root (0) or another ancestor.
  private let base: Int
  /// Constant term of the form, in points: the share of the item's layout margins.
  let constant: Double
  var baseline: Baseline?

  private mutating func add(_ item: Int, _ variable: ItemVariable, _ coefficient: Double) {
    parts.append(Part(item: item, variable: variable, coefficient: coefficient))
  }

  /// Creates the linear form of an anchor.
  ///
  /// The solver's x begins at the leading edge. From right to left the physical left edge is the
  /// root's width minus the trailing edge.
  ///
  /// - Parameters:
  ///   - direction: The direction by which left, right and center are expressed; from right to left
  ///     they are measured from the root's left edge. Left to right for an anchor paired with a
  ///     leading or trailing edge.
  ///   - base: Index of the item from which positions are measured: an ancestor, or the item
  ///     itself.
  init(_ anchor: Anchor, items: [LayoutItem], direction: LayoutDirection, base: Int = 0) {
    let item = anchor.item
    self.base = base
    constant = anchor.attribute.inset(items[item].margins, direction)
    switch anchor.attribute {
    case .width: add(item, .width, 1)
    case .height: add(item, .height, 1)
    case .leading, .leadingMargin: addOrigin(item, .leading, items)
    case .trailing, .trailingMargin: addFarEdge(item, .leading, .width, items)
    case .left, .leftMargin: addPhysical(0, item, items, direction)
    case .right, .rightMargin: addPhysical(1, item, items, direction)
    case .centerX, .centerXWithinMargins: addPhysical(0.5, item, items, direction)
    case .top, .topMargin: addOrigin(item, .top, items)
    case .bottom, .bottomMargin: addFarEdge(item, .top, .height, items)
    case .centerY, .centerYWithinMargins:
      addOrigin(item, .top, items)
      add(item, .height, 0.5)
    case .firstBaseline where items[item].content == .text:
      addOrigin(item, .top, items)
      baseline = Baseline(item: item, isFirst: true)
    case .lastBaseline where items[item].content == .text:
      addFarEdge(item, .top, .height, items)
      baseline = Baseline(item: item, isFirst: false)
    case .firstBaseline, .lastBaseline:
      // A view without text has its baselines at its bottom, as in UIKit.
      addFarEdge(item, .top, .height, items)
    }
  }

  /// Adds the position of an item's leading or top edge: its own variable and those of its
  /// ancestors below `base`.
  private mutating func addOrigin(_ item: Int, _ variable: ItemVariable, _ items: [LayoutItem]) {
    var current = item
    while current != base, let parent = items[current].parent {
      add(current, variable, 1)
      current = parent
    }
  }

  private mutating func addFarEdge(
    _ item: Int, _ variable: ItemVariable, _ extent: ItemVariable, _ items: [LayoutItem]
  ) {
    addOrigin(item, variable, items)
    add(item, extent, 1)
  }

  /// Adds the horizontal position at a fraction of an item's width, 0 for left and 1 for right.
  private mutating func addPhysical(
    _ fraction: Double, _ item: Int, _ items: [LayoutItem], _ direction: LayoutDirection
  ) {
    addOrigin(item, .leading, items)
    let along = direction == .rightToLeft ? 1 - fraction : fraction
    if along != 0 { add(item, .width, along) }
    guard direction == .rightToLeft else { return }
    for index in parts.indices { parts[index].coefficient = -parts[index].coefficient }
    add(0, .width, 1)
  }
}
