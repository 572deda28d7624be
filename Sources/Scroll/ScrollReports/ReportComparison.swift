internal import LayoutPrimitives
internal import StructuredDocuments

/// The comparison of two files of simulation reports, run by run.
///
/// Runs with the same rate, profile, strategy, device model and costs are compared. If these are
/// not unique, platform, prefetch, pool and seed must also be equal.
public struct ReportComparison: Sendable {
  /// The limits for reading the files.
  public struct Limits: Hashable, Sendable {
    /// Maximum number of runs in a file.
    public var runs = 10_000
    /// Maximum length of a line, in UTF-8 bytes.
    public var lineBytes = 1 << 20

    /// Creates the default limits.
    public init() {}
  }

  /// The evaluation of a change of a metric.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The metric became worse, by more than noise.
    case worse
    /// The metric became better, by more than noise.
    case better
    /// The metric has no better direction and changed, or only one report has a value.
    case changed
    /// The values are equal, or differ by no more than the noise of measured costs.
    case same
  }

  /// The values of a metric in both reports.
  public struct Change: Hashable, Sendable {
    /// The path of the metric.
    public let path: String
    /// The unit; empty for a count.
    public let unit: String
    /// The median in the old report; nil without data.
    public let old: Double?
    /// The median in the new report; nil without data.
    public let new: Double?
    /// The evaluation of the change.
    public let verdict: Verdict
  }

  /// A run that both files contain.
  public struct Run: Hashable, Sendable {
    /// The name that distinguishes the run from the other runs.
    public let name: String
    /// The grade of the hitch time ratio in the old report.
    public let oldGrade: String
    /// The grade of the hitch time ratio in the new report.
    public let newGrade: String
    /// The settings that differ, such as `seed 1 → 2`.
    public let settings: [String]
    /// The metrics of both reports, in the order of the reports.
    public let changes: [Change]
    /// The costliest new cell of the worst frame in the old report, in words; nil if there is none.
    public let oldCell: String?
    /// The same of the new report.
    public let newCell: String?

    /// The number of metrics with a verdict.
    public func count(_ verdict: Verdict) -> Int { changes.count { $0.verdict == verdict } }
  }

  /// The runs that both files contain, in the order of the old file.
  public let runs: [Run]
  /// The names of runs that only the old file contains.
  public let onlyOld: [String]
  /// The names of runs that only the new file contains.
  public let onlyNew: [String]

  /// Compares two files.
  ///
  /// - Parameters:
  ///   - old: The text of the old file: JSON lines of `simulate --format json`.
  ///   - new: The text of the new file.
  ///   - names: The names of the files, for errors.
  ///   - limits: The limits for both files.
  /// - Throws: `ReportFileError` for an invalid file, or runs whose names are not unique.
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
    let oldNames = Set(olds.map(\.name))
    runs = olds.compactMap { old in
      byName[old.name].map { Run(old.name, old: old.run, new: $0) }
    }
    onlyOld = olds.map(\.name).filter { byName[$0] == nil }
    onlyNew = news.map(\.name).filter { !oldNames.contains($0) }
  }

  /// Whether any metric of any run is worse.
  public var isWorse: Bool { count(.worse) > 0 }

  /// The number of metrics in all runs with a verdict.
  public func count(_ verdict: Verdict) -> Int { runs.reduce(0) { $0 + $1.count(verdict) } }
}

