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
  ///
  /// - Parameter diagnosis: What explains it, if a diagnosis does.
  func write(
    _ finding: Finding, _ diagnosis: TemplateExamination.Diagnosis? = nil,
    to json: inout JSONWriter
  ) {
    finding.writeName(to: &json)
    writePlace(finding.place, to: &json)
    json.member("message", finding.message)
    json.strings("facts", finding.facts)
    if !finding.help.isEmpty { json.member("help", finding.help) }
    if let diagnosis { write(diagnosis, to: &json) }
    finding.writeCells(to: &json, withNumbers: true)
  }

  private func write(_ diagnosis: TemplateExamination.Diagnosis, to json: inout JSONWriter) {
    switch diagnosis {
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

extension Finding {
  /// Writes the members of a finding of which only the stored words are known.
  func writeStored(to json: inout JSONWriter) {
    writeName(to: &json)
    if let place { json.member("place", place.description) }
    json.member("message", message)
    writeCells(to: &json, withNumbers: false)
  }

  /// Writes severity, code, kind and view.
  func writeName(to json: inout JSONWriter) {
    json.member("severity", severity.rawValue)
    json.member("code", code)
    json.member("kind", word)
    if let view { json.member("view", view) }
  }

  fileprivate func writeCells(to json: inout JSONWriter, withNumbers: Bool) {
    json.member("records", records)
    json.member("cells", cells)
    json.strings("environments", environments.map(\.key))
    guard let sample else { return }
    json.object("reproducer") { json in
      json.member("record", sample.record)
      json.member("environment", sample.environment)
      guard withNumbers else { return }
      json.object("numbers") { json in
        for number in sample.numbers { json.member(number.name, number.value) }
      }
    }
  }
}
