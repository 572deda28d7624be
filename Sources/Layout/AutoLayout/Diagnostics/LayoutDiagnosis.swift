import Cassowary
public import LayoutPrimitives

/// The conflicts, ambiguities and ties of a laid-out cell, with their constraints.
public struct LayoutDiagnosis: Hashable, Sendable {
  /// Required constraints that were relaxed, each with its conflict, in document order.
  public var unsatisfiable: [UnsatisfiableLayout]
  /// The ambiguous variables: at most one per axis, the horizontal one first, or at most one in all
  /// if the axes are joined.
  public var ambiguous: [AmbiguousLayout]
  /// Ties that document order decided, in document order of their preferred constraints.
  public var ties: [DecidedTie]

  /// Whether there is no conflict, ambiguity or tie.
  public var isEmpty: Bool { unsatisfiable.isEmpty && ambiguous.isEmpty && ties.isEmpty }
}

/// A relaxed required constraint, and the constraints that it contradicts.
public struct UnsatisfiableLayout: Hashable, Sendable {
  /// The constraint that was relaxed.
  public var relaxed: ImposedConstraint
  /// An irreducible set of contradictory constraints in document order, including `relaxed`.
  ///
  /// The members cannot all be satisfied. If any one of them is removed, the others can be.
  public var members: [ImposedConstraint]
  /// The minimum error of `relaxed`, in points, if all constraints that were accepted before
  /// `relaxed` are satisfied.
  public var leastError: Double
}

/// An ambiguous variable, shown by two valid layouts.
public struct AmbiguousLayout: Hashable, Sendable {
  /// One of the valid layouts: the value of the ambiguous variable, and all frames.
  public struct Solution: Hashable, Sendable {
    /// The value of the ambiguous variable, in points; a position is a distance from the parent's
    /// top or leading edge.
    public var value: Double
    /// Frame of each item, in points, relative to the root's top-left corner; shape `[items]`.
    public var frames: [Rect]
  }

  /// Index of the ambiguous item.
  public var item: Int
  /// The ambiguous attribute: width, height, top or leading.
  public var attribute: Attribute
  /// Name of the ambiguous variable: `ITEM.ATTRIBUTE`.
  public var variable: String
  /// Valid layouts: the chosen one first, then another if one could be computed.
  public var solutions: [Solution]
  /// Constraints on whose constants the ambiguous variable depends, in document order.
  public var affecting: [ImposedConstraint]
}

/// A tie between constraints of one priority, decided by document order.
public struct DecidedTie: Hashable, Sendable {
  /// The constraint that document order prefers: its error is minimized before the errors of its
  /// rivals.
  public var constraint: ImposedConstraint
  /// Constraints of the same priority whose errors would be smaller if the error of `constraint`
  /// were larger, in document order.
  public var rivals: [ImposedConstraint]
}

/// The origin of a constraint in the engine.
public enum ConstraintSource: Hashable, Sendable {
  /// The fixed width of the root.
  case environmentWidth
  /// The fixed height of the root.
  case environmentHeight
  /// A preference of the root for a target width or height; every cell prefers the smallest height.
  case fittingPull
  /// A required width or height of an item.
  case fixed(item: Int, axis: Axis)
  /// An item's preference not to be larger than its content along an axis.
  case hugging(item: Int, axis: Axis)
  /// An item's preference not to be smaller than its content along an axis.
  case compression(item: Int, axis: Axis)
  /// A constraint of the `LayoutSystem`, given by its index.
  case constraint(Int)

  /// The indices of the constraint's items; the item of the left-hand side is first.
  func items(in system: LayoutSystem) -> [Int] {
    switch self {
    case .environmentWidth, .environmentHeight, .fittingPull: return [0]
    case .fixed(let item, _), .hugging(let item, _), .compression(let item, _): return [item]
    case .constraint(let index):
      let constraint = system.constraints[index]
      return [constraint.first.item] + (constraint.second.map { [$0.item] } ?? [])
    }
  }
}

