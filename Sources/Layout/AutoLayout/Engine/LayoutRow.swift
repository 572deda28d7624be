import Cassowary
import LayoutPrimitives

/// A constraint as the solvers use it: a linear form in the variables of items, and its origin.
struct LayoutRow {
  var origin: ConstraintSource
  var parts: [AnchorForm.Part]
  var relation: Relation
  var priority: Priority

  /// The axes of the row's variables.
  var axes: Set<Axis> { Set(parts.map(\.variable.axis)) }
}

/// Lists every row of a template in document order: the root's extents, then each item's size,
/// hugging and compression resistance, then the constraints.
func documentRows(
  _ system: LayoutSystem, _ forms: [ConstraintForm], fittingAt priorities: Set<Priority>
) -> [LayoutRow] {
  var rows: [LayoutRow] = []
  func extent(_ item: Int, _ axis: Axis) -> [AnchorForm.Part] {
    [.init(item: item, variable: axis == .horizontal ? .width : .height, coefficient: 1)]
  }
  func add(
    _ origin: ConstraintSource, _ parts: [AnchorForm.Part], _ relation: Relation,
    _ priority: Priority
  ) {
    rows.append(LayoutRow(origin: origin, parts: parts, relation: relation, priority: priority))
  }
  add(.environmentWidth, extent(0, .horizontal), .equal, .required)
  add(.environmentHeight, extent(0, .vertical), .equal, .required)
  for axis in Axis.allCases {
    // Every cell prefers the smallest height.
    let always: Set<Priority> = axis == .vertical ? [.fitting] : []
    for priority in always.union(priorities).sorted() where !priority.isRequired {
      add(.fittingPull, extent(0, axis), .equal, priority)
    }
  }
  for (index, item) in system.items.enumerated() {
    for axis in Axis.allCases {
      if (axis == .horizontal ? item.fixedWidth : item.fixedHeight) != nil {
        add(.fixed(item: index, axis: axis), extent(index, axis), .equal, .required)
      }
      guard item.content != .none else { continue }
      let content = extent(item.contentItem(axis) ?? index, axis)
      add(.hugging(item: index, axis: axis), content, .lessOrEqual, item.hugging[axis])
      add(
        .compression(item: index, axis: axis), content, .greaterOrEqual, item.compression[axis])
    }
  }
  for (index, constraint) in system.constraints.enumerated() {
    add(
      .constraint(index), forms[index].parts(multiplier: constraint.multiplier),
      constraint.relation, constraint.priority)
  }
  return rows
}

/// The two sides of a template's constraint, as linear forms.
struct ConstraintForm {
  let first: AnchorForm
  let second: AnchorForm?
  /// Makes both sides relative to the root; `nil` if that is never necessary.
  ///
  /// If the sides are relative to another common ancestor, they are correct only while the
  /// multiplier is 1, because only then the ancestor's position cancels.
  private let fromRoot: (@Sendable () -> (first: AnchorForm, second: AnchorForm))?

  init(_ constraint: LayoutConstraint, _ system: LayoutSystem, _ direction: LayoutDirection) {
    let anchors = [constraint.first] + (constraint.second.map { [$0] } ?? [])
    // If either side uses a leading or trailing edge, both sides are measured from the leading
    // edge.
    let followsDirection = anchors.contains { $0.attribute.followsDirection }
    let direction = followsDirection ? .leftToRight : direction
    let items = system.items
    @Sendable func form(_ anchor: Anchor, from base: Int = 0) -> AnchorForm {
      AnchorForm(anchor, items: items, direction: direction, base: base)
    }
    let near = constraint.first
    guard let far = constraint.second, constraint.multiplier == 1,
      near.attribute.axis == far.attribute.axis, !near.attribute.isExtent, !far.attribute.isExtent
    else {
      first = form(near)
      second = constraint.second.map { form($0) }
      fromRoot = nil
      return
    }
    let base = Self.commonAncestor(near.item, far.item, items)
    first = form(near, from: base)
    second = form(far, from: base)
    if base == 0 {
      fromRoot = nil
    } else {
      fromRoot = { (first: form(near), second: form(far)) }
    }
  }

