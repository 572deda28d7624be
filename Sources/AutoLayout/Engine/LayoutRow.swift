import Cassowary
import LayoutPrimitives

/// What a row of the solver stands for.
enum RowOrigin: Hashable, Sendable {
  case environmentWidth
  case environmentHeight
  case fittingTarget(axis: Axis, priority: Priority)
  case fixed(item: Int, axis: Axis)
  case hugging(item: Int, axis: Axis)
  case compression(item: Int, axis: Axis)
  case constraint(Int)
}

/// A constraint between items before it is handed to a solver.
struct LayoutRow {
  var origin: RowOrigin
  var parts: [AnchorForm.Part]
  var relation: Relation
  var priority: Priority

  /// The axes of the variables in it.
  var axes: Set<Axis> { Set(parts.map(\.variable.axis)) }
}

/// Lists every row of a template in document order: the environment and the fitting pull, then each
/// item with its size, hugging and compression, then the constraints.
func documentRows(
  _ system: LayoutSystem, _ forms: [ConstraintForm], fittingAt priorities: Set<Priority>
) -> [LayoutRow] {
  var rows: [LayoutRow] = []
  func extent(_ item: Int, _ axis: Axis) -> [AnchorForm.Part] {
    [.init(item: item, variable: axis == .horizontal ? .width : .height, coefficient: 1)]
  }
  func add(
    _ origin: RowOrigin, _ parts: [AnchorForm.Part], _ relation: Relation, _ priority: Priority
  ) {
    rows.append(LayoutRow(origin: origin, parts: parts, relation: relation, priority: priority))
  }
  add(.environmentWidth, extent(0, .horizontal), .equal, .required)
  add(.environmentHeight, extent(0, .vertical), .equal, .required)
  for axis in Axis.allCases {
    // Every cell is pulled to the height that fits.
    let always: Set<Priority> = axis == .vertical ? [.fitting] : []
    for priority in always.union(priorities).sorted() where !priority.isRequired {
      add(.fittingTarget(axis: axis, priority: priority), extent(0, axis), .equal, priority)
    }
  }
  for (index, item) in system.items.enumerated() {
    for axis in Axis.allCases {
      if (axis == .horizontal ? item.fixedWidth : item.fixedHeight) != nil {
        add(.fixed(item: index, axis: axis), extent(index, axis), .equal, .required)
      }
      guard item.content != .none else { continue }
      add(
        .hugging(item: index, axis: axis), extent(index, axis), .lessOrEqual, item.hugging[axis])
      add(
        .compression(item: index, axis: axis), extent(index, axis), .greaterOrEqual,
        item.compression[axis])
    }
  }
  for (index, constraint) in system.constraints.enumerated() {
    add(
      .constraint(index), forms[index].parts(multiplier: constraint.multiplier),
      constraint.relation, constraint.priority)
  }
  return rows
}

/// The two sides of a template's constraint as linear forms.
struct ConstraintForm {
  var first: AnchorForm
  var second: AnchorForm?

  init(_ constraint: LayoutConstraint, _ system: LayoutSystem, _ direction: LayoutDirection) {
    let anchors = [constraint.first] + (constraint.second.map { [$0] } ?? [])
    // Both sides count from the same edge: the leading one as soon as either follows the direction.
    let followsDirection = anchors.contains { $0.attribute.followsDirection }
    let direction = followsDirection ? .leftToRight : direction
    first = AnchorForm(constraint.first, items: system.items, direction: direction)
    second = constraint.second.map {
      AnchorForm($0, items: system.items, direction: direction)
    }
  }

  /// Everything on the left-hand side, like variables added up.
  func parts(multiplier: Double) -> [AnchorForm.Part] {
    var parts = first.parts
    for part in second?.parts ?? [] {
      var negated = part
      negated.coefficient *= -multiplier
      parts.append(negated)
    }
    var merged: [AnchorForm.Part] = []
    for part in parts {
      if let known = merged.firstIndex(where: {
        $0.item == part.item && $0.variable == part.variable
      }) {
        merged[known].coefficient += part.coefficient
      } else {
        merged.append(part)
      }
    }
    return merged.filter { $0.coefficient != 0 }
  }
}
