import Cassowary
import LayoutPrimitives

/// The four variables of an item in the solver.
///
/// Positions are relative to the parent's top and leading edges. So an ambiguous position, which is
/// as near to zero as possible, is at the parent's edge.
enum ItemVariable: Int, CaseIterable {
  case height, width, top, leading

  var axis: Axis { self == .height || self == .top ? .vertical : .horizontal }
}

/// An anchor as a linear form in the items' variables.
struct AnchorForm {
  /// One addend.
  struct Part {
    var item: Int
    var variable: ItemVariable
    var coefficient: Double
  }

  /// A baseline, whose distance is known once the text is measured.
  struct Baseline: Sendable {
    let item: Int
    let isFirst: Bool

    /// Distance from the item's top or bottom edge, in points.
    func distance(_ extents: [TextExtent]) -> Double {
      isFirst ? extents[item].firstBaseline : -extents[item].lastBaselineFromBottom
    }
  }

  var parts: [Part] = []
  /// The item from which positions are measured: the root, or an ancestor.
  private let base: Int
  /// Margins, in points.
  let constant: Double
  var baseline: Baseline?

  private mutating func add(_ item: Int, _ variable: ItemVariable, _ coefficient: Double) {
    parts.append(Part(item: item, variable: variable, coefficient: coefficient))
  }

  /// The form of an anchor.
  ///
  /// The solver's x begins at the leading edge. From right to left the physical left edge is the
  /// root's width minus the trailing edge.
  ///
  /// - Parameters:
  ///   - direction: Right to left, left, right and center are measured from the root's left edge.
  ///     For a center paired with a leading or trailing edge it is left to right.
  ///   - base: An ancestor, or the item itself, from which positions are measured.
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

  /// The near edge of an item: its own relative position and those of its ancestors.
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

  /// A position at a fraction of an item's width, measured from the root's left edge.
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
