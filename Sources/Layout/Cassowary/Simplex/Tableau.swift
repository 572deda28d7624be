/// A dense tableau: each basic symbol as a value plus a linear form in the non-basic symbols.
///
/// Row i reads `value[i] + Σ_j entry[i·columns + j] · column j`. Every non-basic symbol is zero.
/// Symbols `0..<columns` are the variables; symbol `columns + k` is the residual of constraint k.
/// There is one column per variable and one row per constraint.
struct Tableau: Sendable {
  /// Number of non-basic symbols: the number of variables.
  let columns: Int
  /// Coefficients, row-major; shape `[rows × columns]`.
  private var entries: ContiguousArray<Double> = []
  /// Values of the basic symbols; shape `[rows]`.
  private(set) var values: ContiguousArray<Double> = []
  /// The basic symbol of each row.
  private(set) var rowSymbols: ContiguousArray<Int32> = []
  /// The non-basic symbol of each column.
  private(set) var columnSymbols: ContiguousArray<Int32>
  /// Temporary storage for the constants of the non-basic residuals, or for the pivot row; shape
  /// `[columns]`.
  private var scratch: ContiguousArray<Double>
  /// The constants that `values` were computed with; shape `[constraints]`.
  private var appliedConstants: ContiguousArray<Double> = []
  /// Number of times that `values` may still be updated by differences; then they are recomputed,
  /// because rounding errors accumulate.
  private var updatesLeft = 0
  private static let updatesBeforeEvaluation = 32
  /// Maximum change of a constant for which `values` are updated by differences, in points.
  ///
  /// A larger change would cause rounding errors in the values.
  private static let largestUpdate = 0x1p20
  /// For each symbol, its row, or `-1 - column` if it is non-basic.
  private(set) var positions: ContiguousArray<Int32>

  /// Creates a tableau without rows.
  init(variables: Int) {
    columns = variables
    scratch = ContiguousArray(repeating: 0, count: variables)
    columnSymbols = ContiguousArray((0..<variables).map { Int32($0) })
    positions = ContiguousArray((0..<variables).map { -1 - Int32($0) })
  }

  /// Number of basic symbols: the number of constraints.
  var rows: Int { rowSymbols.count }

  /// The row of a basic symbol; `nil` for a non-basic symbol.
  func row(of symbol: Int) -> Int? {
    let position = positions[symbol]
    return position >= 0 ? Int(position) : nil
  }

  /// The coefficient of a column in a row.
  func entry(_ row: Int, _ column: Int) -> Double { entries[row * columns + column] }

  /// Appends a row for the residual of a constraint, expressed in the current non-basic symbols.
  mutating func appendRow(_ terms: [Term], constant: Double) {
    let start = entries.count
    for _ in 0..<columns { entries.append(0) }
    var value = -constant
    for term in terms {
      let position = Int(positions[term.variable])
      if position < 0 {
        entries[start - 1 - position] += term.coefficient
      } else {
        for column in 0..<columns {
          entries[start + column] += term.coefficient * entries[position * columns + column]
        }
        value += term.coefficient * values[position]
      }
    }
    values.append(value)
    appliedConstants.append(constant)
    positions.append(Int32(rowSymbols.count))
    rowSymbols.append(Int32(columns + rowSymbols.count))
  }

  /// Number of coefficients: rows × columns.
  var size: Int { entries.count }

  /// Sets every variable to zero and makes the residual of each constraint basic, in its own row.
  mutating func reset(_ constraints: [LinearConstraint]) {
    for column in 0..<columns { columnSymbols[column] = Int32(column) }
    positions = ContiguousArray((0..<columns).map { -1 - Int32($0) })
    positions.append(contentsOf: constraints.indices.map { Int32($0) })
    rowSymbols = ContiguousArray(constraints.indices.map { Int32(columns + $0) })
    values = ContiguousArray(repeating: 0, count: constraints.count)
    appliedConstants = values
    entries = ContiguousArray(repeating: 0, count: constraints.count * columns)
    for (row, constraint) in constraints.enumerated() {
      for term in constraint.terms {
        entries[row * columns + term.variable] += term.coefficient
      }
    }
  }

  /// Computes the value of every basic symbol from the constants.
  ///
  /// A non-basic residual at zero means `terms == constant`. So its column, times its constant, is
  /// its share of each value. For a basic residual, its own constant is also subtracted.
  mutating func evaluate(constants: ContiguousArray<Double>) {
    for index in constants.indices { appliedConstants[index] = constants[index] }
    updatesLeft = Self.updatesBeforeEvaluation
    let columns = columns
    let rows = rows
    for column in 0..<columns {
      let symbol = Int(columnSymbols[column])
      scratch[column] = symbol >= columns ? constants[symbol - columns] : 0
    }
    // Local copies, because a span of one property prevents changes of the others.
    let (allEntries, allWeights) = (entries, scratch)
    let (entries, weights) = (allEntries.span, allWeights.span)
    for row in 0..<rows {
      let symbol = Int(rowSymbols[row])
      var sum = symbol >= columns ? -constants[symbol - columns] : 0
      for column in 0..<columns {
        sum += entries[unchecked: row * columns + column] * weights[unchecked: column]
      }
      values[row] = sum
    }
  }

  /// Updates the values of the basic symbols after constants changed, by the differences.
  ///
  /// If the residual of a changed constant is non-basic, a multiple of its column is added to the
  /// values. If it is basic, only its own value changes. The work does not depend on the number of
  /// variables.
  mutating func update(constants: ContiguousArray<Double>) {
    guard updatesLeft > 0 else { return evaluate(constants: constants) }
    updatesLeft -= 1
    for constraint in constants.indices {
      let change = constants[constraint] - appliedConstants[constraint]
      guard change != 0 else { continue }
      // This form of the comparison also recomputes the values for NaN.
      guard abs(change) <= Self.largestUpdate else { return evaluate(constants: constants) }
      appliedConstants[constraint] = constants[constraint]
      let position = Int(positions[columns + constraint])
      if position >= 0 {
        values[position] -= change
        continue
      }
      for row in 0..<rows { values[row] += change * entries[row * columns - 1 - position] }
    }
  }

