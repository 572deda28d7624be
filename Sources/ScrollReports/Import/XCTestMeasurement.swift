/// One metric of a performance test, as XCTest names it.
///
/// Source of identifiers, names and units: parsers of such results in public repositories, and their
/// fixtures.
/// `Scroll_Deceleration` is the interval of `scrollDecelerationMetric`.
struct XCTestMeasurement {
  /// Such as `com.apple.dt.XCTMetric_OSSignpost-Scroll_Deceleration.animation.hitch.time.ratio`;
  /// nil if it is left out.
  var identifier: String?
  /// Such as `Hitch Time Ratio (Scroll_Deceleration)`.
  var displayName: String
  /// Such as `ms per s`.
  var unit: String
  /// One value for each iteration.
  var values: [Double]

  /// The interval or app that was measured, and the path of the metric; nil for metrics that are
  /// not of scrolling.
  var place: (interval: String, path: String)? {
    identifier.flatMap(Self.place(ofIdentifier:)) ?? Self.place(ofName: displayName)
  }

  /// The median of the iterations in the unit of the metric; nil without iterations.
  ///
  /// - Throws: A sentence for a unit that is not known.
  func value(of path: String) throws(UnknownUnit) -> Double? {
    guard let median = SampleFigures.median(values) else { return nil }
    guard path == "hitch.total_ms" || path == "hitch.time_ratio_ms_per_s" else { return median }
    let factors = path == "hitch.total_ms" ? ["ms": 1.0, "s": 1000] : ["ms per s": 1, "ms/s": 1]
    guard let factor = factors[unit] else {
      throw UnknownUnit(
        sentence: "'\(displayName)' is in '\(unit)', not in "
          + factors.keys.sorted().joined(separator: " or "))
    }
    return SampleFigures.rounded(median * factor)
  }

  /// A unit that a metric cannot be converted from.
  struct UnknownUnit: Error { var sentence: String }

  private static func place(ofIdentifier identifier: String) -> (String, String)? {
    let kinds: [(prefix: String, suffix: String, path: String)] = [
      ("OSSignpost-", ".animation.hitch.number", "hitch.count"),
      ("OSSignpost-", ".animation.hitches.total.duration", "hitch.total_ms"),
      ("OSSignpost-", ".animation.hitch.time.ratio", "hitch.time_ratio_ms_per_s"),
      ("OSSignpost-", ".animation.frame.count", "frames.presented"),
      ("Hitch-", ".number", "hitch.count"),
      ("Hitch-", ".total.duration", "hitch.total_ms"),
      ("Hitch-", ".time.ratio", "hitch.time_ratio_ms_per_s"),
    ]
    for kind in kinds {
      let prefix = "com.apple.dt.XCTMetric_" + kind.prefix
      guard identifier.hasPrefix(prefix), identifier.hasSuffix(kind.suffix),
        identifier.utf8.count > prefix.utf8.count + kind.suffix.utf8.count
      else { continue }
      let interval = identifier.dropFirst(prefix.count).dropLast(kind.suffix.count)
      // A ratio that is corrected for perception is not the plain ratio of the simulator.
      guard !interval.contains("normalized"), !interval.contains("adjusted") else { return nil }
      return (String(interval), kind.path)
    }
    return nil
  }

  private static func place(ofName name: String) -> (String, String)? {
    let paths = [
      "Number of Hitches": "hitch.count", "Hitches Total Duration": "hitch.total_ms",
      "Hitch Time Ratio": "hitch.time_ratio_ms_per_s", "Frame Count": "frames.presented",
    ]
    let parts = name.split(separator: " (", maxSplits: 1)
    guard let first = parts.first, let path = paths[String(first)] else { return nil }
    return (parts.count > 1 ? String(parts[1].prefix { $0 != ")" }) : "", path)
  }
}
