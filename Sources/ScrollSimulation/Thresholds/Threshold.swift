import LayoutPrimitives

/// A limit on a metric: `METRIC OP VALUE [@HZ/PROFILE/STRATEGY]`.
///
/// It applies to runs that match every part after `@`. Trailing parts may be omitted, others may be
/// empty.
public struct Threshold: Hashable, Sendable {
  /// How the metric is compared with the limit.
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
  /// How the metric is compared with `value`.
  public let comparison: Comparison
  /// The limit that the metric is compared with, in the metric's unit.
  public let value: Double
  /// Refresh rate of the runs that the threshold applies to, in Hz; nil for all.
  public let refreshHz: Double?
  /// Profile of the runs that the threshold applies to; nil for all.
  public let profile: String?
  /// Strategy of the runs that the threshold applies to; nil for all.
  public let strategy: String?

  /// Maximum length of a threshold, in UTF-8 bytes.
  public static let maximumBytes = 1_024

  /// Parses a threshold.
  ///
  /// - Parameters:
  ///   - text: Such as `hitch.time_ratio_ms_per_s<5 @120/flick-medium`; white space is ignored.
  ///   - strategies: Names of the known strategies; `estimate` also allows `estimate:44`.
  /// - Throws: `SimulationError` with the nearest known name.
  public init(parsing text: String, strategies: [String]) throws(SimulationError) {
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
    let qualifiers = halves.count < 2 ? [] : try Self.qualifiers(halves[1], of: text)
    refreshHz = try Self.refreshHz(qualifiers.first ?? "", of: text)
    profile = qualifiers.count > 1 && !qualifiers[1].isEmpty ? qualifiers[1] : nil
    strategy = qualifiers.count > 2 && !qualifiers[2].isEmpty ? qualifiers[2] : nil
    if let profile { _ = try ScrollProfile.named(profile) }
    if let strategy {
      let stem = strategy.prefix { $0 != ":" }
      guard strategies.contains(where: { $0 == strategy || $0 == stem }) else {
        let nearest = NearestName(strategies).closest(to: strategy)
        throw .unknownStrategy(strategy, nearest: nearest, threshold: text)
      }
    }
  }

  /// Divides the text after `@` into at most three parts: refresh rate, profile and strategy.
  private static func qualifiers(
    _ part: Substring, of text: String
  ) throws(SimulationError) -> [String] {
    let parts = part.split(separator: "/", omittingEmptySubsequences: false).map { trimmed($0) }
    guard parts.count <= 3, parts.contains(where: { !$0.isEmpty }) else {
      throw .threshold(text, "needs HZ, PROFILE or STRATEGY after '@', parted by '/'")
    }
    return parts
  }

  private static func refreshHz(
    _ part: String, of text: String
  ) throws(SimulationError) -> Double? {
    guard !part.isEmpty else { return nil }
    guard let value = decimal(part), value > 0 else {
      throw .threshold(text, "has '\(part)' after '@', which is not a refresh rate in Hz")
    }
    return value
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
