/// Two files of simulation reports, run by run.
///
/// Runs are matched by rate, profile, strategy, device model and costs; where that is not enough, by
/// platform, prefetch, pool and seed, too.
public struct ReportComparison: Sendable {
  /// Limits of the files.
  public struct Limits: Hashable, Sendable {
    /// Most runs of one file.
    public var runs = 10_000
    /// Longest line, in UTF-8 bytes.
    public var lineBytes = 1 << 20

    /// Creates the default limits.
    public init() {}
  }

  /// What a change of a metric means.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// A change for the worse that is not noise.
    case worse
    /// A change for the better that is not noise.
    case better
    /// A change of a metric that knows no better, such as the number of frames.
    case changed
    /// No change, or one within the noise of measured costs.
    case same
  }

  /// A metric of both reports.
  public struct Change: Hashable, Sendable {
    /// Path of the metric.
    public let path: String
    /// Its unit; empty for a number of things.
    public let unit: String
    /// Median of the old report; nil without data.
    public let old: Double?
    /// Median of the new report; nil without data.
    public let new: Double?
    /// What the change means.
    public let verdict: Verdict
  }

  /// A run of both files.
  public struct Run: Hashable, Sendable {
    /// What tells it apart from the other runs.
    public let name: String
    /// Grades of the hitch time ratio.
    public let oldGrade: String
    /// Grade of the new report.
    public let newGrade: String
    /// Settings that differ: `seed 1 → 2`.
    public let settings: [String]
    /// All metrics that either report has, in the order of the reports.
    public let changes: [Change]

    /// Number of metrics with a verdict.
    public func count(_ verdict: Verdict) -> Int { changes.count { $0.verdict == verdict } }
  }

  /// Runs of both files, in the order of the old one.
  public let runs: [Run]
  /// Names of runs that the old file alone has.
  public let onlyOld: [String]
  /// Names of runs that the new file alone has.
  public let onlyNew: [String]

  /// Compares two files.
  ///
  /// - Parameters:
  ///   - old: Text of the old file, JSON lines as `simulate --format json` writes them.
  ///   - new: Text of the new file.
  ///   - names: Names of the files, for errors.
  ///   - limits: Limits of the files.
  /// - Throws: `ReportFileError`.
  public init(
    old: String, new: String, names: (old: String, new: String) = ("old", "new"),
    limits: Limits = Limits()
  ) throws(ReportFileError) {
    let before = try ReportedRuns(old, file: names.old, limits: limits)
    let after = try ReportedRuns(new, file: names.new, limits: limits)
    let full = before.needsFullNames || after.needsFullNames
    let olds = try before.named(full: full)
    let news = try after.named(full: full)
    let byName = Dictionary(
      news.map { ($0.name, $0.run) }, uniquingKeysWith: { first, _ in first })
    let known = Set(olds.map(\.name))
    runs = olds.compactMap { old in
      byName[old.name].map { Run(old.name, old: old.run, new: $0) }
    }
    onlyOld = olds.map(\.name).filter { byName[$0] == nil }
    onlyNew = news.map(\.name).filter { !known.contains($0) }
  }

  /// Whether any metric of any run is worse.
  public var isWorse: Bool { count(.worse) > 0 }

  /// Number of metrics of all runs with a verdict.
  public func count(_ verdict: Verdict) -> Int { runs.reduce(0) { $0 + $1.count(verdict) } }
}

extension ReportComparison.Run {
  init(_ name: String, old: ReportedRun, new: ReportedRun) {
    self.name = name
    oldGrade = old.grade
    newGrade = new.grade
    settings = old.settings.compactMap { setting in
      let found = new.settings.first { $0.name == setting.name }?.value ?? "none"
      return found == setting.value ? nil : "\(setting.name) \(setting.value) → \(found)"
    }
    let isMeasured = old.isMeasured || new.isMeasured
    let paths = old.paths + new.paths.filter { old.figures[$0] == nil }
    changes = paths.map { path in
      ReportComparison.Change(
        path, old: old.figures[path], new: new.figures[path], isMeasured: isMeasured)
    }
  }
}

extension ReportComparison.Change {
  init(
    _ path: String, old: ReportedRun.Figure?, new: ReportedRun.Figure?, isMeasured: Bool
  ) {
    let definition = MetricDefinition.of(path)
    self.path = path
    unit = definition.unit
    self.old = old?.value
    self.new = new?.value
    guard let before = old?.value, let after = new?.value else {
      verdict = old?.value == new?.value ? .same : .changed
      return
    }
    guard before != after, !(isMeasured && Self.isNoise(old, new)) else {
      verdict = .same
      return
    }
    verdict =
      switch definition.direction {
      case .lower: after < before ? .better : .worse
      case .higher: after > before ? .better : .worse
      case .neutral: .changed
      }
  }

  /// Whether the spreads overlap; without spreads a measured change cannot be told from noise.
  private static func isNoise(_ old: ReportedRun.Figure?, _ new: ReportedRun.Figure?) -> Bool {
    guard let old = old?.spread, let new = new?.spread else { return true }
    return old.overlaps(new)
  }
}
