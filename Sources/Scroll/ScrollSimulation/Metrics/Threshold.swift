import LayoutPrimitives

/// A limit on a metric: `METRIC OP VALUE [@RATE/PROFILE/STRATEGY/DEVICE]`.
///
/// It applies to runs that match every part after `@`. Trailing parts may be omitted, others may be
/// empty. DEVICE is the rest of the text and may contain `/`.
public struct Threshold: Hashable, Sendable {
  /// The comparison of the metric with the limit.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    // The order in which the signs are tried: the longer ones first.
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

    /// Whether the comparison is true of a metric and its limit.
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

  /// Text of the threshold, as written.
  public let text: String
  /// Path of the metric, such as `hitch.count`.
  public let metric: String
  /// The comparison of the metric with `value`.
  public let comparison: Comparison
  /// The limit that the metric is compared with, in the metric's unit.
  public let value: Double
  /// The runs that the threshold applies to; a part that is nil matches all.
  public let runs: RunName

  /// Refresh rate of the runs that the threshold applies to, in Hz; nil for all and `adaptive`.
  public var refreshHz: Double? { runs.rate.flatMap { Double($0) } }
  /// Profile of the runs that the threshold applies to; nil for all.
  public var profile: String? { runs.profile }
  /// Strategy of the runs that the threshold applies to; nil for all.
  public var strategy: String? { runs.strategy }
  /// Device model of the runs that the threshold applies to; nil for all.
  public var device: String? { runs.device }

  /// Maximum length of a threshold, in UTF-8 bytes.
  public static let maximumBytes = 1_024

  /// Parses a threshold.
  ///
  /// - Parameters:
  ///   - text: Such as `hitch.time_ratio_ms_per_s<5 @120/flick-medium`; white space is ignored.
  ///   - strategies: Names of the known strategies; `estimate` also allows `estimate:44`.
  ///   - devices: Names of the known device models; `imported` also allows `imported:Pixel 8`. nil
  ///     allows any, for device files that are not read yet.
  /// - Throws: `SimulationError` with the nearest known name.
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
    // Recorded scrolls are named after their files.
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

  /// Whether a name, or the part before its `:`, is known.
  private static func isKnown(_ name: String, among known: [String]) -> Bool {
    let stem = name.prefix { $0 != ":" }
    return known.contains { $0 == name || $0 == stem }
  }

  /// Divides the text after `@` into rate, profile, strategy and device.
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

  /// The name of a refresh rate: digits without superfluous zeros, or `adaptive`.
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

  /// Reads a decimal with an optional minus sign; nil for an exponent, `inf` or hexadecimal digits.
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
  ///   - label: The name of the run in the result; its names if nil.
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
  /// Four of five measured runs have to agree.
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

/// The names by which a threshold chooses runs.
public struct RunName: Hashable, Sendable, CustomStringConvertible {
  /// The refresh rate: `60`, `120` or `adaptive`; nil if it is not known.
  public var rate: String?
  /// The scroll profile, such as `flick-medium`; nil if it is not known.
  public var profile: String?
  /// The strategy, such as `stored` or `estimate:44`; nil if it is not known.
  public var strategy: String?
  /// The device model, such as `fixed`; nil if it is not known.
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

  /// Such as `120/flick-medium/stored`, with `-` for a name that is not known; the device is
  /// omitted if it is not known.
  public var description: String {
    ([rate ?? "-", profile ?? "-", strategy ?? "-"] + (device.map { [$0] } ?? []))
      .joined(separator: "/")
  }

  /// Whether no name is known.
  public var isEmpty: Bool { self == RunName() }

  /// Whether every name of this one is that of a run; names that are nil match all.
  ///
  /// `estimate` also matches `estimate:44`, and `imported` also matches `imported:Pixel 8`.
  public func includes(_ run: RunName) -> Bool {
    Self.includes(rate, run.rate) && Self.includes(profile, run.profile)
      && Self.includes(strategy, run.strategy) && Self.includes(device, run.device)
  }

  private static func includes(_ wanted: String?, _ found: String?) -> Bool {
    guard let wanted else { return true }
    guard let found else { return false }
    return found == wanted || found.hasPrefix(wanted + ":")
  }
}
