/// Gaussian elimination of equations in a given order; an equation that earlier equations imply is
/// skipped.
///
/// It works on nonzero coefficients only, so a chain of n views costs n steps.
public struct Elimination: Sendable {
  /// The state of a variable during the elimination.
  private struct Column: Sendable {
    /// The variable's coefficient in the linear form that is being reduced.
    var value = 0.0
    /// Index of the row that is solved for the variable, or -1.
    var row: Int32 = -1
    var isTouched = false
  }

  /// The equations taken so far, factored.
  private(set) var program = EvaluationProgram()
  private var columns: ContiguousArray<Column>
  /// The variables of the linear form that is being reduced; all others have coefficient 0.
  private var touched: [Int32] = []
  /// Sorted indices of the rows that are still to be processed; the last element is processed next.
  private var pending: [Int32] = []
  /// The rows that were subtracted, each given by its pivot variable and a factor.
  private var multipliers: ContiguousArray<EvaluationProgram.Multiple> = []
  /// Nonzero coefficients of the equation that is being added, after its reduction.
  private var form: ContiguousArray<EvaluationProgram.Multiple> = []

  /// Creates an elimination without equations.
  ///
  /// - Parameter variables: Number of variables.
  public init(variables: Int) {
    columns = ContiguousArray(repeating: Column(), count: variables)
  }

  /// Whether the equations taken so far decide every variable.
  var isComplete: Bool { program.rows.count == columns.count }

  /// Whether the equations added so far determine the value of a linear form.
  public mutating func determines(_ terms: [Term]) -> Bool {
    reduce(terms)
    defer { clear() }
    return touched.allSatisfy { abs(columns[Int($0)].value) < 1e-9 }
  }

  /// Adds an equation, unless earlier equations imply its left-hand side.
  ///
  /// - Parameters:
  ///   - terms: The left-hand side of the equation.
  ///   - equation: The index of the constraint, or `-1 - v` for the equation that variable v is
  ///     zero.
  public mutating func add(_ terms: [Term], equation: Int32 = 0) {
    reduce(terms)
    form.removeAll(keepingCapacity: true)
    for variable in touched where columns[Int(variable)].value != 0 {
      form.append(.init(variable: variable, factor: columns[Int(variable)].value))
    }
    clear()
    form.sort { $0.variable < $1.variable }
    var pivot: Int?
    for index in form.indices
    where abs(form[index].factor) > (pivot.map { abs(form[$0].factor) } ?? 1e-8) {
      pivot = index
    }
    guard let pivot else { return }
    columns[Int(form[pivot].variable)].row = Int32(program.rows.count)
    program.append(equation: equation, form: form, pivot: pivot, multipliers: multipliers)
  }

  /// Computes how a linear form changes with each row's right-hand side.
  ///
  /// The equations added so far must decide all variables of the form.
  ///
  /// This is the transpose of `EvaluationProgram.evaluate`. It takes as many steps as there are
  /// rows with a nonzero rate.
  ///
  /// - Returns: The rows with a nonzero rate, ascending, each with its rate.
  mutating func rates(of terms: [Term]) -> [(row: Int, rate: Double)] {
    reduce(terms)
    clear()
    var shares: [Int32: Double] = [:]
    func add(_ share: Double, of variable: Int32, to pending: inout [Int32]) {
      let row = columns[Int(variable)].row
      if shares[row] == nil { Self.insert(row, into: &pending, descending: false) }
      shares[row, default: 0] += share
    }
    for term in multipliers { add(term.factor, of: term.variable, to: &pending) }
    var rates: [(row: Int, rate: Double)] = []
    while let row = pending.popLast() {
      let rate = (shares[row] ?? 0) * program.rows[Int(row)].scale
      rates.append((Int(row), rate))
      for term in program.earlierTerms(Int(row)) {
        add(-term.factor * rate, of: term.variable, to: &pending)
      }
    }
    return rates.reversed()
  }

  /// Reduces a linear form: eliminates every variable that is a row's pivot.
  private mutating func reduce(_ terms: [Term]) {
    multipliers.removeAll(keepingCapacity: true)
    for term in terms {
      touch(Int32(term.variable))
      columns[term.variable].value += term.coefficient
    }
    while let row = pending.popLast() {
      let pivot = program.rows[Int(row)].pivot
      let factor = columns[Int(pivot)].value
      guard factor != 0 else { continue }
      for index in program.laterRange(Int(row)) {
        let term = program.later[index]
        touch(term.variable)
        let difference = columns[Int(term.variable)].value - factor * term.factor
        // Otherwise a rounding error would count as a coefficient.
        columns[Int(term.variable)].value = abs(difference) < 1e-12 ? 0 : difference
      }
      columns[Int(pivot)].value = 0
      multipliers.append(.init(variable: pivot, factor: factor))
    }
  }

  private mutating func clear() {
    for variable in touched {
      columns[Int(variable)].value = 0
      columns[Int(variable)].isTouched = false
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Marks a variable as part of the linear form, and queues the row whose pivot it is.
  private mutating func touch(_ variable: Int32) {
    let (row, isTouched) = (columns[Int(variable)].row, columns[Int(variable)].isTouched)
    guard !isTouched else { return }
    columns[Int(variable)].isTouched = true
    touched.append(variable)
    if row >= 0 { Self.insert(row, into: &pending, descending: true) }
  }

  /// Inserts a row's index into a sorted array of row indices.
  private static func insert(_ row: Int32, into rows: inout [Int32], descending: Bool) {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if (rows[middle] > row) == descending { low = middle + 1 } else { high = middle }
    }
    if low == rows.count { rows.append(row) } else { rows.insert(row, at: low) }
  }
}
