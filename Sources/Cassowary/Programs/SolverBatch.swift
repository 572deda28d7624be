/// Many cells that differ in some constants only, as structure of arrays.
///
/// It can be reused for the next cells; `SimplexSolver.solve(_:count:)` sets the values.
public struct SolverBatch: Sendable {
  /// Maximum number of cells.
  public let capacity: Int
  /// The constraints whose constant is each input.
  public let constraintsOfInput: [[Int]]
  /// Number of variables.
  public let variables: Int
  /// The constants; input i of cell n is at `i * capacity + n`; shape `[inputs × capacity]`.
  public var inputs: ContiguousArray<Double>
  /// The variables on the 2⁻²⁶ grid; variable v of cell n is at `v * capacity + n`; shape
  /// `[variables × capacity]`.
  public internal(set) var values: ContiguousArray<Double>

  /// Creates a batch of zeros.
  ///
  /// - Parameters:
  ///   - capacity: Maximum number of cells.
  ///   - variables: Number of variables of the solver.
  ///   - constraintsOfInput: For each input the constraints whose constant it is.
  public init(capacity: Int, variables: Int, constraintsOfInput: [[Int]]) {
    self.capacity = capacity
    self.variables = variables
    self.constraintsOfInput = constraintsOfInput
    inputs = ContiguousArray(repeating: 0, count: capacity * constraintsOfInput.count)
    values = ContiguousArray(repeating: 0, count: capacity * variables)
  }
}
