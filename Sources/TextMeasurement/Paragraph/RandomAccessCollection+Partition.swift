extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a condition, by binary search; the end if none does.
  ///
  /// - Parameter holds: The condition; once an element satisfies it, all later ones must.
  @inline(__always)
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