  /// Makes the next `update(constants:)` recompute all values.
  mutating func distrustValues() { updatesLeft = 0 }

  /// Changes the values of the basic symbols for a move of a column's non-basic symbol by a
  /// distance.
  mutating func move(column: Int, by distance: Double) {
    updatesLeft = 0
    for row in 0..<rows { values[row] += entries[row * columns + column] * distance }
  }

  /// Sets the value of a row's basic symbol.
  mutating func setValue(_ row: Int, _ value: Double) { values[row] = value }

  /// Adds a multiple of a row to one of several linear forms in the non-basic symbols.
  ///
  /// - Parameters:
  ///   - forms: The coefficients of the linear forms; shape `[forms × columns]`.
  ///   - form: The index of the form that the row is added to.
  func add(
    _ row: Int, times factor: Double, to forms: inout ContiguousArray<Double>, at form: Int
  ) {
    for column in 0..<columns {
      forms[form * columns + column] += factor * entries[row * columns + column]
    }
  }

  /// Exchanges a basic and a non-basic symbol.
  ///
  /// - Parameters:
  ///   - row: Row of the basic symbol that becomes non-basic; its entry in `column` is not zero.
  ///   - column: Column of the non-basic symbol that becomes basic.
  mutating func pivot(row: Int, column: Int) {
    updatesLeft = 0
    let base = row * columns
    let inverse = 1 / entries[base + column]
    for index in 0..<columns { scratch[index] = entries[base + index] * -inverse }
    scratch[column] = inverse
    // Makes the loop skip the pivot row, which is written afterwards.
    entries[base + column] = 0
    let pivot = scratch
    Self.substitute(pivot.span, column, into: &entries)
    for index in 0..<columns { entries[base + index] = scratch[index] }
    let leaving = rowSymbols[row]
    let entering = columnSymbols[column]
    rowSymbols[row] = entering
    columnSymbols[column] = leaving
    positions[Int(entering)] = Int32(row)
    positions[Int(leaving)] = -1 - Int32(column)
  }

  /// Expresses linear forms in the new non-basic symbols after a pivot.
  ///
  /// - Parameter forms: The coefficients of the linear forms; shape `[forms × columns]`.
  func substitute(row: Int, column: Int, into forms: inout ContiguousArray<Double>) {
    let pivot = entries.span.extracting(row * columns..<(row + 1) * columns)
    Self.substitute(pivot, column, into: &forms)
  }

  /// Replaces the entering symbol in linear forms by the pivot row.
  ///
  /// - Parameter pivot: The coefficients of the pivot row; shape `[columns]`.
  private static func substitute(
    _ pivot: Span<Double>, _ column: Int, into forms: inout ContiguousArray<Double>
  ) {
    var forms = forms.mutableSpan
    for start in stride(from: 0, to: forms.count, by: max(pivot.count, 1)) {
      let factor = forms[start + column]
      guard factor != 0 else { continue }
      forms[start + column] = 0
      for index in pivot.indices {
        let sum = forms[unchecked: start + index] + factor * pivot[unchecked: index]
        // Otherwise a rounding error would grow into an entry.
        forms[unchecked: start + index] = abs(sum) < 1e-13 ? 0 : sum
      }
    }
  }
}

/// The basis of a solver's optimum, for verification in exact arithmetic.
///
/// At the vertex, all non-basic symbols are zero; see `Tableau`.
public struct FinalBasis: Hashable, Sendable {
  /// A symbol of the tableau: a variable, or the residual of a constraint.
  public enum Symbol: Hashable, Sendable {
    /// A variable, by its index.
    case variable(Int)
    /// The residual `terms - constant` of a constraint, by the constraint's index.
    case residual(Int)
  }

  /// A basic symbol and its side.
  public struct Member: Hashable, Sendable {
    /// The variable or residual that is basic.
    public var symbol: Symbol
    /// The side of zero whose rule applies: -1 or +1; 0 for a residual that is unrestricted or must
    /// stay at zero.
    public var side: Int
  }

  /// The non-basic symbols, which are zero, ascending, variables first; shape `[variables]`.
  public var nonBasic: [Symbol]
  /// The basic symbols, ascending, variables first; shape `[constraints]`.
  public var basic: [Member]
}

extension SimplexSolver {
  /// The basis of the optimum for the current constants and active constraints.
  ///
  /// A copy is solved from scratch, so that the basis does not depend on earlier solves.
  ///
  /// - Throws: The errors of `solve()`.
  public func finalBasis() throws(SolverError) -> FinalBasis {
    var copy = self
    try copy.solveAfresh()
    return copy.basisOfTableau
  }

  private var basisOfTableau: FinalBasis {
    func name(_ symbol: Int32) -> FinalBasis.Symbol {
      let symbol = Int(symbol)
      return symbol < variableCount ? .variable(symbol) : .residual(symbol - variableCount)
    }
    let (tableau, rowSides) = (simplex.vertex.tableau, simplex.vertex.rowSides)
    let rows = tableau.rowSymbols.indices.sorted {
      tableau.rowSymbols[$0] < tableau.rowSymbols[$1]
    }
    return FinalBasis(
      nonBasic: tableau.columnSymbols.sorted().map(name),
      basic: rows.map {
        FinalBasis.Member(symbol: name(tableau.rowSymbols[$0]), side: Int(rowSides[$0]))
      })
  }
}
