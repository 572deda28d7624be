import Cassowary

/// Which variables the required equalities alone decide, whatever the record.
///
/// Only rows that every record has, in every state, are counted: so a variable in the result never
/// depends on a preference, a switched group or a measured text, and neither pass 1 of a label nor a
/// joint solution of both axes is needed for it.
struct Determination {
  private var elimination: Elimination

  /// - Parameter items: How many items the layout has.
  init(items: Int) {
    elimination = Elimination(variables: items * ItemVariable.allCases.count)
  }

  /// Takes the equation of one more row into account.
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
