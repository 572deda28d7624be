import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives
import Operations
import StructuredDocuments
import TemplateDocuments

/// The result of `template check` for one template.
struct CheckReport {
  /// The template as the user named it.
  let name: String
  let listings: SourceListings
  let trial: TemplateTrial
  /// Whether records or a table of sizes were used; otherwise one cell without content was checked.
  var hasRecords = true

  var examination: TemplateExamination { trial.examination }
  var template: CellTemplate { examination.plan.template }

  /// The kind of program: `apart`, `joined` if both axes are one system, or `boxes` for a template
  /// without constraints.
  var program: String {
    if template.boxCount != nil { return "boxes" }
    return examination.plan.layoutPlan(.leftToRight).program == .joined ? "joined" : "apart"
  }

  /// Whether there are findings of severity error.
  var hasErrors: Bool { examination.count(.error) > 0 }

  /// The findings with their diagnoses.
  ///
  /// The worst severity is first; findings of one severity are in the order of discovery.
  var findings: [(finding: Finding, diagnosis: TemplateExamination.Diagnosis?)] {
    let all = Array(zip(examination.findings, examination.diagnoses))
    return FindingSeverity.allCases.flatMap { severity in
      all.filter { $0.0.severity == severity }.map { (finding: $0.0, diagnosis: $0.1) }
    }
  }
}

/// The document `cellheights.check/1`, on one line.
struct CheckJSON {
  let report: CheckReport

  var line: String {
    let all = report.examination
    let template = report.template
    return JSONWriter.document("cellheights.check/1") { json in
      json.member("file", report.name)
      json.member("template", template.name)
      json.member("views", template.views.count - 1)
      json.member("constraints", template.system.constraints.count)
      json.member("groups", template.groups.count)
      if let boxes = template.boxCount { json.member("boxes", boxes) }
      json.member("program", report.program)
      json.member("records", report.hasRecords ? all.records : 0)
      json.member("unreadableRecords", report.trial.unreadable)
      json.member("cells", report.hasRecords ? all.cells : 0)
      json.strings("environments", report.hasRecords ? all.environments : [])
      json.object("counts") { json in
        for severity in FindingSeverity.allCases {
          json.member(severity.rawValue, all.count(severity))
        }
      }
      json.member("unlistedCells", all.unlistedCells)
      let document = FindingDocument(template: report.template, listings: report.listings)
      json.array("findings", report.findings) { json, examined in
        document.write(examined.finding, examined.diagnosis, to: &json)
      }
      writeWork(to: &json)
    }
  }

  private func writeWork(to json: inout JSONWriter) {
    let all = report.examination
    let work = all.statistics
    json.object("engines") { $0.member("created", all.enginesCreated) }
    json.object("solver") {
      $0.member("pivots", work.pivots)
      $0.member("basisHits", work.programEvaluations)
      $0.member("basisMisses", work.basisMisses)
    }
    json.object("churn") { json in
      json.counts(all.churn.total)
      let views = zip(report.template.views, all.churn.byView).filter { !$1.isEmpty }
      json.array("views", views) { json, entry in
        json.member("view", entry.0.id)
        json.counts(entry.1)
      }
    }
    let labels = zip(report.template.views, all.labels).filter { $0.0.label != nil }
    json.array("labels", labels) { json, entry in
      json.member("view", entry.0.id)
      json.member("sized", entry.1.count)
      json.member("unwrapped", entry.1.unwrapped)
      json.member("milliseconds", Double(entry.1.nanoseconds) / 1e6)
    }
  }

  /// The document for an invalid template.
  static func line(
    name: String, _ problems: [TemplateProblem], unreported: Int, _ listings: SourceListings
  ) -> String {
    JSONWriter.document("cellheights.check/1") { json in
      json.member("file", name)
      json.object("counts") { json in
        json.member("error", problems.count + unreported)
        json.member("warning", 0)
        json.member("note", 0)
      }
      json.array("findings", problems) { json, problem in
        json.member("severity", "error")
        json.member("code", problem.code.rawValue)
        let listing = listings.listing(problem.file)
        let position = listing.position(of: problem)
        if listing.file != listings.main.file { json.member("file", listing.file) }
        json.member("line", position.line)
        json.member("column", position.column)
        json.numbers("lines", problem.lines.map(Double.init))
        json.member("message", problem.found)
        json.member("help", problem.expected)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func counts(_ churn: EngineChurn.Counts) {
    member("added", churn.added)
    member("removed", churn.removed)
    member("changed", churn.changed)
    member("toggled", churn.toggled)
  }
}
