/// Disjoint sets of elements, numbered from 0 (union-find).
///
/// Source: path halving, Tarjan, van Leeuwen, "Worst-case analysis of set union algorithms", JACM
/// 31(2), 1984.
struct DisjointSets {
  private var parents: [Int]

  /// Creates a set for each element.
  init(count: Int) { parents = Array(0..<count) }

  /// Finds the smallest element of the set that an element belongs to.
  mutating func representative(_ element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  /// Joins the sets of two elements.
  mutating func join(_ first: Int, _ second: Int) {
    let (first, second) = (representative(first), representative(second))
    parents[max(first, second)] = min(first, second)
  }
}