/// A constraint in the engine, with its origin and its numbers for the laid-out record.
public struct ImposedConstraint: Hashable, Sendable {
  /// The origin of the constraint.
  public var source: ConstraintSource
  /// The name of the constraint in diagnostics.
  public var name: String
  /// The constraint as text, with the bound and measured numbers: `title.width >= 120.333 @750`.
  public var equation: String
  /// The indices of the constraint's items; the item of the left-hand side is first.
  public var items: [Int]
  /// The priority of the constraint, 1...1000.
  public var priority: Priority
}

extension LayoutEngine {
  /// Explains the conflicts, ambiguities and ties of the last layout.
  ///
  /// The explanation is slow, because it solves copies of parts of the system.
  public func diagnosis() -> LayoutDiagnosis {
    if contradictionReachesHeights, let engine = joined.last { return engine.diagnosis() }
    var unsatisfiable: [(row: Int, UnsatisfiableLayout)] = []
    var ties: [(row: Int, DecidedTie)] = []
    var ambiguous: [AmbiguousLayout] = []
    for (number, original) in axes.solvers.enumerated() {
      // A copy, solved for the current constants and switches.
      var solver = original
      do throws(SolverError) { try solver.solve() } catch { continue }
      guard !solver.solution.isStrong else { continue }
      var fresh = solver
      // The explanations need a solution from scratch; with it they need not find it each.
      do throws(SolverError) {
        try fresh.solveAfresh()
        solver = fresh
      } catch {
        // Explanations that need it are then missing.
      }
      let rows = plan.slots.rows[number]
      func imposed(_ index: Int) -> ImposedConstraint { self.imposed(rows[index], solver, index) }
      for index in solver.solution.relaxed {
        let conflict = solver.conflict(of: index)
        unsatisfiable.append(
          (
            rows[index],
            UnsatisfiableLayout(
              relaxed: imposed(index), members: (conflict?.members ?? [index]).map(imposed),
              leastError: conflict?.leastError ?? 0)
          ))
      }
      for tie in solver.ties() {
        ties.append(
          (
            rows[tie.constraint],
            DecidedTie(constraint: imposed(tie.constraint), rivals: tie.rivals.map(imposed))
          ))
      }
      if let match = ambiguity(number, solver, imposed) { ambiguous.append(match) }
    }
    return LayoutDiagnosis(
      unsatisfiable: unsatisfiable.sorted { $0.row < $1.row }.map(\.1), ambiguous: ambiguous,
      ties: ties.sorted { $0.row < $1.row }.map(\.1))
  }

  /// Describes the ambiguous variable of a solver by two layouts with different values for it;
  /// `nil` if no variable is ambiguous.
  private func ambiguity(
    _ number: Int, _ solver: SimplexSolver, _ imposed: (Int) -> ImposedConstraint
  ) -> AmbiguousLayout? {
    guard let free = solver.solution.ambiguous,
      let (item, variable) = plan.slots.owner(of: Slot(solver: number, index: free))
    else { return nil }
    let attribute = variable.attribute
    let values = solver.alternatives().map { [$0.first, $0.second] }
    let chosen = (0..<solver.variableCount).map(solver.value)
    return AmbiguousLayout(
      item: item, attribute: attribute,
      variable: "\(plan.system.items[item].name).\(attribute.rawValue)",
      solutions: (values ?? [chosen]).map { values in
        AmbiguousLayout.Solution(value: values[free], frames: frames(values, of: number))
      },
      affecting: solver.constraintsAffecting(free).map(imposed))
  }

