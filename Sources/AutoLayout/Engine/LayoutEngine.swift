import Cassowary
public import LayoutPrimitives

/// The long-lived constraint engine of one template and direction.
///
/// Made once per worker, it keeps its solved state from record to record: binding the next one only
/// changes constants and switches groups. The result of `layout` is a function of what is bound,
/// never of what was laid out before.
public struct LayoutEngine: Sendable {
  /// The analysed template.
  public let plan: LayoutPlan
  /// Settling passes after which a cell is given up as a feedback loop; 50...1000.
  public let passLimit: Int
  /// Counts of this engine's own passes and questions; the solvers count theirs.
  var counts = EngineStatistics()
  /// Where passes and solves are noted; `nil` for nowhere.
  public var trace: TraceLane?

  var solvers: [SimplexSolver]
  /// The engine over both axes that takes the cells whose contradictions reach across them; made
  /// for the first of them, at most one.
  var joined: [LayoutEngine] = []
  /// Index of each item's variables in the solver of their axis, -1 for the root's position; shape
  /// `[items × 4]`, by `ItemVariable`.
  var variables: ContiguousArray<Int32> = []
  /// Where each constraint's row is.
  var constraintSlots: ContiguousArray<Slot> = []
  /// Rows in the solver of their axis by item and axis, -1 for none; shape `[items × 2]`.
  var huggingRows: ContiguousArray<Int32>
  var compressionRows: ContiguousArray<Int32>
  var widthSlot = Slot(solver: 0, index: 0)
  var heightSlot = Slot(solver: 0, index: 0)
  /// Rows that pull the root to a target size.
  var fittingRows: [FittingRow] = []

  /// Constants of the constraints as bound, in points.
  var constants: ContiguousArray<Double>
  var multipliers: ContiguousArray<Double>
  var isPresent: ContiguousArray<Bool>
  var groupIsActive: ContiguousArray<Bool>
  /// Priorities within which the order of rows decided a tie or who had to give, in any pass of the
  /// last layout; noted only where somebody asks.
  var orderMatteredAt: Set<Priority> = []
  var notesOrder = false
  /// What each text measured last; shape `[items]`.
  var extents: [TextExtent]
  /// Unwrapped width of each text that needs it, in points; shape `[items]`.
  var unwrappedWidths: ContiguousArray<Double>
  /// Snapped widths of the measured items in the last two passes, in points.
  var widths: ContiguousArray<Double> = []
  var lastWidths: ContiguousArray<Double> = []
  var reader: FrameReader

  /// Makes an engine and adds every constraint of the template to it.
  ///
  /// - Parameter passLimit: Clamped to 50...1000.
  public init(_ plan: LayoutPlan, passLimit: Int = 100) {
    self.plan = plan
    self.passLimit = min(max(passLimit, 50), 1000)
    let system = plan.system
    let items = system.items.count
    constants = ContiguousArray(system.constraints.map(\.constant))
    multipliers = ContiguousArray(system.constraints.map(\.multiplier))
    isPresent = ContiguousArray(repeating: true, count: system.constraints.count)
    groupIsActive = ContiguousArray(repeating: false, count: system.groupCount)
    extents = [TextExtent](
      repeating: TextExtent(
        width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0,
        lines: LabelLines(count: 0, truncated: false)), count: items)
    unwrappedWidths = ContiguousArray(repeating: 0, count: items)
    huggingRows = ContiguousArray(repeating: -1, count: items * 2)
    compressionRows = huggingRows
    solvers = []
    reader = FrameReader(plan, variables: variables)
    makeSolvers()
    reader = FrameReader(plan, variables: variables)
    addRows()
  }

  /// Counts of work done.
  public var statistics: EngineStatistics {
    var total = counts
    for solver in solvers { total.add(solver.statistics) }
    for engine in joined { total += engine.statistics }
    return total
  }

  /// Whether every answer of a compiled program is compared with the solver's.
  ///
  /// Slow, for finding faults. Where they differ, `layout` throws.
  public var verifiesPrograms: Bool = false {
    didSet {
      for index in solvers.indices { solvers[index].verifiesPrograms = verifiesPrograms }
    }
  }

