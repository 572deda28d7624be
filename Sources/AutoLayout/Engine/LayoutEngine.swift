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
  /// Counts of work done.
  public internal(set) var statistics = EngineStatistics()
  /// Where passes and solves are noted; `nil` for nowhere.
  public var trace: TraceLane?

  var solvers: [SimplexSolver]
  /// The engine over both axes that takes the cells whose contradictions reach across them; made
  /// for the first of them, at most one.
  var joined: [LayoutEngine] = []
  /// Slot of each item's variables; shape `[items × 4]`, by `ItemVariable`.
  var variableSlots: [Slot?]
  var constraintSlots: [Slot]
  /// Slots by item and axis; shape `[items × 2]`.
  var huggingSlots: [Slot?]
  var compressionSlots: [Slot?]
  var widthSlot = Slot(solver: 0, index: 0)
  var heightSlot = Slot(solver: 0, index: 0)

  /// Constants of the constraints as bound, in points.
  var constants: [Double]
  var multipliers: [Double]
  var isPresent: [Bool]
  var groupIsActive: [Bool]
  /// What each text measured last; shape `[items]`.
  var extents: [TextExtent]
  var snappedWidths: [Double]

  /// Makes an engine and adds every constraint of the template to it.
  ///
  /// - Parameter passLimit: Clamped to 50...1000.
  public init(_ plan: LayoutPlan, passLimit: Int = 100) {
    self.plan = plan
    self.passLimit = min(max(passLimit, 50), 1000)
    let system = plan.system
    let items = system.items.count
    constants = system.constraints.map(\.constant)
    multipliers = system.constraints.map(\.multiplier)
    isPresent = [Bool](repeating: true, count: system.constraints.count)
    groupIsActive = [Bool](repeating: false, count: system.groupCount)
    extents = [TextExtent](
      repeating: TextExtent(
        width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0,
        lines: LabelLines(count: 0, truncated: false)), count: items)
    snappedWidths = [Double](repeating: -1, count: items)
    variableSlots = []
    constraintSlots = []
    huggingSlots = [Slot?](repeating: nil, count: items * 2)
    compressionSlots = huggingSlots
    solvers = []
    makeSolvers()
    addRows()
  }

  /// Changes the constant of a constraint, in points.
  public mutating func setConstant(_ constraint: Int, _ constant: Double) {
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
    let slot = constraintSlots[constraint]
    solvers[slot.solver].setTerms(slot.index, terms(ofConstraint: constraint, in: slot.solver))
    updateConstant(constraint)
  }

  /// Leaves a constraint out for this record, or takes it in again.
  public mutating func setPresent(_ constraint: Int, _ present: Bool) {
    isPresent[constraint] = present
    updateActivity(constraint)
  }

  /// Switches a group of constraints.
  public mutating func setGroup(_ group: Int, active: Bool) {
    guard groupIsActive[group] != active else { return }
    groupIsActive[group] = active
    for index in constraintSlots.indices where plan.system.groups[index] == group {
      updateActivity(index)
    }
  }

  /// Gives an item its intrinsic content size, in points; `nil` for none on an axis.
  public mutating func setIntrinsic(_ item: Int, width: Double?, height: Double?) {
    setIntrinsic(item, .horizontal, width)
    setIntrinsic(item, .vertical, height)
  }

  mutating func setIntrinsic(_ item: Int, _ axis: Axis, _ extent: Double?) {
    let place = item * 2 + axis.rawValue
    for slot in [huggingSlots[place], compressionSlots[place]] {
      guard let slot else { continue }
      solvers[slot.solver].setActive(slot.index, extent != nil)
      if let extent { solvers[slot.solver].setConstant(slot.index, extent) }
    }
  }

  private mutating func updateActivity(_ constraint: Int) {
    let slot = constraintSlots[constraint]
    let group = plan.system.groups[constraint].map { groupIsActive[$0] } ?? true
    solvers[slot.solver].setActive(slot.index, group && isPresent[constraint])
  }

  /// Brings the right-hand side of a constraint up to date: its constant, margins, baselines of the
  /// texts as measured, and widths that the vertical program takes as given.
  mutating func updateConstant(_ constraint: Int) {
    let form = plan.forms[constraint]
    let multiplier = multipliers[constraint]
    let slot = constraintSlots[constraint]
    var right = constants[constraint] - form.first.constant - offset(of: form.first.baseline)
    if let second = form.second {
      right += multiplier * (second.constant + offset(of: second.baseline))
    }
    if plan.isTying[constraint] {
      right -= widths(in: form.first.parts)
      if let second = form.second { right += multiplier * widths(in: second.parts) }
    }
    solvers[slot.solver].setConstant(slot.index, right)
  }

  /// The horizontal part of a form as solved, in points.
  private func widths(in parts: [AnchorForm.Part]) -> Double {
    var sum = 0.0
    for part in parts where part.variable.axis == .horizontal {
      sum += part.coefficient * value(part.item, part.variable)
    }
    return sum
  }

  private func offset(of baseline: AnchorForm.Baseline?) -> Double {
    guard let baseline else { return 0 }
    let extent = extents[baseline.item]
    return baseline.isFirst ? extent.firstBaseline : -extent.lastBaselineFromBottom
  }

  /// The solved value of an item's variable, in points.
  func value(_ item: Int, _ variable: ItemVariable) -> Double {
    guard let slot = variableSlots[item * 4 + variable.rawValue] else { return 0 }
    return solvers[slot.solver].value(slot.index)
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
