/// What a line that ends after a grapheme is wider than its advances: kerning with a letter that has
/// gone to the next line.
struct LineEdge: Sendable {
  let cluster: Int32
  /// In points.
  let width: Double
}

extension ContiguousArray<LineEdge> {
  /// What a line is wider that ends after a cluster; the edges are in order.
  func width(after cluster: Int) -> Double {
    if isEmpty { return 0 }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if Int(self[middle].cluster) < cluster { low = middle + 1 } else { high = middle }
    }
    return low < count && Int(self[low].cluster) == cluster ? self[low].width : 0
  }
}
