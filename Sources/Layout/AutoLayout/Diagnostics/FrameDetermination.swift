import Cassowary
import LayoutPrimitives

/// The constraints that decide the frame of an item in a laid-out cell.
public struct FrameDetermination: Hashable, Sendable {
  /// Index of the item.
  public var item: Int
  /// The four numbers of the item's frame: leading, width, top, height.
  public var parts: [Part]

  /// One number of a frame and the constraints that decide it.
  public struct Part: Hashable, Sendable {
    /// The attribute: leading, width, top or height; leading and top are distances from the root's
    /// edges.
    public var attribute: Attribute
    /// The value of the number, in points.
    public var value: Double
    /// The tight constraints on whose constants the value depends, in document order; empty if no
    /// constraint decides the value, which is then zero.
    public var constraints: [DecidingConstraint]
  }

  /// All constraints that decide the frame, without duplicates, in document order.
  public var constraints: [DecidingConstraint] {
    var result: [DecidingConstraint] = []
    for constraint in parts.flatMap(\.constraints) where !result.contains(constraint) {
      result.append(constraint)
    }
    return result.sorted { $0.order < $1.order }
  }
}

/// A constraint that decides a number of a frame, with its anchors and the numbers for the record.
public struct DecidingConstraint: Hashable, Sendable {
  /// The constraint's origin, name, items and priority.
  public var imposed: ImposedConstraint
  /// The anchor on the left-hand side.
  public var first: Anchor
  /// How the left-hand side compares with the right-hand side.
  public var relation: Relation
  /// Factor of the second anchor, for the bound record.
  public var multiplier: Double
  /// Anchor on the right-hand side; `nil` for a comparison with a number.
  public var second: Anchor?
  /// Constant added to the right-hand side for the bound record, in points.
  public var constant: Double
  /// Index of the constraint in document order among all constraints of the engine.
  public var order: Int

  /// Whether an anchor of the constraint belongs to an item.
  public func mentions(_ item: Int) -> Bool {
    first.item == item || second?.item == item
  }
}

extension LayoutEngine {
  /// Finds the constraints that decide the frames of items in the last layout.
  ///
  /// If a height depends on a width, the constraints that decide the width are included. The search
  /// is slow, because it solves copies of the solvers from scratch.
  ///
  /// - Parameter items: Indices of the items.
  public func determining(_ items: [Int]) -> [FrameDetermination] {
    if contradictionReachesHeights, let engine = joined.last { return engine.determining(items) }
    let inquiry = DeterminationInquiry(self)
    return items.map { item in
      FrameDetermination(
        item: item,
        parts: [ItemVariable.leading, .width, .top, .height].map { inquiry.part(item, $0) })
    }
  }
}

/// Finds the constraints that decide numbers of frames, from copies of the solvers; each copy is
/// solved from scratch once.
private struct DeterminationInquiry {
  private let engine: LayoutEngine
  private let solved: [SolutionDependencies?]
  /// Indices in `LayoutPlan.rows` of the rows in each solver, in the solver's order.
  private let rows: [[Int]]

  init(_ engine: LayoutEngine) {
    self.engine = engine
    solved = engine.axes.solvers.map { SolutionDependencies($0) }
    rows = engine.plan.slots.rows
  }

  /// Finds the value of one number of an item's frame, and the constraints that decide it.
  func part(_ item: Int, _ variable: ItemVariable) -> FrameDetermination.Part {
    var value = engine.axes.value(item, variable)
    var sum = [(item: item, variable: variable)]
    if variable == .leading || variable == .top {
      var current = item
      while let parent = engine.plan.system.items[current].parent {
        sum.append((parent, variable))
        value += engine.axes.value(parent, variable)
        current = parent
      }
    }
    return FrameDetermination.Part(
      attribute: variable.attribute, value: value,
      constraints: rowsAffecting(sum).map(constraint))
  }

  /// Indices of the plan's rows on which a sum of variables depends, in document order; all
  /// variables are of one axis.
  private func rowsAffecting(_ sum: [(item: Int, variable: ItemVariable)]) -> [Int] {
    guard let axis = sum.first?.variable.axis else { return [] }
    let solver = engine.plan.slots.solver(of: axis)
    let terms = sum.compactMap { part in
      engine.plan.slots.slot(of: part.item, part.variable).map { Term($0.index, 1) }
    }
    let direct = (solved[solver]?.constraintsAffecting(terms) ?? []).map { rows[solver][$0] }
    guard axis == .vertical, engine.plan.program == .axesApart else { return direct }
    // Widths are constants in the solver of heights.
    let ties = direct.flatMap { row in
      engine.plan.rows[row].parts.filter { $0.variable.axis == .horizontal }
    }
    return Set(direct + ties.flatMap { rowsAffecting([($0.item, $0.variable)]) }).sorted()
  }

  /// Describes a row of the plan with the numbers of the bound record.
  private func constraint(_ row: Int) -> DecidingConstraint {
    let solver = rows.indices.first { rows[$0].contains(row) } ?? 0
    let index = rows[solver].firstIndex(of: row) ?? 0
    let imposed = engine.imposed(row, engine.axes.solvers[solver], index)
    let planned = engine.plan.rows[row]
    guard case .constraint(let number) = planned.origin else {
      let part = planned.parts[0]
      return DecidingConstraint(
        imposed: imposed, first: Anchor(item: part.item, attribute: part.variable.attribute),
        relation: planned.relation, multiplier: 1, second: nil,
        constant: engine.axes.solvers[solver].constant(index), order: row)
    }
    let declared = engine.plan.system.constraints[number]
    return DecidingConstraint(
      imposed: imposed, first: declared.first, relation: declared.relation,
      multiplier: engine.bound.multipliers[number], second: declared.second,
      constant: engine.bound.constants[number], order: row)
  }
}
