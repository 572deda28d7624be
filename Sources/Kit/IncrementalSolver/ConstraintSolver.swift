public import Cassowary

/// An incremental solver with one canonical answer; constraints can be added and removed.
///
/// Each connected component of variables is a part with its own `SimplexSolver`. Solving the parts
/// separately is exact, because the errors of a priority are sums over the parts. The cost of a
/// change grows with the size of the changed part.
///
/// Required constraints never contradict each other: a change that would cause a contradiction
/// throws and leaves the solver unchanged. Preferred constraints never cause this error. Solving is
/// lazy: a change that cannot cause a contradiction takes effect in the next `solve()`, and
/// `value(_:)` returns the value of the last `solve()`. The values depend only on the constraints
/// and their order of addition.
///
/// Source: Badros, Borning, Stuckey, "The Cassowary linear arithmetic constraint solving
/// algorithm", ACM TOCHI 8(4), 2001, for the operations and the edit variables.
public struct ConstraintSolver: Sendable {
  /// Minimum number of rows of removed constraints for which a part is rebuilt without them.
  ///
  /// A part in which all constraints were removed is always rebuilt.
  static let deadRowAllowance = 16

  /// Maximum number of pivots and flips of one solve of a part.
  public var pivotLimit = 20_000 {  // reason: an option, set on every part
    didSet { parts.setPivotLimit(pivotLimit) }
  }

  private(set) var records = ConstraintRecords()
  private(set) var parts: ConnectedParts
  /// The values of the variables at the last `solve()`; shape `[variables]`.
  private(set) var values: ContiguousArray<Double>

  /// Creates a solver without constraints.
  ///
  /// - Parameter domains: The domain of each initial variable; shape `[variables]`.
  public init(domains: [VariableDomain] = []) {
    parts = ConnectedParts(domains: domains, pivotLimit: pivotLimit)
    values = ContiguousArray(repeating: 0, count: domains.count)
  }

  /// Number of variables.
  public var variableCount: Int { values.count }

  /// Number of constraints, including those of inactive groups.
  public var constraintCount: Int { records.count }

  /// Number of connected components that have constraints.
  public var partCount: Int { parts.count }

  /// Number of tableau rows of all parts; the row of a removed constraint counts until its part is
  /// rebuilt.
  public var rowCount: Int { parts.parts.reduce(0) { $0 + $1.rows.count } }

  /// The ids of all constraints in document order, which is the order of addition.
  public var constraints: [ConstraintID] { records.ids }

  /// The value of a variable at the last `solve()`, on the 2⁻²⁶ grid; zero before the first
  /// `solve()`.
  public func value(_ variable: Int) -> Double { values[variable] }

  /// Returns a constraint as stored: the terms of each variable are added up.
  ///
  /// - Returns: `nil` if the constraint was removed.
  public func constraint(_ id: ConstraintID) -> LinearConstraint? {
    records.slot(id).map { records[$0] }
  }

  /// Adds a variable.
  ///
  /// - Returns: The index of the variable.
  public mutating func addVariable(_ domain: VariableDomain = .free) -> Int {
    parts.addVariable(domain)
    values.append(0)
    return values.count - 1
  }

  /// Adds an empty group, whose constraints are switched on or off together.
  ///
  /// - Parameter isActive: Whether the constraints of the group are switched on.
  public mutating func addGroup(isActive: Bool = true) -> GroupID {
    GroupID(index: records.addGroup(isActive: isActive))
  }

  /// Finds the optimum for the current constraints; solves only the parts that changed.
  ///
  /// After an error, the values are those of the last successful solve.
  ///
  /// - Throws: `ConstraintSolverError.noAnswer` if numbers are too large, or `contradiction` if
  ///   rounding makes the error of a required constraint larger than 2⁻²⁰ points.
  public mutating func solve() throws(ConstraintSolverError) {
    let records = records
    try parts.solveChanged(
      { (parts, part) throws(ConstraintSolverError) in try Self.check(part, &parts, records) },
      into: &values)
  }