  /// Computes the frames of all items from other values for the variables of one solver; shape
  /// `[items]`.
  private func frames(_ values: [Double], of number: Int) -> [Rect] {
    func value(_ item: Int, _ variable: ItemVariable) -> Double {
      guard let slot = plan.slots.slot(of: item, variable) else { return 0 }
      return slot.solver == number
        ? values[slot.index] : axes.solvers[slot.solver].value(slot.index)
    }
    let items = plan.system.items
    return items.indices.map { item in
      var (leading, top) = (0.0, 0.0)
      var current = item
      while let parent = items[current].parent {
        leading += value(current, .leading)
        top += value(current, .top)
        current = parent
      }
      let width = value(item, .width)
      let left = plan.direction == .rightToLeft ? value(0, .width) - leading - width : leading
      return Rect(x: left, y: top, width: width, height: value(item, .height))
    }
  }

  /// Describes a row of the plan with the numbers of the bound record.
  ///
  /// - Parameters:
  ///   - row: Index of the row in the plan.
  ///   - solver: The solver that contains the row.
  ///   - index: Index of the row in the solver.
  func imposed(_ row: Int, _ solver: SimplexSolver, _ index: Int) -> ImposedConstraint {
    let source = plan.rows[row].origin
    return ImposedConstraint(
      source: source, name: name(of: row),
      equation: equation(of: row, constant: solver.constant(index)),
      items: source.items(in: plan.system), priority: plan.rows[row].priority)
  }

  /// The linear form of a row as text, with the numbers of the bound record.
  ///
  /// - Parameter constant: The right-hand side of the row in its solver, in points.
  private func equation(of row: Int, constant: Double) -> String {
    let names = plan.system.items.map(\.name)
    func anchor(_ item: Int, _ attribute: Attribute) -> ParsedConstraint.Anchor {
      ParsedConstraint.Anchor(item: .named(names[item]), attribute: attribute, offset: 0)
    }
    let form: ParsedConstraint
    switch plan.rows[row].origin {
    case .constraint(let number):
      let constraint = plan.system.constraints[number]
      form = ParsedConstraint(
        first: anchor(constraint.first.item, constraint.first.attribute),
        relation: constraint.relation,
        multiplier: .literal(rounded(bound.multipliers[number], 1e6)),
        second: constraint.second.map { anchor($0.item, $0.attribute) },
        constant: .literal(rounded(bound.constants[number], 1000)), priority: constraint.priority)
    case .environmentWidth, .environmentHeight, .fittingPull, .fixed, .hugging, .compression:
      let part = plan.rows[row].parts[0]
      form = ParsedConstraint(
        first: anchor(part.item, part.variable.attribute), relation: plan.rows[row].relation,
        multiplier: .literal(1), second: nil, constant: .literal(rounded(constant, 1000)),
        priority: plan.rows[row].priority)
    }
    return form.description
  }

  /// Rounds a number to multiples of `1 / steps`, for messages.
  private func rounded(_ value: Double, _ steps: Double) -> Double {
    // A larger number has so few fractional digits that rounding is unnecessary.
    abs(value) < 1e9 ? (value * steps).rounded() / steps : value
  }
}

extension ItemVariable {
  /// The attribute of the variable; positions are relative to the parent's edges.
  var attribute: Attribute {
    switch self {
    case .height: .height
    case .width: .width
    case .top: .top
    case .leading: .leading
    }
  }
}

extension LayoutEngine {
  /// The name of a row of the plan in diagnostics.
  package func name(of row: Int) -> String {
    let (row, items) = (plan.rows[row], plan.system.items)
    func extent(_ axis: Axis) -> String { axis == .horizontal ? "width" : "height" }
    switch row.origin {
    case .environmentWidth: return "the cell's width"
    case .environmentHeight: return "the cell's height"
    case .fittingPull:
      let axis = row.parts[0].variable.axis
      return axis == .vertical && row.priority == .fitting
        ? "the fitting pull" : "the fitting \(extent(axis))"
    case .fixed(let item, let axis): return "\(items[item].name).\(extent(axis)) of 'size'"
    case .hugging(let item, let axis): return "hugging of \(items[item].name).\(extent(axis))"
    case .compression(let item, let axis):
      return "compression resistance of \(items[item].name).\(extent(axis))"
    case .constraint(let index): return plan.system.constraints[index].name
    }
  }
}