  /// The index of the nearest common ancestor of two items; an item counts as its own ancestor.
  private static func commonAncestor(_ first: Int, _ second: Int, _ items: [LayoutItem]) -> Int {
    var ends = [first, second]
    var seen: [Int] = []
    while !ends.isEmpty {
      for end in ends {
        if seen.contains(end) { return end }
        seen.append(end)
      }
      ends = ends.compactMap { items[$0].parent }
    }
    return 0
  }

  /// The terms of the left-hand side minus the right-hand side, added up by variable.
  func parts(multiplier: Double) -> [AnchorForm.Part] {
    let sides = multiplier == 1 ? nil : fromRoot?()
    var merged: [AnchorForm.Part] = []
    func add(_ parts: [AnchorForm.Part], times factor: Double) {
      for part in parts {
        if let index = merged.firstIndex(where: {
          $0.item == part.item && $0.variable == part.variable
        }) {
          merged[index].coefficient += factor * part.coefficient
        } else {
          merged.append(part)
          merged[merged.count - 1].coefficient *= factor
        }
      }
    }
    add(sides?.first.parts ?? first.parts, times: 1)
    add(sides?.second.parts ?? second?.parts ?? [], times: -multiplier)
    return merged.filter { $0.coefficient != 0 }
  }
}

/// The kinds of variables that each item has in the solver.
///
/// `top` and `leading` are distances from the parent's top and leading edges. An ambiguous position
/// becomes zero if it can, so the item is at the parent's edge.
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

  /// The first or last baseline of a text item; its distance from an edge is available after the
  /// text is measured.
  struct Baseline: Sendable {
    let item: Int
    let isFirst: Bool

    /// Signed distance to the baseline, in points: from the item's top edge to a first baseline, or
    /// from its bottom edge to a last baseline.
    func distance(_ extents: [TextExtent]) -> Double {
      isFirst ? extents[item].firstBaseline : -extents[item].lastBaselineFromBottom
    }
  }

  var parts: [Part] = []
  /// Index of the item from which positions are measured: the root (0) or another ancestor.
  private let base: Int
  /// Constant term of the form, in points, which comes from the item's layout margins.
  let constant: Double
  var baseline: Baseline?

  private mutating func add(_ item: Int, _ variable: ItemVariable, _ coefficient: Double) {
    parts.append(Part(item: item, variable: variable, coefficient: coefficient))
  }

  /// Creates the linear form of an anchor.
  ///
  /// The solver's x begins at the leading edge. In a right-to-left layout, the left edge is the
  /// root's width minus the trailing edge.
  ///
  /// - Parameters:
  ///   - direction: The layout direction. From right to left, left, right and center are measured
  ///     from the root's left edge. Use left to right for an anchor paired with a leading or
  ///     trailing edge.
  ///   - base: Index of the item from which positions are measured: an ancestor of the anchor's
  ///     item, or that item itself.
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

  /// Adds the position of an item's leading or top edge: the item's variable and the variables of
  /// its ancestors below `base`.
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

  /// Adds the horizontal position at a fraction of an item's width; 0 is its left edge, 1 its right
  /// edge.
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

/// The distances that the anchors of a constraint add to its constant: margins, and baselines,
/// which are available after texts are measured.
struct ConstraintOffset: Sendable {
  /// Distance that layout margins add to the left-hand anchor, in points.
  var first: Double
  /// Distance that layout margins add to the right-hand anchor, in points, before the multiplier is
  /// applied.
  var second: Double
  var firstBaseline: AnchorForm.Baseline?
  var secondBaseline: AnchorForm.Baseline?

  init(_ form: ConstraintForm) {
    first = form.first.constant
    second = form.second?.constant ?? 0
    firstBaseline = form.first.baseline
    secondBaseline = form.second?.baseline
  }
}
