import Cassowary
package import LayoutPrimitives

/// The solvers of an engine, with all rows of a template: one solver per axis, or one for both
/// axes.
///
/// Frequently called functions are `mutating` even if they change nothing. Otherwise the compiler
/// may copy the structure.
struct AxisSolvers: Sendable {
  private let plan: LayoutPlan
  private(set) var solvers: [SimplexSolver]
  private var reader: FrameReader

  /// Creates the solvers and adds every row of a plan in document order.
  init(_ plan: LayoutPlan) {
    self.plan = plan
    solvers = plan.slots.domains.map { SimplexSolver(domains: $0) }
    reader = FrameReader(plan)
    for (item, declared) in plan.system.items.enumerated() {
      for variable in ItemVariable.allCases where !declared.verification.covers(variable) {
        guard let slot = plan.slots.slot(of: item, variable) else { continue }
        solvers[slot.solver].silentVariables.insert(slot.index)
      }
    }
    for (solver, rows) in plan.slots.rows.enumerated() {
      for row in rows { add(plan.rows[row], to: solver) }
    }
  }

  private mutating func add(_ row: LayoutRow, to solver: Int) {
    let constraint = LinearConstraint(
      plan.slots.terms(row.parts, in: solver), row.relation.linear, 0,
      strength: row.priority.isRequired ? .required : .preferred(row.priority.value))
    let index = solvers[solver].add(
      constraint, isActive: isActiveFromTheStart(row),
      unrelaxable: row.origin == .environmentWidth || row.origin == .environmentHeight)
    guard case .fixed(let item, let axis) = row.origin else { return }
    let declared = plan.system.items[item]
    let extent = axis == .horizontal ? declared.fixedWidth : declared.fixedHeight
    if let extent { solvers[solver].setConstant(index, extent) }
  }

  private func isActiveFromTheStart(_ row: LayoutRow) -> Bool {
    switch row.origin {
    case .environmentWidth, .fixed: true
    case .fittingPull: row.parts[0].variable == .height && row.priority == .fitting
    case .environmentHeight, .hugging, .compression: false
    case .constraint(let index): plan.system.groups[index] == nil
    }
  }

  // MARK: Rows

  /// Sets how the root's width and height are decided.
  ///
  /// The priority of a preferred extent must be in the plan's `fittingPriorities`; only
  /// `Priority.fitting` for the height is always available.
  mutating func setRoot(_ extents: RootExtents) {
    for axis in Axis.allCases {
      let slot = axis == .horizontal ? plan.slots.width : plan.slots.height
      if case .fixed(let extent) = extents[axis] {
        set(slot, extent)
      } else {
        solvers[slot.solver].setActive(slot.index, false)
      }
      for target in plan.slots.fitting where target.axis == axis {
        let slot = target.slot
        // The preference for the smallest cell height stays active if the height is fixed.
        let isCellsPull = axis == .vertical && target.priority == .fitting
        switch extents[axis] {
        case .pulled(let extent, let priority):
          solvers[slot.solver].setActive(slot.index, priority == target.priority)
          solvers[slot.solver].setConstant(slot.index, extent)
        case .fixed: set(slot, isCellsPull ? 0 : nil)
        }
      }
    }
  }

  /// Switches a row on with a constant in points; switches it off for `nil`.
  private mutating func set(_ slot: Slot, _ constant: Double?) {
    solvers[slot.solver].setActive(slot.index, constant != nil)
    if let constant { solvers[slot.solver].setConstant(slot.index, constant) }
  }

  /// Sets the intrinsic size of an item along an axis, in points; `nil` for none.
  mutating func setIntrinsic(_ item: Int, _ axis: Axis, _ extent: Double?) {
    let itemAxis = item * 2 + axis.rawValue
    let solver = plan.slots.solver(of: axis)
    let (hugging, compression) = (plan.slots.hugging[itemAxis], plan.slots.compression[itemAxis])
    if hugging >= 0 { set(Slot(solver: solver, index: Int(hugging)), extent) }
    if compression >= 0 { set(Slot(solver: solver, index: Int(compression)), extent) }
  }

  /// The intrinsic size of an item along an axis, in points; `nil` for none.
  func intrinsic(_ item: Int, _ axis: Axis) -> Double? {
    let row = Int(plan.slots.hugging[item * 2 + axis.rawValue])
    let solver = plan.slots.solver(of: axis)
    guard row >= 0, solvers[solver].isActive(row) else { return nil }
    return solvers[solver].constant(row)
  }

