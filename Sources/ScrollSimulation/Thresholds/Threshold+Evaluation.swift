internal import LayoutPrimitives

/// What came of a threshold in one run.
public struct ThresholdResult: Hashable, Sendable, CustomStringConvertible {
  /// The threshold.
  public let threshold: Threshold
  /// Refresh rate, profile and strategy of the run: `120/flick-medium/stored`.
  public let run: String
  /// The figure; nil when the run had nothing to take it of.
  public let measured: Double?
  /// Whether the figure keeps the limit; one that is missing does not.
  public let passed: Bool

  /// One line for a person: what was asked, what was found.
  public var description: String {
    let found = measured.map { "was \($0.plainDecimal)" } ?? "had no value"
    return "\(passed ? "pass" : "FAIL") \(threshold.text): "
      + "\(threshold.metric) \(found) at \(run)"
  }
}

extension Threshold {
  /// Whether the threshold is about a run.
  public func applies(to report: SimulationReport) -> Bool {
    (refreshHz.map { $0 == report.configuration.refreshHz } ?? true)
      && (profile.map { $0 == report.configuration.profile.name } ?? true)
      && (strategy.map { $0 == report.strategy } ?? true)
  }

  /// Asks a run; nil when the threshold is not about it.
  ///
  /// A threshold that applies to none of the runs was not tested: that is for the caller to say.
  public func evaluate(_ report: SimulationReport) -> ThresholdResult? {
    guard applies(to: report) else { return nil }
    let measured = report.value(metric)
    let configuration = report.configuration
    return ThresholdResult(
      threshold: self,
      run: "\(configuration.refreshHz.plainDecimal)/\(configuration.profile.name)"
        + "/\(report.strategy)",
      measured: measured,
      passed: measured.map { comparison.holds($0, value) } ?? false)
  }
}
