import Cassowary

/// Decides which variables the required equalities alone determine for every record.
///
/// Only rows that hold for every record are used. So such a variable does not depend on
/// preferences, groups or measured texts, and needs no unwrapped width and no joint solution of
/// both axes.
struct Determination {
  private var elimination: Elimination

  /// - Parameter items: How many items the layout has.
  init(items: Int) {
    elimination = Elimination(variables: items * ItemVariable.allCases.count)
  }

  /// Adds the equation of a row.
  mutating func insert(_ row: LayoutRow) {
    elimination.take(row.parts.map { Term(Self.index($0.item, $0.variable), $0.coefficient) })
  }

  /// Whether the equations leave a variable of an item a single value.
  mutating func determines(_ item: Int, _ variable: ItemVariable) -> Bool {
    elimination.determines([Term(Self.index(item, variable), 1)])
  }

  private static func index(_ item: Int, _ variable: ItemVariable) -> Int {
    item * ItemVariable.allCases.count + variable.rawValue
  }
}
