import Foundation
import PairedBenchmark

/// A ratio of two sides, measured in pairs.
struct Figure {
  /// Ratio of every pair: the first side's time over the second's.
  let ratios: [Double]
  /// Nanoseconds of one operation of the first side.
  let first: Double
  /// Nanoseconds of one operation of the second side.
  let second: Double

  /// Measures both sides in turn.
  ///
  /// - Parameters:
  ///   - pairs: How many pairs.
  ///   - operations: Operations in one call of either side.
  static func comparing(
    pairs: Int, operations: Int, _ first: @escaping () throws -> Void,
    with second: @escaping () throws -> Void
  ) async throws -> Figure {
    let comparison = try await Contest(
      operations: operations, subject: { try CPUClock.thread.measure(first) },
      reference: { try CPUClock.thread.measure(second) }
    ).run(pairs: pairs)
    return Figure(
      ratios: comparison.ratios(.timesAsLong), first: comparison.subjectCost,
      second: comparison.referenceCost)
  }

  /// The median ratio with its extremes, such as `1.46× (1.2–1.9)`.
  var ratio: String {
    "\(Self.text(median(ratios)))× (\(Self.text(ratios.min() ?? .nan))–"
      + "\(Self.text(ratios.max() ?? .nan)))"
  }

  /// Both times.
  var times: String { "\(Self.time(first)) against \(Self.time(second))" }

  /// Three significant digits.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    return String(format: "%.\(digits)f", value)
  }

  /// A time with its unit, from nanoseconds.
  static func time(_ nanoseconds: Double) -> String {
    if nanoseconds < 1_000 { return "\(text(nanoseconds)) ns" }
    if nanoseconds < 1_000_000 { return "\(text(nanoseconds / 1_000)) µs" }
    return "\(text(nanoseconds / 1_000_000)) ms"
  }
}
