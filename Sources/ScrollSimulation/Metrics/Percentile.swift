/// How reports compute percentiles: linear interpolation between sorted values.
package enum Percentile {
  /// Name of the interpolation method in reports.
  package static let method = "linear (n-1)"

  /// The value at position percent/100·(n-1) of n sorted values, interpolated linearly; nil if n is
  /// 0.
  ///
  /// Source: AndroidX Macrobenchmark.
  ///
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - sorted: The values, in ascending order.
  package static func value(_ percent: Double, ofSorted sorted: [Double]) -> Double? {
    guard let last = sorted.last else { return nil }
    let place = percent / 100 * Double(sorted.count - 1)
    let below = Int(place.rounded(.down))
    guard below >= 0, below + 1 < sorted.count else { return below < 0 ? sorted.first : last }
    let fraction = place - Double(below)
    return sorted[below] + (sorted[below + 1] - sorted[below]) * fraction
  }
}