  /// Solves a part; throws if it has no answer or a required constraint was relaxed.
  private static func check(
    _ part: Int, _ parts: inout ConnectedParts, _ records: ConstraintRecords
  ) throws(ConstraintSolverError) {
    do { try parts.solve(part, records) } catch { throw .noAnswer(error) }
    if let relaxed = parts.parts[part].solver.solution.relaxed.first,
      let contradiction = Contradiction(of: relaxed, in: parts.parts[part], records)
    {
      throw .contradiction(contradiction)
    }
  }

  /// Solves the parts of changed constraints; if that fails, undoes the change and throws.
  ///
  /// - Parameters:
  ///   - slots: The slots of the changed constraints.
  ///   - wasSolved: Whether the values were up to date before the change.
  ///   - undo: Undoes the change in the solver.
  private mutating func check(
    _ slots: [Int], wasSolved: Bool, orUndo undo: (inout Self) -> Void
  ) throws(ConstraintSolverError) {
    do {
      for slot in slots { try Self.check(parts.part(of: slot), &parts, records) }
    } catch {
      undo(&self)
      // A part without an answer stays marked as changed, so the next solve throws.
      if wasSolved { do throws(ConstraintSolverError) { try solve() } catch {} }
      throw error
    }
  }

  // MARK: Changes

  /// Adds a constraint, which becomes the last one in document order.
  ///
  /// `value(_:)` changes only in the next `solve()`. A required constraint is checked at once, and
  /// refused if it contradicts other required constraints. It is not checked if its group is off,
  /// or if it has a free variable that no other constraint uses, because then it cannot contradict
  /// any. `add(contentsOf:to:)` adds several constraints with one check.
  ///
  /// - Parameters:
  ///   - constraint: Terms over existing variables; the terms of each variable are added up.
  ///   - group: The group that switches the constraint; none by default.
  /// - Returns: The id of the constraint.
  /// - Throws: `ConstraintSolverError` if the constraint is refused; the solver is then unchanged.
  @discardableResult
  public mutating func add(
    _ constraint: LinearConstraint, to group: GroupID? = nil
  ) throws(ConstraintSolverError) -> ConstraintID {
    let added = try add(contentsOf: CollectionOfOne(constraint), to: group)
    return added[0]
  }

  /// Adds constraints in their order with one check; adds all of them or none.
  ///
  /// - Parameters:
  ///   - constraints: Terms over existing variables; the terms of each variable are added up.
  ///   - group: The group that switches the constraints; none by default.
  /// - Returns: The ids of the constraints; shape `[constraints]`.
  /// - Throws: `ConstraintSolverError` if one of them is refused; the solver is then unchanged.
  @discardableResult
  public mutating func add(
    contentsOf constraints: some Collection<LinearConstraint>, to group: GroupID? = nil
  ) throws(ConstraintSolverError) -> [ConstraintID] {
    try validate(group)
    var accepted: [LinearConstraint] = []
    accepted.reserveCapacity(constraints.count)
    for constraint in constraints { accepted.append(try validated(constraint)) }
    let wasSolved = parts.isSolved
    let joinsBefore = parts.joins
    var added: [ConstraintID] = []
    added.reserveCapacity(accepted.count)
    var toCheck: [Int] = []
    for constraint in accepted {
      let mayContradict = mayContradict(constraint)
      let slot = records.insert(constraint, group?.index)
      parts.attach(slot, records)
      added.append(records.id(slot))
      if mayContradict, records.isActive(slot) { toCheck.append(slot) }
    }
    try check(toCheck, wasSolved: wasSolved) { solver in
      let touched = Set(added.map { solver.parts.part(of: $0.slot) }).sorted()
      for id in added.reversed() { solver.detach(id.slot) }
      // Divides the parts that are connected only by the refused constraints.
      for part in touched
      where solver.parts.joins != joinsBefore || solver.parts.parts[part].isCrowded {
        solver.parts.divide(part, solver.records)
      }
    }
    assert(structureViolation() == nil, structureViolation() ?? "")
    return added
  }

