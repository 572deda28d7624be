internal import LayoutPrimitives

/// The result of applying a threshold to one run.
public struct ThresholdResult: Hashable, Sendable, CustomStringConvertible {
  /// The threshold that was applied.
  public let threshold: Threshold
  /// Refresh rate, profile and strategy of the run: `120/flick-medium/stored`.
  public let run: String
  /// Measured value of the threshold's metric; nil without data.
  public let measured: Double?
  /// Whether the value satisfies the threshold; false without a value.
  public let passed: Bool

  /// The result in one line.
  public var description: String {
    let found = measured.map { "was \($0.plainDecimal)" } ?? "had no value"
    return "\(passed ? "pass" : "FAIL") \(threshold.text): "
      + "\(threshold.metric) \(found) at \(run)"
  }
}

extension Threshold {
  /// Whether the threshold applies to a run.
  public func applies(to report: SimulationReport) -> Bool {
    (refreshHz.map { $0 == report.configuration.refreshHz } ?? true)
      && (profile.map { $0 == report.configuration.profile.name } ?? true)
      && (strategy.map { $0 == report.strategy } ?? true)
  }

  /// Evaluates a run; nil if the threshold does not apply.
  ///
  /// A threshold that applies to no run must be reported by the caller.
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
