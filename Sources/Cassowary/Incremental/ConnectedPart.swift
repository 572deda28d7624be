/// Variables that constraints connect, and those constraints.
struct ConnectedPart: Sendable {
  /// Ascending once the part is built.
  var variables: [Int] = []
  /// The constraint of each row, `nil` for a dead one; in document order once the part is built.
  var rows: [ConstraintSolver.ConstraintID?] = []
  /// Number of dead rows.
  var deadRows = 0
  /// Empty until the part is built.
  var solver = SimplexSolver(domains: [])
  /// Whether `solver` holds the rows and variables.
  var isBuilt = false
  /// Whether the published values may not be those of the present constraints.
  var isDirty = false
  /// Whether the list of dirty parts has it.
  var isListed = false

  /// Whether so many rows are dead that a rebuild pays.
  var isCrowded: Bool {
    deadRows == rows.count
      || deadRows >= ConstraintSolver.deadRowAllowance && 2 * deadRows > rows.count
  }
}