  /// Removes a constraint; the values change in the next `solve()`.
  ///
  /// The tableau row of the constraint is only switched off. A part is rebuilt when more than half
  /// of its rows, and at least 16 rows, are switched off in this way. It is also rebuilt when all
  /// of its rows are.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` if the constraint was removed before.
  public mutating func remove(_ id: ConstraintID) throws(ConstraintSolverError) {
    let slot = try checkedSlot(id)
    let part = parts.part(of: slot)
    detach(slot)
    if parts.parts[part].isCrowded { parts.divide(part, records) }
    assert(structureViolation() == nil, structureViolation() ?? "")
  }

  /// Changes the right-hand side of a constraint.
  ///
  /// - Throws: `ConstraintSolverError` if the constraint is required and would contradict others,
  ///   the constant is not finite, or the constraint was removed; the solver is then unchanged.
  public mutating func setConstant(
    _ id: ConstraintID, _ constant: Double
  ) throws(ConstraintSolverError) {
    let slot = try checkedSlot(id)
    guard constant.isFinite else { throw .notFinite(value: "\(constant)", variable: nil) }
    let before = records[slot].constant
    guard constant != before else { return }
    let wasSolved = parts.isSolved
    applyConstant(slot, constant)
    guard records.isActive(slot), records[slot].strength == .required else { return }
    try check([slot], wasSolved: wasSolved) { $0.applyConstant(slot, before) }
  }

  /// Changes the strength of a constraint; its position in document order does not change.
  ///
  /// - Throws: `ConstraintSolverError` if the constraint would become required and contradict
  ///   others, the priority is out of range, or the constraint was removed; the solver is then
  ///   unchanged.
  public mutating func setStrength(
    _ id: ConstraintID, _ strength: Strength
  ) throws(ConstraintSolverError) {
    let slot = try checkedSlot(id)
    try validate(strength)
    let before = records[slot].strength
    guard strength != before else { return }
    let wasSolved = parts.isSolved
    applyStrength(slot, strength)
    guard records.isActive(slot), strength == .required else { return }
    try check([slot], wasSolved: wasSolved) { $0.applyStrength(slot, before) }
  }

  /// Switches the constraints of a group on or off together.
  ///
  /// - Throws: `ConstraintSolverError` if required constraints of the group would contradict
  ///   others; the solver is then unchanged.
  public mutating func setActive(
    _ group: GroupID, _ isActive: Bool
  ) throws(ConstraintSolverError) {
    try validate(group)
    guard records.groups[group.index].isActive != isActive else { return }
    let wasSolved = parts.isSolved
    applyActive(group.index, isActive)
    guard isActive else { return }
    let members = records.groups[group.index].members.map(\.slot)
    try check(members.filter { records[$0].strength == .required }, wasSolved: wasSolved) {
      $0.applyActive(group.index, false)
    }
  }

  /// Whether the constraints of a group are switched on.
  ///
  /// - Throws: `ConstraintSolverError.unknownGroup` if there is no such group.
  public func isActive(_ group: GroupID) throws(ConstraintSolverError) -> Bool {
    try validate(group)
    return records.groups[group.index].isActive
  }

  private mutating func applyConstant(_ slot: Int, _ constant: Double) {
    records.setConstant(slot, constant)
    parts.setConstant(slot, constant, isActive: records.isActive(slot))
  }

  private mutating func applyStrength(_ slot: Int, _ strength: Strength) {
    records.setStrength(slot, strength)
    parts.setStrength(slot, strength)
  }

  private mutating func applyActive(_ group: Int, _ isActive: Bool) {
    records.setActive(group: group, isActive)
    for id in records.groups[group].members { parts.setActive(id.slot, isActive) }
  }

  private mutating func detach(_ slot: Int) {
    records.remove(slot)
    parts.detach(slot)
  }
}

extension ConstraintSolver {
  /// The id of a constraint in its solver; ids ascend in document order and are never reused.
  public struct ConstraintID: Hashable, Sendable, Comparable {
    /// Number of constraints that were added to the solver before this one.
    let serial: Int
    /// Index of the constraint in `ConstraintRecords.records`.
    let slot: Int

