import LayoutPrimitives

/// A limit on a metric: `METRIC OP VALUE [@RATE/PROFILE/STRATEGY/DEVICE]`.
///
/// It applies to a run if every name after `@` matches. Names at the end may be omitted, and other
/// names may be empty. DEVICE is the rest of the text, and may contain `/`.
public struct Threshold: Hashable, Sendable {
  /// The operator that compares the metric with the limit.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    // The order of the cases matters for parsing: longer signs are first.
    /// Passes if the metric is at most the limit.
    case atMost = "<="
    /// Passes if the metric is at least the limit.
    case atLeast = ">="
    /// Passes if the metric equals the limit.
    case equal = "=="
    /// Passes if the metric is below the limit.
    case below = "<"
    /// Passes if the metric is above the limit.
    case above = ">"

    /// Whether the comparison of a metric with its limit is true.
    func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .atMost: left <= right
      case .atLeast: left >= right
      case .equal: left == right
      case .below: left < right
      case .above: left > right
      }
    }
  }

  /// The text of the threshold, as the user wrote it.
  public let text: String
  /// The path of the metric, such as `hitch.count`.
  public let metric: String
  /// The operator that compares the metric with `value`.
  public let comparison: Comparison
  /// The limit, in the unit of the metric.
  public let value: Double
  /// The names of runs that the threshold applies to; nil matches every name.
  public let runs: RunName

  /// The refresh rate of runs that the threshold applies to, in Hz; nil for all and for `adaptive`.
  public var refreshHz: Double? { runs.rate.flatMap { Double($0) } }
  /// The profile of runs that the threshold applies to; nil for all.
  public var profile: String? { runs.profile }
  /// The strategy of runs that the threshold applies to; nil for all.
  public var strategy: String? { runs.strategy }
  /// The device model of runs that the threshold applies to; nil for all.
  public var device: String? { runs.device }

  /// Maximum length of a threshold, in UTF-8 bytes.
  public static let maximumBytes = 1_024

  /// Parses a threshold.
  ///
  /// - Parameters:
  ///   - text: The text, such as `hitch.time_ratio_ms_per_s<5 @120/flick-medium`; white space is
  ///     ignored.
  ///   - strategies: The names of known strategies; `estimate` also allows `estimate:44`.
  ///   - devices: The names of known device models; `imported` also allows `imported:Pixel 8`. nil
  ///     allows any name, if device files have not been read yet.
  /// - Throws: `SimulationError`, which contains the nearest known name.
  public init(
    parsing text: String, strategies: [String], devices: [String]? = nil
  ) throws(SimulationError) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw .threshold(String(text.prefix(40)) + "…", "is longer than \(Self.maximumBytes) bytes")
    }
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { throw .threshold(text, "has more than one '@'") }
    guard let sign = halves[0].firstIndex(where: { "<>=".contains($0) }),
      let comparison = Comparison.allCases.first(where: {
        halves[0][sign...].hasPrefix($0.rawValue)
      })
    else { throw .threshold(text, "has no comparison out of <, <=, >, >= and ==") }
    let metric = Self.trimmed(halves[0][..<sign])
    let number = Self.trimmed(halves[0][sign...].dropFirst(comparison.rawValue.count))
    guard let value = Self.decimal(number) else {
      throw .threshold(text, "compares with '\(number)', which is not a number")
    }
    guard SimulationReport.metricPaths.contains(metric) else {
      let nearest = NearestName(SimulationReport.metricPaths).closest(to: metric)
      throw .unknownMetric(metric, nearest: nearest, threshold: text)
    }
    self.text = text
    self.metric = metric
    self.comparison = comparison
    self.value = value
    runs = halves.count < 2 ? RunName() : try Self.runs(halves[1], of: text)
    // The profile of a recorded scroll has the name of its file.
    if let profile = runs.profile, !profile.hasSuffix(".csv") {
      _ = try ScrollProfile.named(profile)
    }
    if let strategy = runs.strategy, !Self.isKnown(strategy, among: strategies) {
      let nearest = NearestName(strategies).closest(to: strategy)
      throw .unknownStrategy(strategy, nearest: nearest, threshold: text)
    }
    if let device = runs.device, let devices, !Self.isKnown(device, among: devices) {
      throw .threshold(
        text,
        "names the device '\(device)', which does not exist; known are "
          + devices.joined(separator: ", "))
    }
  }

  /// Whether a name is known, or the part of it before `:`.
  private static func isKnown(_ name: String, among names: [String]) -> Bool {
    let stem = name.prefix { $0 != ":" }
    return names.contains { $0 == name || $0 == stem }
  }

  /// Parses the text after `@`, which contains rate, profile, strategy and device.
  private static func runs(
    _ part: Substring, of text: String
  ) throws(SimulationError) -> RunName {
    let parts = part.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      .map { trimmed($0) }
    guard parts.contains(where: { !$0.isEmpty }) else {
      throw .threshold(text, "needs RATE, PROFILE, STRATEGY or DEVICE after '@', parted by '/'")
    }
    func name(_ index: Int) -> String? {
      index < parts.count && !parts[index].isEmpty ? parts[index] : nil
    }
    return RunName(
      rate: try name(0).map { part throws(SimulationError) in try rate(part, of: text) },
      profile: name(1), strategy: name(2), device: name(3))
  }

  /// The name of a refresh rate: a number without unnecessary zeros, or `adaptive`.
  private static func rate(_ part: String, of text: String) throws(SimulationError) -> String {
    if part == "adaptive" { return part }
    guard let value = decimal(part), value > 0 else {
      throw .threshold(
        text, "has '\(part)' after '@', which is neither a refresh rate in Hz nor 'adaptive'")
    }
    return value.plainDecimal
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Parses a decimal number; nil for exponents, `inf` and hexadecimal digits.
  private static func decimal(_ text: String) -> Double? {
    let digits = text.utf8.first == 0x2D ? text.dropFirst() : text[...]
    guard digits.utf8.first.map({ (0x30...0x39).contains($0) }) == true,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
    else { return nil }
    return Double(text)
  }
}

