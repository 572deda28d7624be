/// The difference between the width of a line that begins or ends with a grapheme and the sum of
/// its advances: kerning with a letter on the next line, or half of a fullwidth bracket.
struct LineEdge: Sendable {
  var cluster: Int32
  /// In points.
  let width: Double
}

extension ContiguousArray<LineEdge> {
  /// The additional width of a line that ends after a cluster; the edges are in order.
  func width(after cluster: Int) -> Double { width(at: cluster) }

  /// The width of a cluster's edge; 0 without an edge.
  func width(at cluster: Int) -> Double {
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
