import Cassowary

/// Decides which variables a set of required equalities determines on its own.
///
/// With rows that hold for every record, such a variable does not depend on preferences, groups or
/// measured texts. It needs no unwrapped width and no joint solution of both axes.
struct Determination {
  private var elimination: Elimination

  /// Begins without equations.
  ///
  /// - Parameter items: Number of items of the layout.
  init(items: Int) {
    elimination = Elimination(variables: items * ItemVariable.allCases.count)
  }

  /// Adds the equation of a row; only its left-hand side matters.
  mutating func insert(_ row: LayoutRow) {
    elimination.take(row.parts.map { Term(Self.index($0.item, $0.variable), $0.coefficient) })
  }

  /// Whether the equations added so far leave a variable of an item a single value.
  mutating func determines(_ item: Int, _ variable: ItemVariable) -> Bool {
    elimination.determines([Term(Self.index(item, variable), 1)])
  }

  private static func index(_ item: Int, _ variable: ItemVariable) -> Int {
    item * ItemVariable.allCases.count + variable.rawValue
  }
}
