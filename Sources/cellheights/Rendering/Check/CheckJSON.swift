import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives

/// A check as `cellheights.check/1`, on one line.
struct CheckJSON {
  let report: CheckReport

  /// The document.
  var line: String {
    let all = report.examination
    let template = report.template
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "cellheights.check/1")
    json.member("file", report.name)
    json.member("template", template.name)
    json.member("views", template.views.count - 1)
    json.member("constraints", template.system.constraints.count)
    json.member("groups", template.groups.count)
    json.member("program", report.program)
    json.member("records", all.records)
    json.member("unreadableRecords", report.unreadable.count)
    json.member("cells", all.cells)
    json.strings("environments", all.environments)
    json.object("counts") { json in
      for severity in TemplateFinding.Severity.allCases {
        json.member(severity.rawValue, all.count(severity))
      }
    }
    json.member("unlistedCells", all.unlistedCells)
    json.array("findings", report.findings) { json, finding in write(finding, to: &json) }
    writeWork(to: &json)
    json.endObject()
    return json.text
  }

  private func write(_ finding: TemplateFinding, to json: inout JSONWriter) {
    let message = CheckMessage(finding, report.template)
    json.member("severity", message.severity.rawValue)
    json.member("code", message.code)
    writePlace(message.place, to: &json)
    json.member("message", message.headline)
    json.strings("facts", message.facts)
    if !message.help.isEmpty { json.member("help", message.help) }
    switch finding.cause {
    case .unsatisfiable(let found):
      write("relaxed", found.relaxed, to: &json)
      write("members", found.members, to: &json)
      json.member("leastError", found.leastError)
    case .ambiguous(let found):
      json.member("variable", found.variable)
      json.array("solutions", found.solutions) { json, solution in
        json.member("value", solution.value)
        json.object("frames") { json in
          for (view, frame) in zip(report.template.views, solution.frames) {
            json.numbers(view.id, [frame.x, frame.y, frame.width, frame.height])
          }
        }
      }
      write("affecting", found.affecting, to: &json)
    case .tie(let found):
      write("constraint", found.constraint, to: &json)
      write("rivals", found.rivals, to: &json)
    case .feedbackLoop(let loop):
      json.member("variable", loop.variable)
      json.strings("viewsInLoop", loop.views)
      json.numbers("values", loop.values)
      json.member("passes", loop.passes)
      write("affecting", loop.constraints, to: &json)
    case .habit, .boundMultiplier, .suspicious, .failure: break
    }
    json.member("records", finding.records)
    json.member("cells", finding.cells)
    json.strings("environments", finding.environments)
    guard let cell = finding.reproducer else { return }
    json.object("reproducer") { json in
      json.member("record", cell.record)
      json.member("environment", cell.environment)
      json.object("numbers") { json in
        for number in cell.numbers { json.member(number.name, number.value) }
      }
    }
  }

  private func write(
    _ name: String, _ constraints: [ImposedConstraint], to json: inout JSONWriter
  ) {
    json.array(name, constraints) { json, constraint in writeMembers(constraint, to: &json) }
  }

  private func write(_ name: String, _ constraint: ImposedConstraint, to json: inout JSONWriter) {
    json.object(name) { json in writeMembers(constraint, to: &json) }
  }

  private func writeMembers(_ constraint: ImposedConstraint, to json: inout JSONWriter) {
    json.member("id", constraint.identifier)
    json.member("name", constraint.name)
    json.member("equation", constraint.equation)
    json.member("priority", constraint.priority.value)
    writePlace(report.template.place(of: constraint.source), to: &json)
  }

  private func writePlace(_ place: DocumentPlace?, to json: inout JSONWriter) {
    guard let place else { return }
    let listing = report.listings.listing(place.file)
    let position = listing.position(of: place)
    if listing.file != report.listings.main.file { json.member("file", listing.file) }
    json.member("line", position.line)
    json.member("column", position.column)
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

  /// The document of a template that cannot be used.
  static func line(
    name: String, _ problems: [TemplateProblem], unreported: Int, _ listings: SourceListings
  ) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "cellheights.check/1")
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
    json.endObject()
    return json.text
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
