/// Which of some elements are connected.
///
/// Source: path halving, Tarjan, van Leeuwen, "Worst-case analysis of set union algorithms", JACM
/// 31(2), 1984.
struct DisjointSets {
  private var parents: [Int]

  /// Starts with every element alone.
  init(count: Int) { parents = Array(0..<count) }

  /// The smallest element of the set that an element is in.
  mutating func representative(_ element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  /// Makes one set of two.
  mutating func join(_ first: Int, _ second: Int) {
    let (first, second) = (representative(first), representative(second))
    parents[max(first, second)] = min(first, second)
  }
}
