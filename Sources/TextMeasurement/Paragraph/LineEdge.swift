/// What a line that begins or ends with a grapheme is wider or narrower than its advances: kerning with
/// a letter that has gone to the next line, or half of a fullwidth bracket.
struct LineEdge: Sendable {
  var cluster: Int32
  /// In points.
  let width: Double
}

extension ContiguousArray<LineEdge> {
  /// What a line is wider that ends after a cluster; the edges are in order.
  func width(after cluster: Int) -> Double { width(at: cluster) }

  /// What belongs to a cluster, 0 for nothing.
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
