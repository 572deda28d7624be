/// Arithmetic that evaluates a vertex from constants: its tight equations, factored once.
///
/// Row k of the factored system is solved for one variable, its *pivot*. Going down, its right-hand
/// side is `y[k] = (constant[equation k] - Σ factor · y[earlier]) · scale`. Going up, its variable
/// is `x[pivot k] = y[k] - Σ factor · x[later]`. Both are stored under the pivot. The rows remain
/// as sparse as the constraints are: a chain of n views costs n steps, while the inverted matrix
/// would have n² entries.
///
/// The order of every operation is fixed, so the same constants give the same bits.
struct EvaluationProgram: Sendable {
  /// A factored equation, solved for one variable.
  struct Row: Sendable {
    /// Index of the constraint whose constant is the right-hand side, or `-1 - v` for variable v at
    /// zero.
    let equation: Int32
    /// Index of the variable that the row is solved for.
    let pivot: Int32
    /// The reciprocal of the pivot's coefficient.
    let scale: Double
    /// Index in `earlier` after the row's last term; `laterEnd` is the same in `later`.
    ///
    /// A row's terms start where those of the row before end.
    fileprivate let earlierEnd: Int32
    fileprivate let laterEnd: Int32
  }

  /// A variable times a factor.
  struct Multiple: Sendable {
    let variable: Int32
    let factor: Double
  }

  /// The factored equations, in the order in which they were added.
  private(set) var rows: ContiguousArray<Row> = []
  /// The earlier rows that were subtracted from each row, as pivot variable and factor; all rows'
  /// terms one after another.
  private var earlier: ContiguousArray<Multiple> = []
  /// The remaining variables of each row besides its pivot, with factors divided by the pivot's
  /// coefficient; all rows' terms one after another.
  private(set) var later: ContiguousArray<Multiple> = []

  /// Number of terms in `earlier` and `later`.
  var termCount: Int { earlier.count + later.count }

  /// Adds one row, already reduced by the rows before it.
  ///
  /// - Parameters:
  ///   - equation: The index of the constraint whose constant is the right-hand side, or `-1 - v`
  ///     for variable v at zero.
  ///   - form: Coefficients after the reduction, none of them zero, by ascending variables.
  ///   - pivot: The index in `form` of the variable that the row is solved for.
  ///   - multipliers: The earlier rows that were subtracted, each as its pivot and a factor.
  mutating func append(
    equation: Int32, form: ContiguousArray<Multiple>, pivot: Int,
    multipliers: ContiguousArray<Multiple>
  ) {
    let scale = 1 / form[pivot].factor
    earlier.append(contentsOf: multipliers)
    for (index, term) in form.enumerated() where index != pivot {
      later.append(Multiple(variable: term.variable, factor: term.factor * scale))
    }
    rows.append(
      Row(
        equation: equation, pivot: form[pivot].variable, scale: scale,
        earlierEnd: Int32(earlier.count), laterEnd: Int32(later.count)))
  }

  /// The earlier rows that were subtracted from a row, each as its pivot variable and a factor.
  func earlierTerms(_ row: Int) -> ContiguousArray<Multiple>.SubSequence {
    earlier[(row == 0 ? 0 : Int(rows[row - 1].earlierEnd))..<Int(rows[row].earlierEnd)]
  }

  /// The remaining variables of a row besides its pivot, each with its factor.
  func laterTerms(_ row: Int) -> ContiguousArray<Multiple>.SubSequence { later[laterRange(row)] }

  /// The indices in `later` of the remaining variables of a row besides its pivot.
  func laterRange(_ row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(rows[row - 1].laterEnd))..<Int(rows[row].laterEnd)
  }

  /// Evaluates the variables from constants; only floating-point arithmetic rounds.
  ///
  /// - Parameters:
  ///   - constants: The right-hand side of each constraint; shape `[constraints]`.
  ///   - values: Receives the variables; those that no row is solved for must be zero before; shape
  ///     `[variables]`.
  func evaluate(
    _ constants: Span<Double>, into values: inout MutableSpan<Double>
  ) {
    let (rows, earlier, later) = (rows.span, earlier.span, later.span)
    // Unchecked: `append` made every index.
    var term = 0
    for index in rows.indices {
      let row = rows[unchecked: index]
      var side = row.equation >= 0 ? constants[unchecked: Int(row.equation)] : 0
      while term < Int(row.earlierEnd) {
        let earlier = earlier[unchecked: term]
        side -= earlier.factor * values[unchecked: Int(earlier.variable)]
        term += 1
      }
      values[unchecked: Int(row.pivot)] = side * row.scale
    }
    for index in rows.indices.reversed() {
      let pivot = Int(rows[unchecked: index].pivot)
      var value = values[unchecked: pivot]
      term = index == 0 ? 0 : Int(rows[unchecked: index - 1].laterEnd)
      while term < Int(rows[unchecked: index].laterEnd) {
        let later = later[unchecked: term]
        value -= later.factor * values[unchecked: Int(later.variable)]
        term += 1
      }
      values[unchecked: pivot] = value
    }
  }
}
