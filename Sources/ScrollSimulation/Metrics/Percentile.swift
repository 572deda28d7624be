/// How reports compute percentiles: linear interpolation between sorted values.
enum Percentile {
  /// Its name in reports.
  static let method = "linear (n-1)"

  /// The value at p/100·(n-1) of the sorted values, interpolated linearly; nil for none.
  ///
  /// Source: AndroidX Macrobenchmark.
  ///
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - sorted: Ascending.
  static func value(_ percent: Double, ofSorted sorted: [Double]) -> Double? {
    guard let last = sorted.last else { return nil }
    let place = percent / 100 * Double(sorted.count - 1)
    let below = Int(place.rounded(.down))
    guard below >= 0, below + 1 < sorted.count else { return below < 0 ? sorted.first : last }
    let fraction = place - Double(below)
    return sorted[below] + (sorted[below + 1] - sorted[below]) * fraction
  }
}
