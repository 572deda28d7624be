/// The basis of an optimum, and the bounds within which it stays optimal while constants change.
///
/// Symbols are numbered as in `Tableau`: variables first, then residuals.
struct OptimalBasis: Hashable, Sendable {
  /// A basic symbol and the bounds of its value.
  struct Member: Hashable, Sendable {
    var symbol: Int32
    /// The side of zero on which the symbol is: -1, +1, or 0 where it has no side.
    var side: Int8
    /// The lower bound of the symbol's value, in points; `high` is the upper one.
    var low: Double
    var high: Double
  }

  /// The non-basic symbols, which are held at zero; shape `[variables]`.
  var nonBasic: ContiguousArray<Int32>
  /// The basic symbols whose values have bounds.
  var bounded: ContiguousArray<Member> = []

  /// Adds a basic symbol with the bounds of its value within which the basis stays optimal.
  ///
  /// A symbol that required equalities decide has a bound only where a side is forbidden.
  ///
  /// - Parameters:
  ///   - isDecided: Whether required equalities alone decide the symbol's value.
  ///   - margin: Minimum distance from zero of a symbol that is not zero, in points.
  mutating func add(
    _ symbol: Int, _ sides: Sides, value: Double, side: Int8, isDecided: Bool, margin: Double
  ) {
    guard sides.hasBreakpoint else { return }
    let zero = Tolerance.value
    let (low, high): (Double, Double)
    if sides.isFixed {
      (low, high) = (-zero, zero)
    } else if isDecided {
      guard sides.negative == .forbidden || sides.positive == .forbidden else { return }
      (low, high) = sides.negative == .forbidden ? (-zero, .infinity) : (-.infinity, zero)
    } else if abs(value) <= zero {
      (low, high) = (-zero, zero)
    } else {
      (low, high) = side < 0 ? (-.infinity, -margin) : (margin, .infinity)
    }
    bounded.append(Member(symbol: Int32(symbol), side: side, low: low, high: high))
  }
}

extension OptimalBasis {
  /// Creates the basis of a simplex's vertex, with bounds that follow from the values there.
  init(_ vertex: Vertex) {
    let tableau = vertex.tableau
    nonBasic = tableau.columnSymbols
    let movable = tableau.columnSymbols.indices.filter {
      !vertex.sides[Int(tableau.columnSymbols[$0])].isFixed
    }
    for row in 0..<tableau.rows {
      let symbol = Int(tableau.rowSymbols[row])
      guard vertex.sides[symbol].hasBreakpoint else { continue }
      var largest = 0.0
      for column in movable { largest = max(largest, abs(tableau.entry(row, column))) }
      add(
        symbol, vertex.sides[symbol], value: tableau.values[row], side: vertex.rowSides[row],
        isDecided: largest <= Tolerance.coefficient,
        // More than any step that is reported, so that ambiguity and ties stay the same.
        margin: Tolerance.reported * max(1, largest))
    }
  }
}