    /// Whether the first constraint comes earlier in document order.
    public static func < (first: Self, second: Self) -> Bool { first.serial < second.serial }
  }

  /// The id of a group of constraints in its solver; ids ascend in the order of addition.
  public struct GroupID: Hashable, Sendable, Comparable {
    let index: Int

    /// Whether the first group was added earlier.
    public static func < (first: Self, second: Self) -> Bool { first.index < second.index }
  }

  /// An edited variable, and the constraint that sets it to the suggested value.
  public struct EditVariable: Hashable, Sendable {
    /// The index of the variable.
    public let variable: Int
    /// The id of the constraint by which the variable equals the suggested value.
    public let constraint: ConstraintID
  }

  /// The slot of a constraint, by the id that a caller passed.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` if the constraint was removed.
  func checkedSlot(_ id: ConstraintID) throws(ConstraintSolverError) -> Int {
    guard let slot = records.slot(id) else { throw .unknownConstraint(id) }
    return slot
  }
}

extension ConstraintSolver {
  /// Begins an edit of a variable; until `suggest(_:_:)` changes it, the suggested value is the
  /// variable's value at the last `solve()`.
  ///
  /// - Parameters:
  ///   - variable: The index of a variable of the solver.
  ///   - priority: The priority of the suggested value, 1...999, or 1000 for a required value.
  /// - Throws: `ConstraintSolverError` if the edit is refused; the solver is then unchanged.
  public mutating func edit(
    _ variable: Int, priority: Int
  ) throws(ConstraintSolverError) -> EditVariable {
    guard values.indices.contains(variable) else { throw .unknownVariable(variable) }
    let constraint = try add(
      LinearConstraint(
        [Term(variable, 1)], .equal, values[variable],
        strength: priority == 1000 ? .required : .preferred(priority)))
    return EditVariable(variable: variable, constraint: constraint)
  }

  /// Suggests a value for an edited variable, in points.
  ///
  /// `solve()` moves the variable as close to the value as the priority of the edit allows.
  ///
  /// - Throws: `ConstraintSolverError` if the value is not finite, the edit is required and the
  ///   value contradicts other constraints, or the edit has ended; the solver is then unchanged.
  public mutating func suggest(
    _ edit: EditVariable, _ value: Double
  ) throws(ConstraintSolverError) {
    try setConstant(edit.constraint, value)
  }

  /// Ends an edit; the variable no longer has a suggested value.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` if the edit has ended before.
  public mutating func endEdit(_ edit: EditVariable) throws(ConstraintSolverError) {
    try remove(edit.constraint)
  }
}

extension ConstraintSolver {
  /// Checks a caller's constraint; returns it with the terms of each variable added up and without
  /// zero coefficients.
  func validated(_ source: LinearConstraint) throws(ConstraintSolverError) -> LinearConstraint {
    guard source.constant.isFinite else {
      throw .notFinite(value: "\(source.constant)", variable: nil)
    }
    try validate(source.strength)
    var constraint = source
    constraint.terms.removeAll(keepingCapacity: true)
    for term in source.terms {
      guard values.indices.contains(term.variable) else {
        throw .unknownVariable(term.variable)
      }
      if let index = constraint.terms.firstIndex(where: { $0.variable == term.variable }) {
        constraint.terms[index].coefficient += term.coefficient
      } else {
        constraint.terms.append(term)
      }
    }
    for term in constraint.terms where !term.coefficient.isFinite {
      throw .notFinite(value: "\(term.coefficient)", variable: term.variable)
    }
    constraint.terms.removeAll { $0.coefficient == 0 }
    return constraint
  }

  func validate(_ strength: Strength) throws(ConstraintSolverError) {
    if case .preferred(let priority) = strength, !(1...999).contains(priority) {
      throw .invalidPriority(priority)
    }
  }

  func validate(_ group: GroupID?) throws(ConstraintSolverError) {
    if let group, !records.groups.indices.contains(group.index) { throw .unknownGroup(group) }
  }

