/// A vertex as arithmetic: the equations that are tight there, factored once, applied to constants.
///
/// Row k of the factored system has one *pivot* variable. Going down, its right-hand side is
/// `y[k] = (constant[equation k] - Σ factor · y[earlier]) · scale`; going up, its variable is
/// `x[pivot k] = y[k] - Σ coefficient · x[later]`. Both stay as sparse as the constraints are, so
/// a chain of n views costs n steps, where the inverted matrix would have n².
///
/// The order of every operation is fixed, so the same constants give the same bits.
struct EvaluationProgram: Sendable {
  /// The constraint of each row, or -1 - v for variable v at zero, in the canonical order.
  private(set) var equations: ContiguousArray<Int32> = []
  /// `1 / pivot` of each row.
  private(set) var scales: ContiguousArray<Double> = []
  /// The variable that each row is solved for.
  private(set) var pivots: ContiguousArray<Int32> = []
  /// Start of each row's earlier rows in `earlier`; shape `[rows + 1]`.
  private(set) var earlierStarts: ContiguousArray<Int32> = [0]
  private(set) var earlier: ContiguousArray<Int32> = []
  private(set) var earlierFactors: ContiguousArray<Double> = []
  /// Start of each row's later variables in `later`; shape `[rows + 1]`.
  private(set) var laterStarts: ContiguousArray<Int32> = [0]
  private(set) var later: ContiguousArray<Int32> = []
  private(set) var laterFactors: ContiguousArray<Double> = []

  /// Number of equations taken.
  var rows: Int { pivots.count }

  /// Adds one row, already reduced by the rows before it.
  ///
  /// - Parameters:
  ///   - equation: The constraint whose constant is the right-hand side; -1 - v for variable v at zero.
  ///   - form: Coefficients after the reduction; shape `[variables]`.
  ///   - variables: Those whose coefficient may not be zero, ascending.
  ///   - pivot: The variable that the row is solved for.
  ///   - multipliers: The earlier rows that were subtracted, with their factors.
  mutating func append(
    equation: Int32, form: ContiguousArray<Double>, of variables: [Int32], pivot: Int,
    multipliers: ContiguousArray<(row: Int32, factor: Double)>
  ) {
    let scale = 1 / form[pivot]
    equations.append(equation)
    scales.append(scale)
    pivots.append(Int32(pivot))
    for multiplier in multipliers {
      earlier.append(multiplier.row)
      earlierFactors.append(multiplier.factor)
    }
    earlierStarts.append(Int32(earlier.count))
    for variable in variables where Int(variable) != pivot && form[Int(variable)] != 0 {
      later.append(variable)
      laterFactors.append(form[Int(variable)] * scale)
    }
    laterStarts.append(Int32(later.count))
  }

  /// The places in `later` of a row's later variables.
  func laterTerms(_ row: Int) -> Range<Int> { Int(laterStarts[row])..<Int(laterStarts[row + 1]) }

  /// The places in `earlier` of a row's earlier rows.
  func earlierTerms(_ row: Int) -> Range<Int> {
    Int(earlierStarts[row])..<Int(earlierStarts[row + 1])
  }

  /// Evaluates the variables, exact but for the rounding of the arithmetic.
  ///
  /// - Parameters:
  ///   - constants: Right-hand sides by constraint.
  ///   - sides: Room for the right-hand sides of the rows; at least `rows` long.
  ///   - values: The variables; those that no row decides are left at zero.
  func evaluate(
    constants: UnsafeBufferPointer<Double>, sides: UnsafeMutableBufferPointer<Double>,
    values: UnsafeMutableBufferPointer<Double>
  ) {
    let rows = rows
    equations.withUnsafeBufferPointer { equations in
      scales.withUnsafeBufferPointer { scales in
        earlierStarts.withUnsafeBufferPointer { starts in
          earlier.withUnsafeBufferPointer { earlier in
            earlierFactors.withUnsafeBufferPointer { factors in
              var term = 0
              for row in 0..<rows {
                let equation = Int(equations[row])
                var side = equation >= 0 ? constants[equation] : 0
                let end = Int(starts[row + 1])
                while term < end {
                  side -= factors[term] * sides[Int(earlier[term])]
                  term += 1
                }
                sides[row] = side * scales[row]
              }
            }
          }
        }
      }
    }
    pivots.withUnsafeBufferPointer { pivots in
      laterStarts.withUnsafeBufferPointer { starts in
        later.withUnsafeBufferPointer { later in
          laterFactors.withUnsafeBufferPointer { factors in
            var row = rows - 1
            while row >= 0 {
              var value = sides[row]
              var term = Int(starts[row])
              let end = Int(starts[row + 1])
              while term < end {
                value -= factors[term] * values[Int(later[term])]
                term += 1
              }
              values[Int(pivots[row])] = value
              row -= 1
            }
          }
        }
      }
    }
  }
}
