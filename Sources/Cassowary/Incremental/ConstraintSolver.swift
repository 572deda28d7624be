/// The incremental solver: constraints come and go, and every answer is canonical.
///
/// Variables that no chain of constraints connects are kept in parts, each solved alone by a
/// `SimplexSolver`. That is exact, because the errors of a priority are sums over the parts, and
/// it means that work grows with what is connected and not with what is there.
///
/// Required constraints never contradict each other: a change that would make them do so throws
/// and leaves the solver as it was. Preferred ones are never refused. Solving is lazy: a change
/// that cannot contradict waits for `solve()`, and `value(_:)` answers from the last `solve()`.
/// The values are a function of the constraints in their order of addition, whatever was added,
/// changed and removed on the way.
///
/// Source: Badros, Borning, Stuckey, "The Cassowary linear arithmetic constraint solving
/// algorithm", ACM TOCHI 8(4), 2001, for the operations and the edit variables.
public struct ConstraintSolver: Sendable {
  /// Dead rows that a part may hold before it is rebuilt without them.
  static let deadRowAllowance = 16

  /// Pivots and flips after which one solve of a part is given up as stalled.
  public var pivotLimit = 20_000 {
    didSet {
      for part in parts.indices { parts[part].solver.pivotLimit = pivotLimit }
    }
  }

  var domains: [VariableDomain]
  /// The values at the last `solve()`; shape `[variables]`.
  var values: ContiguousArray<Double>
  /// The part of each variable, `nil` while no constraint uses it; shape `[variables]`.
  var partsOfVariables: [Int?]
  /// The number of each variable in its part; shape `[variables]`.
  var localVariables: [Int]

  var records: [ConstraintRecord] = []
  /// Records whose constraint was removed, to be used again.
  var freeRecords: [Int] = []
  var nextSerial = 0
  var groups: [ConstraintGroup] = []

  var parts: [ConnectedPart] = []
  /// Parts that hold nothing, to be used again.
  var freeParts: [Int] = []
  /// Parts that may have to be solved; some may have been solved or dissolved since.
  var dirtyParts: [Int] = []
  /// Variables that lost their last constraint since the last `solve()`.
  var loosened: [Int] = []
  /// How often parts were joined.
  var joins = 0
  /// Work of solvers that are gone.
  var retired = Statistics()

  /// Creates a solver without constraints.
  ///
  /// - Parameter domains: What each of its first variables may be; shape `[variables]`.
  public init(domains: [VariableDomain] = []) {
    self.domains = domains
    values = ContiguousArray(repeating: 0, count: domains.count)
    partsOfVariables = [Int?](repeating: nil, count: domains.count)
    localVariables = [Int](repeating: 0, count: domains.count)
  }

  /// Number of variables.
  public var variableCount: Int { domains.count }

  /// Number of constraints, in active groups or not.
  public var constraintCount: Int { records.count - freeRecords.count }

  /// Number of parts that no constraint connects.
  public var partCount: Int { parts.count - freeParts.count }

  /// Number of tableau rows, dead ones included; bounded by what is there, not by what was.
  public var rowCount: Int { parts.reduce(0) { $0 + $1.rows.count } }

  /// The constraints in document order, which is the order of their addition.
  public var constraints: [ConstraintID] {
    records.indices.compactMap { records[$0].isLive ? id($0) : nil }.sorted()
  }

  /// The value of a variable at the last `solve()`, on the 2⁻²⁶ grid; zero before.
  public func value(_ variable: Int) -> Double { values[variable] }

  /// A constraint as it is now, its terms summed up variable by variable.
  ///
  /// - Returns: `nil` if it was removed.
  public func constraint(_ id: ConstraintID) -> LinearConstraint? {
    slot(id).map { records[$0].constraint }
  }

  /// Adds a variable.
  ///
  /// - Returns: Its number: that of the variables before it.
  public mutating func addVariable(_ domain: VariableDomain = .free) -> Int {
    domains.append(domain)
    values.append(0)
    partsOfVariables.append(nil)
    localVariables.append(0)
    return domains.count - 1
  }

  /// Adds a group, whose constraints are switched together and never torn down.
  ///
  /// - Parameter isActive: Whether its constraints take part for now.
  public mutating func addGroup(isActive: Bool = true) -> GroupID {
    groups.append(ConstraintGroup(isActive: isActive))
    return GroupID(index: groups.count - 1)
  }

  /// Finds the optimum for the present constraints and publishes its values.
  ///
  /// Only parts that changed are solved.
  ///
  /// - Throws: `ConstraintSolverError.noAnswer` when numbers of absurd size keep the solver from
  ///   one; the values stay those of the last solve. (And `contradiction`, should rounding push an
  ///   error over the 2⁻²⁰ points that count as none.)
  public mutating func solve() throws(ConstraintSolverError) {
    for part in dirtyParts where parts[part].isDirty { try check(part) }
    for part in dirtyParts where parts[part].isDirty {
      parts[part].isDirty = false
      for (local, variable) in parts[part].variables.enumerated() {
        values[variable] = parts[part].solver.value(local)
      }
    }
    for part in dirtyParts { parts[part].isListed = false }
    dirtyParts.removeAll(keepingCapacity: true)
    for variable in loosened where partsOfVariables[variable] == nil { values[variable] = 0 }
    loosened.removeAll(keepingCapacity: true)
  }

  /// Solves a part and makes sure that nothing required had to give.
  mutating func check(_ part: Int) throws(ConstraintSolverError) {
    if !parts[part].isBuilt { build(part) }
    do { try parts[part].solver.solve() } catch { throw .noAnswer(error) }
    if let relaxed = parts[part].solver.solution.relaxed.first,
      let contradiction = contradiction(of: relaxed, in: part)
    {
      throw .contradiction(contradiction)
    }
  }

  /// Solves what a refused change left to solve, so that nothing tells of it.
  mutating func recover(wasSolved: Bool) {
    guard wasSolved else { return }
    do throws(ConstraintSolverError) {
      try solve()
    } catch {
      // A part without an answer stays dirty, and the next solve says so.
    }
  }

  /// Whether the last `solve()` answered for the present constraints.
  var isSolved: Bool { dirtyParts.isEmpty && loosened.isEmpty }
}
