/// The basis of a solver's optimum, so that it can be verified in exact arithmetic.
///
/// At the vertex all non-basic symbols are zero; see `Tableau`.
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
    /// The side of zero whose rule applies: -1, +1, or 0 for a residual that is unrestricted or has
    /// to stay zero.
    public var side: Int
  }

  /// The non-basic symbols, which are zero, ascending, variables first; shape `[variables]`.
  public var nonBasic: [Symbol]
  /// The basic symbols, ascending, variables first; shape `[constraints]`.
  public var basic: [Member]
}

extension SimplexSolver {
  /// The basis of the optimum for the present constants and active constraints.
  ///
  /// The optimum is solved from nothing on a copy, so that the basis does not depend on earlier
  /// solves.
  ///
  /// - Throws: `SolverError` where `solve()` does.
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
