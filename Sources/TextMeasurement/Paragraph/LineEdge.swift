/// The difference between the width of a line that begins or ends with a grapheme and the sum of
/// its advances: kerning with a letter on the next line, or half of a fullwidth bracket.
struct LineEdge: Sendable {
  var cluster: Int32
  /// In points.
  let width: Double
}

extension ContiguousArray<LineEdge> {
  /// The width of a cluster's edge; 0 without an edge.
  func width(at cluster: Int) -> Double {
    if isEmpty { return 0 }
    let index = partitioningIndex { Int($0.cluster) >= cluster }
    return index < count && Int(self[index].cluster) == cluster ? self[index].width : 0
  }
}
