internal import LayoutPrimitives
internal import StructuredDocuments

extension ReportComparison {
  /// The comparison as text for a terminal: what changed, run by run, then a summary.
  public var lines: [String] {
    var lines: [String] = []
    for run in runs where run.isOfInterest {
      lines.append("\(run.name.printable())  \(run.gradeText)")
      lines += run.settings.map { "  settings differ: \($0.printable())" }
      var table = TextTable([">", "metric", ">old", ">new", ">change", ""])
      for change in run.told {
        table.add([
          change.sign, change.path, change.old.fixed(3), change.new.fixed(3),
          change.difference, change.verdict.rawValue,
        ])
      }
      lines += table.lines.map { "  " + $0 } + [""]
    }
    lines += onlyOld.map { "only in the old file: \($0.printable())" }
    lines += onlyNew.map { "only in the new file: \($0.printable())" }
    return lines + [summary]
  }

  /// The comparison as Markdown, fit for a comment on a pull request.
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
        lines += ["", "and \(told.count - Self.maximumMarkdownRows) more changes"]
      }
      lines.append("")
    }
    for run in runs {
      lines += run.settings.map {
        "- settings differ: \(MarkdownRow.plain($0)) (\(MarkdownRow.plain(run.name)))"
      }
    }
    lines += onlyOld.map { "- only in the old file: \(MarkdownRow.plain($0))" }
    lines += onlyNew.map { "- only in the new file: \(MarkdownRow.plain($0))" }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Most rows of the Markdown table; comments have a limit of 65 536 characters.
  static let maximumMarkdownRows = 200

  /// One sentence.
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
  /// The metrics that changed, the worse first.
  fileprivate var told: [ReportComparison.Change] {
    ReportComparison.Verdict.allCases.filter { $0 != .same }.flatMap { verdict in
      changes.filter { $0.verdict == verdict }
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

  /// The change with its sign, and as a percentage where there was something before.
  fileprivate var difference: String {
    guard let old, let new else { return "-" }
    let sign = new > old ? "+" : ""
    let percent = old == 0 ? "" : " (\(sign)\(((new - old) / old.magnitude * 100).fixed(1)) %)"
    return sign + (new - old).fixed(3) + percent
  }
}