  /// Switches a constraint on or off.
  mutating func setActive(_ constraint: Int, _ isActive: Bool) {
    let slot = plan.slots.constraints[constraint]
    solvers[slot.solver].setActive(slot.index, isActive)
  }

  /// Changes the right-hand side of a constraint, in points.
  mutating func setConstant(_ constraint: Int, _ constant: Double) {
    let slot = plan.slots.constraints[constraint]
    solvers[slot.solver].setConstant(slot.index, constant)
  }

  /// Changes the multiplier of a constraint and so the coefficients of its row.
  mutating func setMultiplier(_ constraint: Int, _ multiplier: Double) {
    let slot = plan.slots.constraints[constraint]
    let parts = plan.forms[constraint].parts(multiplier: multiplier)
    solvers[slot.solver].setTerms(slot.index, plan.slots.terms(parts, in: slot.solver))
  }

  // MARK: Solutions

  /// Solves one solver, given by its number: 0 is the solver of widths, or of both axes if they are
  /// joined; 1 is the solver of heights.
  ///
  /// - Throws: The errors of `SimplexSolver.solve()`.
  mutating func solve(_ solver: Int) throws(SolverError) { try solvers[solver].solve() }

  /// Whether a required row of the horizontal axis was relaxed; if the axes are joined, a row of
  /// any axis.
  var relaxesWidths: Bool { !solvers[0].solution.relaxed.isEmpty }

  /// The sum of the horizontal terms of a linear form in the last solution, in points, not rounded.
  mutating func sum(of parts: [AnchorForm.Part]) -> Double { reader.sum(of: parts, solvers) }

  /// Reads the width of each measured item of the plan, in points, between its edges after they are
  /// snapped to pixels.
  mutating func readSnappedWidths(_ grid: PixelGrid, into widths: inout ContiguousArray<Double>) {
    reader.snappedWidths(of: plan.measuredItems, grid, solvers, into: &widths)
  }

  /// Reads the frames of all items, in points; shape `[items]`.
  mutating func read(into frames: inout [Rect]) { reader.read(solvers, into: &frames) }

  /// The solved value of an item's variable, in points.
  func value(_ item: Int, _ variable: ItemVariable) -> Double {
    reader.value(item, variable, solvers)
  }

  /// The findings of the last solves; `nil` if nothing was relaxed or ambiguous and there was no
  /// tie.
  func findings() -> LayoutFindings? {
    for index in solvers.indices where !solvers[index].solution.isStrong {
      return LayoutFindings(solvers.map(\.solution), plan)
    }
    return nil
  }

  /// The priorities at which a solver, given by its number, relaxed a row or decided a tie by
  /// document order.
  func prioritiesDecidedByOrder(_ solver: Int) -> Set<Priority> {
    let solution = solvers[solver].solution
    let rows = plan.slots.rows[solver]
    return Set((solution.ties + solution.relaxed).map { plan.rows[rows[$0]].priority })
  }

  // MARK: Counts

  /// Sets whether every answer of a compiled program is compared with the answer of the simplex.
  mutating func setVerifiesPrograms(_ verifiesPrograms: Bool) {
    for index in solvers.indices { solvers[index].verifiesPrograms = verifiesPrograms }
  }

  /// Adds the counts of the solvers to the counts of an engine.
  func add(to statistics: inout EngineStatistics) {
    for index in solvers.indices { statistics.solver += solvers[index].statistics }
  }
}

extension Relation {
  fileprivate var linear: LinearRelation {
    switch self {
    case .equal: .equal
    case .greaterOrEqual: .greaterOrEqual
    case .lessOrEqual: .lessOrEqual
    }
  }
}

extension AmbiguityVerification {
  /// Whether an ambiguity of a variable is reported.
  fileprivate func covers(_ variable: ItemVariable) -> Bool {
    switch self {
    case .always: true
    case .position: variable == .top || variable == .leading
    case .never: false
    }
  }
}

/// How the root's width or height is decided.
package enum RootExtent: Hashable, Sendable {
  /// Fixed to a length in points, which takes precedence over all other constraints.
  case fixed(Double)
  /// Preferred to be near a length in points, at a priority below required.
  case pulled(to: Double, Priority)
}