  /// Whether a new constraint could contradict the current ones.
  ///
  /// A preferred constraint cannot. A constraint with a free variable that no other constraint uses
  /// cannot either.
  func mayContradict(_ constraint: LinearConstraint) -> Bool {
    guard constraint.strength == .required else { return false }
    return !constraint.terms.contains {
      parts.domains[$0.variable] == .free && parts.partsOfVariables[$0.variable] == nil
    }
  }

  /// Describes the first invariant of the parts that is violated; `nil` if none is.
  func structureViolation() -> String? { parts.structureViolation(records) }
}

/// The reason why a `ConstraintSolver` refused a change, or a solve has no answer.
public enum ConstraintSolverError: Error, Hashable, Sendable {
  /// The required constraints would contradict each other.
  case contradiction(ConstraintSolver.Contradiction)
  /// A constant, suggested value or coefficient is not finite; `variable` is `nil` unless the value
  /// is a coefficient.
  case notFinite(value: String, variable: Int?)
  /// There is no variable with this index.
  case unknownVariable(Int)
  /// The constraint was removed, or belongs to another solver.
  case unknownConstraint(ConstraintSolver.ConstraintID)
  /// The group belongs to another solver.
  case unknownGroup(ConstraintSolver.GroupID)
  /// The priority is outside 1...999, or outside 1...1000 where a required priority is allowed.
  case invalidPriority(Int)
  /// The simplex found no answer.
  case noAnswer(SolverError)
}

extension ConstraintSolverError: CustomStringConvertible {
  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .contradiction(let contradiction):
      contradiction.description
    case .notFinite(let value, let variable?):
      "the coefficient of variable \(variable) is \(value): it has to be a finite number"
    case .notFinite(let value, nil):
      "the constant of a constraint is \(value): it has to be a finite number"
    case .unknownVariable(let variable):
      "there is no variable \(variable): add it before the constraints that use it"
    case .unknownConstraint(let id):
      "constraint \(id.serial) is not in this solver: it was removed, or belongs to another one"
    case .unknownGroup(let id):
      "group \(id.index) is not in this solver: it belongs to another one"
    case .invalidPriority(let priority):
      "priority \(priority) is out of range: use 1 to 999, or a required constraint"
    case .noAnswer(let error):
      error.description
    }
  }
}

extension ConstraintSolver {
  /// A set of required constraints that cannot all be satisfied.
  public struct Contradiction: Hashable, Sendable, CustomStringConvertible {
    /// The first required constraint, in document order, that contradicts the constraints before
    /// it.
    ///
    /// The constraint that was added or changed may precede it.
    public var constraint: ConstraintID
    /// An irreducible set of contradictory constraints in document order, including `constraint`.
    ///
    /// A refused new constraint has the id that it would have received.
    public var members: [ConstraintID]
    /// The constraint of each member, as it would be after the refused change; shape `[members]`.
    public var constraints: [LinearConstraint]
    /// The minimum error of `constraint`, in points, if all constraints before it are satisfied.
    public var leastError: Double

    /// The error as one sentence for a person.
    public var description: String {
      let others = members.filter { $0 != constraint }.map { "\($0.serial)" }
      let rest =
        others.isEmpty
        ? "what its variables may be" : "constraint \(others.joined(separator: ", "))"
      return
        "constraint \(constraint.serial) contradicts \(rest) by at least \(leastError) points: "
        + "change or remove one of them, or give one a priority below 1000"
    }
  }
}

extension ConstraintSolver.Contradiction {
  /// Explains why a constraint of a part was relaxed; `nil` if it was not relaxed.
  ///
  /// The explanation uses the ids of the whole solver.
  init?(of relaxed: Int, in part: ConnectedParts.Part, _ records: ConstraintRecords) {
    guard let conflict = part.solver.conflict(of: relaxed), let constraint = part.rows[relaxed]
    else { return nil }
    members = conflict.members.compactMap { part.rows[$0] }
    constraints = members.map { records[$0.slot] }
    self.constraint = constraint
    leastError = conflict.leastError
  }
}