/// The result of applying a threshold to one run.
public struct ThresholdResult: Hashable, Sendable, CustomStringConvertible {
  /// The threshold that was applied.
  public let threshold: Threshold
  /// The name of the run, such as `120/flick-medium/stored`, or of the test on a device.
  public let run: String
  /// The measured value of the metric; nil without data.
  public let measured: Double?
  /// Whether the run meets the threshold.
  public let verdict: Verdict

  /// The verdict on a threshold.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The metric meets the threshold.
    case kept
    /// The metric does not meet the threshold, or has no value.
    case breached
    /// Measured iterations do not agree: less than four fifths meet the threshold, and less than
    /// four fifths do not.
    case inconclusive
  }

  /// Whether the threshold is met.
  public var passed: Bool { verdict == .kept }

  /// The result in one line.
  public var description: String {
    let measuredText = measured.map { "was \($0.plainDecimal)" } ?? "had no value"
    let word =
      switch verdict {
      case .kept: "pass"
      case .breached: "FAIL"
      case .inconclusive: "open"
      }
    return "\(word) \(threshold.text): \(threshold.metric) \(measuredText) at \(run)"
  }
}

extension Threshold {
  /// Whether the threshold applies to a run.
  public func applies(to run: RunName) -> Bool { runs.includes(run) }

  /// Compares a metric of a run with the threshold; nil if the threshold does not apply.
  ///
  /// The caller must report a threshold that applies to no run.
  ///
  /// - Parameters:
  ///   - run: The names of the run.
  ///   - label: The name of the run in the result; nil for the names in `run`.
  ///   - value: Returns the value of the metric with a path; nil without data.
  public func evaluate(
    _ run: RunName, label: String? = nil, value: (String) -> Double?
  ) -> ThresholdResult? {
    guard applies(to: run) else { return nil }
    let measured = value(metric)
    return ThresholdResult(
      threshold: self, run: label ?? run.description, measured: measured,
      verdict: measured.map { comparison.holds($0, self.value) } ?? false ? .kept : .breached)
  }

  /// Compares a simulated run with the threshold; nil if the threshold does not apply.
  ///
  /// If costs are measured, four fifths of the iterations must agree.
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

/// The names by which thresholds select runs; in a threshold, a missing name selects every run.
public struct RunName: Hashable, Sendable, CustomStringConvertible {
  /// The refresh rate, such as `60` or `adaptive`; nil if it is unknown.
  public var rate: String?
  /// The scroll profile, such as `flick-medium`; nil if it is unknown.
  public var profile: String?
  /// The strategy, such as `stored` or `estimate:44`; nil if it is unknown.
  public var strategy: String?
  /// The device model, such as `fixed`; nil if it is unknown.
  public var device: String?

  /// Creates the name of a run.
  public init(
    rate: String? = nil, profile: String? = nil, strategy: String? = nil, device: String? = nil
  ) {
    self.rate = rate
    self.profile = profile
    self.strategy = strategy
    self.device = device
  }

  /// The names as text, such as `120/flick-medium/stored`; `-` replaces an unknown name.
  ///
  /// An unknown device is omitted.
  public var description: String {
    ([rate ?? "-", profile ?? "-", strategy ?? "-"] + (device.map { [$0] } ?? []))
      .joined(separator: "/")
  }

  /// Whether all names are unknown.
  public var isEmpty: Bool { self == RunName() }

  /// Whether the names of a run match these names; a name that is nil matches every name.
  ///
  /// `estimate` also matches `estimate:44`, and `imported` also matches `imported:Pixel 8`.
  public func includes(_ run: RunName) -> Bool {
    Self.includes(rate, run.rate) && Self.includes(profile, run.profile)
      && Self.includes(strategy, run.strategy) && Self.includes(device, run.device)
  }

  private static func includes(_ wanted: String?, _ name: String?) -> Bool {
    guard let wanted else { return true }
    guard let name else { return false }
    return name == wanted || name.hasPrefix(wanted + ":")
  }
}
