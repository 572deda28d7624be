internal import LayoutPrimitives

/// The result of applying a threshold to one run.
public struct ThresholdResult: Hashable, Sendable, CustomStringConvertible {
  /// The threshold that was applied.
  public let threshold: Threshold
  /// Name of the run: `120/flick-medium/stored`, or the test of a device result.
  public let run: String
  /// Measured value of the threshold's metric; nil without data.
  public let measured: Double?
  /// Whether the threshold is kept.
  public let verdict: Verdict

  /// Whether a threshold is kept.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The metric satisfies the threshold.
    case kept
    /// It does not, or has no value.
    case breached
    /// Measured runs do not agree: fewer than four of five satisfy it, and fewer than four of five
    /// do not.
    case inconclusive
  }

  /// Whether the threshold is kept.
  public var passed: Bool { verdict == .kept }

  /// The result in one line.
  public var description: String {
    let found = measured.map { "was \($0.plainDecimal)" } ?? "had no value"
    let word =
      switch verdict {
      case .kept: "pass"
      case .breached: "FAIL"
      case .inconclusive: "open"
      }
    return "\(word) \(threshold.text): \(threshold.metric) \(found) at \(run)"
  }
}

extension Threshold {
  /// Whether the threshold applies to a run.
  public func applies(to run: RunName) -> Bool { runs.includes(run) }

  /// Evaluates a run; nil if the threshold does not apply.
  ///
  /// A threshold that applies to no run must be reported by the caller.
  ///
  /// - Parameters:
  ///   - run: The names of the run.
  ///   - label: What the result calls the run; its names if nil.
  ///   - value: The value of the metric with a path; nil without data.
  public func evaluate(
    _ run: RunName, label: String? = nil, value: (String) -> Double?
  ) -> ThresholdResult? {
    guard applies(to: run) else { return nil }
    let measured = value(metric)
    return ThresholdResult(
      threshold: self, run: label ?? run.description, measured: measured,
      verdict: measured.map { comparison.holds($0, self.value) } ?? false ? .kept : .breached)
  }

  /// Evaluates a simulation; nil if the threshold does not apply.
  ///
  /// Of measured runs four of five have to agree.
  public func evaluate(_ report: SimulationReport) -> ThresholdResult? {
    guard applies(to: report.runName) else { return nil }
    let figure = report.figures.first { $0.path == metric }
    let values = figure?.values ?? []
    let kept = values.count { value in value.map { comparison.holds($0, self.value) } ?? false }
    let verdict = Self.verdict(kept: kept, of: values.count)
    return ThresholdResult(
      threshold: self, run: report.runName.description, measured: figure?.value, verdict: verdict)
  }

  private static func verdict(kept: Int, of count: Int) -> ThresholdResult.Verdict {
    if count > 0, kept * 5 >= count * 4 { return .kept }
    return (count - kept) * 5 >= count * 4 ? .breached : .inconclusive
  }
}
