import Cassowary
import LayoutPrimitives

/// A constraint as the solvers get it: a linear form in the variables of items, with its origin.
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
    // Every cell prefers the height that fits.
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
  /// Makes both sides relative to the root; `nil` where that is never needed.
  ///
  /// Sides relative to another common ancestor are only right while the multiplier is 1, because
  /// then the ancestor's position cancels.
  private let fromRoot: (@Sendable () -> (first: AnchorForm, second: AnchorForm))?

  init(_ constraint: LayoutConstraint, _ system: LayoutSystem, _ direction: LayoutDirection) {
    let anchors = [constraint.first] + (constraint.second.map { [$0] } ?? [])
    // Both sides are relative to the same edge: the leading one where either follows the direction.
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

  /// The index of the nearest common ancestor of two items, which may be one of them.
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

  /// The terms of left-hand side minus right-hand side, summed by variable.
  func parts(multiplier: Double) -> [AnchorForm.Part] {
    let sides = multiplier == 1 ? nil : fromRoot?()
    var merged: [AnchorForm.Part] = []
    func add(_ parts: [AnchorForm.Part], times factor: Double) {
      for part in parts {
        if let known = merged.firstIndex(where: {
          $0.item == part.item && $0.variable == part.variable
        }) {
          merged[known].coefficient += factor * part.coefficient
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