extension ReportComparison.Run {
  init(_ name: String, old: ReportedRun, new: ReportedRun) {
    self.name = name
    oldGrade = old.grade
    newGrade = new.grade
    oldCell = old.worstCell
    newCell = new.worstCell
    settings = old.settings.compactMap { setting in
      let value = new.settings.first { $0.name == setting.name }?.value ?? "none"
      return value == setting.value ? nil : "\(setting.name) \(setting.value) → \(value)"
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

  /// Whether the spreads overlap; without spreads, every change is treated as noise.
  private static func isNoise(_ old: ReportedRun.Figure?, _ new: ReportedRun.Figure?) -> Bool {
    guard let old = old?.spread, let new = new?.spread else { return true }
    return old.overlaps(new)
  }
}

extension ReportComparison {
  /// The document `cellheights.simdiff/1`, on one line.
  ///
  /// Equal metrics are counted but not listed.
  public var document: String {
    JSONWriter.document("cellheights.simdiff/1") { json in
      json.member("worse", isWorse)
      json.array("runs", runs) { json, run in
        json.member("run", run.name)
        json.member("old_grade", run.oldGrade)
        json.member("new_grade", run.newGrade)
        json.object("counts") { json in
          for verdict in Verdict.allCases { json.member(verdict.rawValue, run.count(verdict)) }
        }
        if !run.settings.isEmpty { json.strings("settings", run.settings) }
        if run.count(.worse) > 0, let cell = run.newCell { json.member("worst_cell", cell) }
        json.array("changes", run.changes.filter { $0.verdict != .same }) { json, change in
          json.member("metric", change.path)
          json.exact("old", change.old)
          json.exact("new", change.new)
          if let old = change.old, let new = change.new { json.rounded("change", new - old) }
          json.member("verdict", change.verdict.rawValue)
        }
      }
      json.strings("only_old", onlyOld)
      json.strings("only_new", onlyNew)
    }
  }
}

extension ReportComparison {
  /// Maximum number of changes in the text for a terminal.
  static let maximumLines = 60

  /// The comparison for a terminal: a summary, followed by the changes of each run, those with
  /// worse metrics first.
  public var lines: [String] {
    var lines = [summary]
    lines += onlyOld.map { "only in the old file: \($0.printable())" }
    lines += onlyNew.map { "only in the new file: \($0.printable())" }
    var rest = Self.maximumLines
    let worse = runs.filter { $0.count(.worse) > 0 }
    for run in worse + runs.filter({ $0.count(.worse) == 0 && $0.isOfInterest }) where rest > 0 {
      lines += ["", "\(run.name.printable())  \(run.gradeText)"]
      lines += run.settings.map { "  settings differ: \($0.printable())" }
      lines += run.cells.map { "  \($0.printable())" }
      var table = TextTable([">", "metric", ">old", ">new", ">change", ""])
      for change in run.told.prefix(rest) {
        table.add([
          change.sign, change.path, change.old.fixed(3), change.new.fixed(3),
          change.difference, change.verdict.rawValue,
        ])
      }
      rest -= run.told.count
      lines += table.lines.map { "  " + $0 }
    }
    if rest < 0 {
      lines += ["", "and \(counted(-rest, "more change")); --format json lists all"]
    }
    return lines
  }

  /// The comparison as Markdown for a comment on a pull request.
  public var markdown: [String] {
    var lines = [MarkdownRow.plain(summary), ""]
    let told = runs.flatMap { run in run.told.map { (run, $0) } }
    if !told.isEmpty {
      lines += [
        MarkdownRow(["Run", "Metric", "Old", "New", "Change", "Verdict"]).text,
        "|:--|:--|--:|--:|--:|:--|",
      ]
      for (run, change) in told.prefix(Self.maximumMarkdownRows) {
        lines.append(
          MarkdownRow([
            run.name, change.path, change.old.fixed(3), change.new.fixed(3), change.difference,
            "\(change.sign) \(change.verdict.rawValue)",
          ]).text)
      }
      if told.count > Self.maximumMarkdownRows {
        lines += ["", "and \(counted(told.count - Self.maximumMarkdownRows, "more change"))"]
      }
      lines.append("")
    }
    for run in runs {
      lines += run.cells.map { "- \(MarkdownRow.plain($0)) (\(MarkdownRow.plain(run.name)))" }
      lines += run.settings.map {
        "- settings differ: \(MarkdownRow.plain($0)) (\(MarkdownRow.plain(run.name)))"
      }
    }
    lines += onlyOld.map { "- only in the old file: \(MarkdownRow.plain($0))" }
    lines += onlyNew.map { "- only in the new file: \(MarkdownRow.plain($0))" }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Maximum number of rows in the Markdown table; a comment may have 65 536 characters.
  static let maximumMarkdownRows = 200

  /// A sentence with the numbers of runs that became worse, became better or stayed the same.
  private var summary: String {
    let worse = runs.count { $0.count(.worse) > 0 }
    let better = runs.count { $0.count(.worse) == 0 && $0.count(.better) > 0 }
    let one = runs.count == 1
    return "\(runs.count) \(one ? "run" : "runs") compared: \(worse) worse, \(better) better, "
      + "\(runs.count - worse - better) the same"
      + (onlyOld.isEmpty && onlyNew.isEmpty
        ? "" : "; \(onlyOld.count) only old, \(onlyNew.count) only new")
  }
}

extension ReportComparison.Run {
  /// The metrics that changed, with worse metrics first.
  fileprivate var told: [ReportComparison.Change] {
    ReportComparison.Verdict.allCases.filter { $0 != .same }.flatMap { verdict in
      changes.filter { $0.verdict == verdict }
    }
  }

  /// The costliest cells of both reports in words, if a metric is worse.
  fileprivate var cells: [String] {
    guard count(.worse) > 0 else { return [] }
    return [("before: ", oldCell), ("now: ", newCell)].compactMap { word, cell in
      cell.map { word + $0 }
    }
  }

  fileprivate var isOfInterest: Bool { !told.isEmpty || !settings.isEmpty }

  fileprivate var gradeText: String {
    oldGrade == newGrade ? newGrade : "\(oldGrade) → \(newGrade)"
  }
}

extension ReportComparison.Change {
  fileprivate var sign: String {
    switch verdict {
    case .worse: "✗"
    case .better: "✓"
    case .changed: "~"
    case .same: "="
    }
  }

  /// The change with its sign, also as a percentage if the old value is not 0.
  fileprivate var difference: String {
    guard let old, let new else { return "-" }
    let sign = new > old ? "+" : ""
    let percent = old == 0 ? "" : " (\(sign)\(((new - old) / old.magnitude * 100).fixed(1)) %)"
    return sign + (new - old).fixed(3) + percent
  }
}
