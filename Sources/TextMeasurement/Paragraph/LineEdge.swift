/// A correction of the width of a line that begins or ends with a certain grapheme.
///
/// It undoes kerning with a letter on another line, or is half of a fullwidth bracket.
struct LineEdge: Sendable {
  var cluster: Int32
  /// The correction, in points.
  let width: Double
}

extension ContiguousArray<LineEdge> {
  /// The correction of a line's width at a cluster, in points; 0 for a cluster without one.
  func width(at cluster: Int) -> Double {
    if isEmpty { return 0 }
    let index = partitioningIndex { Int($0.cluster) >= cluster }
    return index < count && Int(self[index].cluster) == cluster ? self[index].width : 0
  }
}
