/// Gaussian elimination of equations in a given order, each taken unless those before imply it.
///
/// It works on what is not zero only: a chain of n views costs n steps.
public struct Elimination: Sendable {
  /// The equations taken so far, factored.
  private(set) var program = EvaluationProgram()
  /// The row that is solved for each variable, or -1.
  private var rowOfVariable: ContiguousArray<Int32>
  /// The equation at hand; zero but for the variables in `touched`.
  private var work: ContiguousArray<Double>
  private var isTouched: ContiguousArray<Bool>
  private var touched: [Int32] = []
  /// Rows to be subtracted, descending.
  private var pending: [Int32] = []
  private var multipliers: ContiguousArray<(row: Int32, factor: Double)> = []

  /// Begins without equations.
  ///
  /// - Parameter variables: How many variables there are.
  public init(variables: Int) {
    rowOfVariable = ContiguousArray(repeating: -1, count: variables)
    work = ContiguousArray(repeating: 0, count: variables)
    isTouched = ContiguousArray(repeating: false, count: variables)
  }

  /// Whether every variable is decided.
  var isComplete: Bool { program.rows == rowOfVariable.count }

  /// Whether the equations taken so far leave a linear form a single value.
  public mutating func determines(_ terms: [Term]) -> Bool {
    reduce(terms)
    defer { clear() }
    return touched.allSatisfy { abs(work[Int($0)]) < 1e-9 }
  }

  /// Takes an equation, unless those before imply its left-hand side.
  ///
  /// - Parameters:
  ///   - terms: Its left-hand side.
  ///   - equation: The constraint of the terms, or -1 - v for variable v at zero.
  public mutating func take(_ terms: [Term], equation: Int32 = 0) {
    reduce(terms)
    touched.sort()
    var pivot = -1
    for variable in touched
    where abs(work[Int(variable)]) > (pivot < 0 ? 1e-8 : abs(work[pivot])) {
      pivot = Int(variable)
    }
    if pivot >= 0 {
      rowOfVariable[pivot] = Int32(program.rows)
      program.append(
        equation: equation, form: work, of: touched, pivot: pivot, multipliers: multipliers)
    }
    clear()
  }

  /// How much a linear form of decided variables changes with the right-hand sides of the rows: those
  /// with which it does, ascending.
  ///
  /// The transpose of `EvaluationProgram.evaluate`, in as many steps as there are rows that matter.
  mutating func rates(of terms: [Term]) -> [(row: Int, rate: Double)] {
    reduce(terms)
    clear()
    var shares: [Int32: Double] = [:]
    for (row, factor) in multipliers {
      shares[row] = factor
      insert(row, descending: false)
    }
    var rates: [(row: Int, rate: Double)] = []
    while let row = pending.popLast() {
      let rate = (shares[row] ?? 0) * program.scales[Int(row)]
      rates.append((Int(row), rate))
      for place in program.earlierTerms(Int(row)) {
        let earlier = program.earlier[place]
        if shares[earlier] == nil { insert(earlier, descending: false) }
        shares[earlier, default: 0] -= program.earlierFactors[place] * rate
      }
    }
    return rates.reversed()
  }

  /// Subtracts from a linear form what the rows say of its variables.
  private mutating func reduce(_ terms: [Term]) {
    multipliers.removeAll(keepingCapacity: true)
    for term in terms {
      touch(Int32(term.variable))
      work[term.variable] += term.coefficient
    }
    while let row = pending.popLast() {
      let pivot = Int(program.pivots[Int(row)])
      let factor = work[pivot]
      guard factor != 0 else { continue }
      for place in program.laterTerms(Int(row)) {
        let variable = program.later[place]
        touch(variable)
        let difference = work[Int(variable)] - factor * program.laterFactors[place]
        // Noise of cancellation would otherwise count as a coefficient.
        work[Int(variable)] = abs(difference) < 1e-12 ? 0 : difference
      }
      work[pivot] = 0
      multipliers.append((row, factor))
    }
  }

  private mutating func clear() {
    for variable in touched {
      work[Int(variable)] = 0
      isTouched[Int(variable)] = false
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Notes a variable of the equation at hand, and the row that it is to be replaced by.
  private mutating func touch(_ variable: Int32) {
    guard !isTouched[Int(variable)] else { return }
    isTouched[Int(variable)] = true
    touched.append(variable)
    let row = rowOfVariable[Int(variable)]
    if row >= 0 { insert(row, descending: true) }
  }

  /// Puts a row among the pending ones, of which the last is the next.
  private mutating func insert(_ row: Int32, descending: Bool) {
    var (low, high) = (0, pending.count)
    while low < high {
      let middle = (low + high) / 2
      if (pending[middle] > row) == descending { low = middle + 1 } else { high = middle }
    }
    pending.insert(row, at: low)
  }
}
