import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives
import StructuredDocuments

/// Findings and constraints in JSON.
struct FindingDocument {
  let template: CellTemplate
  let listings: SourceListings

  /// Writes the members of a finding.
  func write(_ finding: TemplateFinding, to json: inout JSONWriter) {
    let message = CheckMessage(finding, template)
    json.member("severity", message.severity.rawValue)
    json.member("code", message.code)
    json.member("kind", finding.word)
    if let view = finding.view { json.member("view", template.views[view].id) }
    writePlace(message.place, to: &json)
    json.member("message", message.headline)
    json.strings("facts", message.facts)
    if !message.help.isEmpty { json.member("help", message.help) }
    switch finding.cause {
    case .unsatisfiable(let found):
      json.object("relaxed") { json in writeMembers(found.relaxed, to: &json) }
      write("members", found.members, to: &json)
      json.member("leastError", found.leastError)
    case .ambiguous(let found):
      json.member("variable", found.variable)
      json.array("solutions", found.solutions) { json, solution in
        json.member("value", solution.value)
        json.object("frames") { json in
          for (view, frame) in zip(template.views, solution.frames) {
            json.numbers(view.id, [frame.x, frame.y, frame.width, frame.height])
          }
        }
      }
      write("affecting", found.affecting, to: &json)
    case .tie(let found):
      json.object("constraint") { json in writeMembers(found.constraint, to: &json) }
      write("rivals", found.rivals, to: &json)
    case .feedbackLoop(let loop):
      json.member("variable", loop.variable)
      json.strings("viewsInLoop", loop.views)
      json.numbers("values", loop.values)
      json.member("passes", loop.passes)
      write("affecting", loop.constraints, to: &json)
    case .habit, .boundMultiplier, .suspicious, .failure, .shown, .unanswered, .unbound,
      .foreignWord:
      break
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

  /// Writes the members of a constraint.
  func writeMembers(
    _ constraint: ImposedConstraint, constant: Double? = nil, to json: inout JSONWriter
  ) {
    json.member("id", constraint.identifier)
    json.member("name", constraint.name)
    json.member("equation", constraint.equation)
    if let constant { json.member("constant", constant) }
    json.member("priority", constraint.priority.value)
    writePlace(template.place(of: constraint.source), to: &json)
  }

  private func writePlace(_ place: DocumentPlace?, to json: inout JSONWriter) {
    guard let place else { return }
    let listing = listings.listing(place.file)
    let position = listing.position(of: place)
    if listing.file != listings.main.file { json.member("file", listing.file) }
    json.member("line", position.line)
    json.member("column", position.column)
  }
}
