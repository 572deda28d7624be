/// Arithmetic that evaluates a vertex from constants: the tight equations of the vertex, factored
/// once.
///
/// Row k of the factored system is solved for one variable, its *pivot*. The first pass goes
/// through the rows in order: `y[k] = (constant[equation k] - Σ factor · y[earlier]) · scale`. The
/// second pass goes back: `x[pivot k] = y[k] - Σ factor · x[later]`. Both results are stored at the
/// pivot's index. The rows are as sparse as the constraints: a chain of n views costs n steps, but
/// the inverted matrix would have n² entries.
///
/// The order of every operation is fixed, so the same constants give the same bits.
struct EvaluationProgram: Sendable {
  /// A factored equation, solved for one variable.
  struct Row: Sendable {
    /// Index of the constraint whose constant is the right-hand side, or `-1 - v` for the equation
    /// that variable v is zero.
    let equation: Int32
    /// Index of the variable that the row is solved for.
    let pivot: Int32
    /// The reciprocal of the pivot's coefficient.
    let scale: Double
    /// Index in `earlier` after the row's last term; `laterEnd` is the same for `later`.
    ///
    /// A row's first term follows the last term of the row before it.
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
  /// The terms subtracted from each row: an earlier row, given by its pivot variable, times a
  /// factor.
  ///
  /// The terms of all rows follow one another.
  private var earlier: ContiguousArray<Multiple> = []
  /// The terms of each row without its pivot; factors are divided by the pivot's coefficient.
  ///
  /// The terms of all rows follow one another.
  private(set) var later: ContiguousArray<Multiple> = []

  /// Number of terms in `earlier` and `later`.
  var termCount: Int { earlier.count + later.count }

  /// Adds one row, from which multiples of earlier rows have already been subtracted.
  ///
  /// - Parameters:
  ///   - equation: The index of the constraint whose constant is the right-hand side, or `-1 - v`
  ///     for the equation that variable v is zero.
  ///   - form: Coefficients of the row, none of them zero, by ascending variables.
  ///   - pivot: The index in `form` of the variable that the row is solved for.
  ///   - multipliers: The earlier rows that were subtracted, each given by its pivot and a factor.
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

  /// The earlier rows that were subtracted from a row, each given by its pivot variable and a
  /// factor.
  func earlierTerms(_ row: Int) -> ContiguousArray<Multiple>.SubSequence {
    earlier[(row == 0 ? 0 : Int(rows[row - 1].earlierEnd))..<Int(rows[row].earlierEnd)]
  }

  /// The variables of a row without its pivot, each with its factor.
  func laterTerms(_ row: Int) -> ContiguousArray<Multiple>.SubSequence { later[laterRange(row)] }

  /// The indices in `later` of the variables of a row without its pivot.
  func laterRange(_ row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(rows[row - 1].laterEnd))..<Int(rows[row].laterEnd)
  }

  /// Evaluates the variables from constants; the results are not rounded to the grid.
  ///
  /// - Parameters:
  ///   - constants: The right-hand side of each constraint; shape `[constraints]`.
  ///   - values: Receives the variables; shape `[variables]`. A variable that is no row's pivot
  ///     must be zero before.
  func evaluate(
    _ constants: Span<Double>, into values: inout MutableSpan<Double>
  ) {
    let (rows, earlier, later) = (rows.span, earlier.span, later.span)
    // Unchecked, because `append` made every index.
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
