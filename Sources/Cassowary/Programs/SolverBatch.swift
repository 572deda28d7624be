/// Inputs and results of many cells that differ in some constants only, as structure of arrays.
///
/// A batch can be reused for other cells; `SimplexSolver.solve(_:count:)` sets the values.
public struct SolverBatch: Sendable {
  /// Maximum number of cells in the batch.
  public let capacity: Int
  /// For each input, the indices of the constraints whose constant it is; shape `[inputs]`.
  public let constraintsOfInput: [[Int]]
  /// Number of variables of the solver.
  public let variables: Int
  /// The inputs of the cells; input i of cell n is at `i * capacity + n`; shape
  /// `[inputs × capacity]`.
  public var inputs: ContiguousArray<Double>
  /// The values of the variables, on the 2⁻²⁶ grid; variable v of cell n is at `v * capacity + n`;
  /// shape `[variables × capacity]`.
  public internal(set) var values: ContiguousArray<Double>

  /// Creates a batch with all inputs and values 0.
  ///
  /// - Parameters:
  ///   - capacity: Maximum number of cells.
  ///   - variables: Number of variables of the solver.
  ///   - constraintsOfInput: For each input, the indices of the constraints whose constant it is.
  public init(capacity: Int, variables: Int, constraintsOfInput: [[Int]]) {
    self.capacity = capacity
    self.variables = variables
    self.constraintsOfInput = constraintsOfInput
    inputs = ContiguousArray(repeating: 0, count: capacity * constraintsOfInput.count)
    values = ContiguousArray(repeating: 0, count: capacity * variables)
  }
}
