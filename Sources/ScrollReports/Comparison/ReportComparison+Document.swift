internal import StructuredDocuments

extension ReportComparison {
  /// The comparison as `cellheights.simdiff/1`, on one line.
  ///
  /// Metrics that are the same are counted and not listed.
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