  /// Changes the constant of a constraint, in points.
  public mutating func setConstant(_ constraint: Int, _ constant: Double) {
    guard constants[constraint] != constant else { return }
    constants[constraint] = constant
    updateConstant(constraint)
  }

  /// Changes the multiplier of a constraint.
  ///
  /// Cheap when the multiplied width is a constant of the vertical program; otherwise a changed
  /// coefficient, after which the next solve begins from nothing.
  public mutating func setMultiplier(_ constraint: Int, _ multiplier: Double) {
    guard multipliers[constraint] != multiplier else { return }
    multipliers[constraint] = multiplier
    if plan.multiplierIsCoefficient[constraint] {
      let slot = constraintSlots[constraint]
      solvers[slot.solver].setTerms(slot.index, terms(ofConstraint: constraint, in: slot.solver))
    }
    updateConstant(constraint)
  }

  /// Leaves a constraint out for this record, or takes it in again.
  public mutating func setPresent(_ constraint: Int, _ present: Bool) {
    guard isPresent[constraint] != present else { return }
    isPresent[constraint] = present
    updateActivity(constraint)
  }

  /// Switches a group of constraints.
  public mutating func setGroup(_ group: Int, active: Bool) {
    guard groupIsActive[group] != active else { return }
    groupIsActive[group] = active
    for index in plan.groupMembers[group] { updateActivity(index) }
  }

  /// Gives an item its intrinsic content size, in points; `nil` for none on an axis.
  public mutating func setIntrinsic(_ item: Int, width: Double?, height: Double?) {
    setIntrinsic(item, .horizontal, width)
    setIntrinsic(item, .vertical, height)
  }

  mutating func setIntrinsic(_ item: Int, _ axis: Axis, _ extent: Double?) {
    let place = item * 2 + axis.rawValue
    let solver = plan.program == .joined ? 0 : axis.rawValue
    setIntrinsic(Int(huggingRows[place]), solver, extent)
    setIntrinsic(Int(compressionRows[place]), solver, extent)
  }

  private mutating func setIntrinsic(_ row: Int, _ solver: Int, _ extent: Double?) {
    guard row >= 0 else { return }
    solvers[solver].setActive(row, extent != nil)
    if let extent { solvers[solver].setConstant(row, extent) }
  }

  /// The solver of an axis: 0 for widths, 1 for heights; 0 for both when they are joined.
  func solver(of axis: Axis) -> Int { plan.program == .joined ? 0 : axis.rawValue }

  private mutating func updateActivity(_ constraint: Int) {
    let slot = constraintSlots[constraint]
    let group = plan.system.groups[constraint].map { groupIsActive[$0] } ?? true
    solvers[slot.solver].setActive(slot.index, group && isPresent[constraint])
  }

  /// Brings the right-hand side of a constraint up to date: its constant, margins, baselines of the
  /// texts as measured, and widths that the vertical program takes as given.
  mutating func updateConstant(_ constraint: Int) {
    let offset = plan.offsets[constraint]
    let multiplier = multipliers[constraint]
    let slot = constraintSlots[constraint]
    var right = constants[constraint] - offset.first - offset.firstBaseline.distance(extents)
    right += multiplier * (offset.second + offset.secondBaseline.distance(extents))
    if plan.isTying[constraint] {
      right -= reader.sum(of: plan.tyingWidths[constraint].first, solvers)
      right += multiplier * reader.sum(of: plan.tyingWidths[constraint].second, solvers)
    }
    solvers[slot.solver].setConstant(slot.index, right)
  }
}

/// A group of constraints and whether it holds.
public struct GroupSwitch: Hashable, Sendable {
  /// Index of the group in the `LayoutSystem`.
  public var group: Int
  /// Whether its constraints hold.
  public var isActive: Bool

  /// Creates a switch.
  public init(group: Int, isActive: Bool) {
    self.group = group
    self.isActive = isActive
  }
}
