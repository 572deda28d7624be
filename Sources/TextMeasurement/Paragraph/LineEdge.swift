/// What a line that begins or ends with a grapheme adds to or takes from the sum of its advances.
///
/// It is kerning with a letter on the next line, or half of a fullwidth bracket.
struct LineEdge: Sendable {
  var cluster: Int32
  /// The difference from the sum of advances, in points.
  let width: Double
}

extension ContiguousArray<LineEdge> {
  /// The difference of a line's width at a cluster, in points; 0 for a cluster without an edge.
  func width(at cluster: Int) -> Double {
    if isEmpty { return 0 }
    let index = partitioningIndex { Int($0.cluster) >= cluster }
    return index < count && Int(self[index].cluster) == cluster ? self[index].width : 0
  }
}