/// How the root's width and height are decided.
package struct RootExtents: Hashable, Sendable {
  package let horizontal: RootExtent
  package let vertical: RootExtent

  package init(horizontal: RootExtent, vertical: RootExtent) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// The extents of a cell's root: a fixed width, and a fixed height in points or, for `nil`, the
  /// smallest height that fits.
  package static func cell(width: Double, height: Double?) -> RootExtents {
    RootExtents(
      horizontal: .fixed(width),
      vertical: height.map(RootExtent.fixed) ?? .pulled(to: 0, .fitting))
  }

  /// The root's extent along an axis.
  package subscript(axis: Axis) -> RootExtent { axis == .horizontal ? horizontal : vertical }
}

/// The constants, multipliers and switches of a template's constraints for a record.
struct BoundConstraints: Sendable {
  /// Constant of each constraint, in points; shape `[constraints]`.
  private(set) var constants: ContiguousArray<Double>
  private(set) var multipliers: ContiguousArray<Double>
  private(set) var isPresent: ContiguousArray<Bool>
  private(set) var groupIsActive: ContiguousArray<Bool>
  private let groups: [Int?]

  /// Creates the constants and multipliers of the template; every constraint is present and every
  /// group is off.
  init(_ system: LayoutSystem) {
    constants = ContiguousArray(system.constraints.map(\.constant))
    multipliers = ContiguousArray(system.constraints.map(\.multiplier))
    isPresent = ContiguousArray(repeating: true, count: system.constraints.count)
    groupIsActive = ContiguousArray(repeating: false, count: system.groupCount)
    groups = system.groups
  }

  /// Sets the constant of a constraint, in points; returns whether it changed.
  mutating func setConstant(_ constraint: Int, _ constant: Double) -> Bool {
    Self.change(&constants[constraint], to: constant)
  }

  /// Sets the multiplier of a constraint; returns whether it changed.
  mutating func setMultiplier(_ constraint: Int, _ multiplier: Double) -> Bool {
    Self.change(&multipliers[constraint], to: multiplier)
  }

  /// Sets whether a constraint is present; returns whether that changed.
  mutating func setPresent(_ constraint: Int, _ present: Bool) -> Bool {
    Self.change(&isPresent[constraint], to: present)
  }

  /// Switches a group on or off; returns whether that changed.
  mutating func setGroup(_ group: Int, active: Bool) -> Bool {
    Self.change(&groupIsActive[group], to: active)
  }

  private static func change<Value: Equatable>(_ value: inout Value, to new: Value) -> Bool {
    defer { value = new }
    return value != new
  }

  /// Whether a constraint is active: it is present, and it is in an active group or in no group.
  func holds(_ constraint: Int) -> Bool {
    isPresent[constraint] && (groups[constraint].map { groupIsActive[$0] } ?? true)
  }
}

/// The relaxed rows, ties and ambiguous variable of a layout, for both axes together.
package struct LayoutFindings {
  /// Indices in `LayoutPlan.rows` of the required rows that were relaxed, ascending.
  package let relaxed: [Int]
  /// Indices in `LayoutPlan.rows` of the rows that won a tie by document order, ascending.
  package let ties: [Int]
  /// The first item that a solver reported as ambiguous, and its variable; `nil` for none.
  let ambiguous: (item: Int, variable: ItemVariable)?

  /// Merges the findings of an engine's solvers.
  ///
  /// - Parameter solutions: The solution of each solver.
  init(_ solutions: [SimplexSolver.Solution], _ plan: LayoutPlan) {
    var relaxed: [Int] = []
    var ties: [Int] = []
    var free: (item: Int, variable: ItemVariable)?
    for (solver, solution) in solutions.enumerated() {
      let rows = plan.slots.rows[solver]
      relaxed += solution.relaxed.map { rows[$0] }
      ties += solution.ties.map { rows[$0] }
      guard let index = solution.ambiguous,
        let owner = plan.slots.owner(of: Slot(solver: solver, index: index))
      else { continue }
      if free.map({ ($0.item, $0.variable.rawValue) > (owner.item, owner.variable.rawValue) })
        ?? true
      {
        free = owner
      }
    }
    self.relaxed = relaxed.sorted()
    self.ties = ties.sorted()
    ambiguous = free
  }
}
