import FeedRecords
import StructuredDocuments
import TextMeasurement

/// The declared fonts in order.
struct FontSection: DoctorSection {
  private let survey: FontInventory
  private let fingerprint: String?
  private let rows: [FontRow]

  let name = "fonts"

  init(survey: FontInventory, fingerprint: String?) throws(TextError) {
    self.survey = survey
    self.fingerprint = fingerprint
    var rows: [FontRow] = []
    for entry in survey.chain + survey.families { rows.append(try FontRow(entry)) }
    self.rows = rows
  }

  var problems: [DoctorProblem] { survey.problems.map(DoctorProblem.init) }

  var lines: [String] {
    var table = TextTable(["step", "font", ">faces", "version", "hash", "scripts", "file"])
    var step = 0
    for row in rows {
      if row.entry.role == .fallback { step += 1 }
      table.add(row.cells(step: step))
    }
    var lines = ["fonts    tried in this order; the regular face of each is shown"]
    lines += table.lines.map { "  " + $0 }
    lines.append("system   " + system)
    lines.append("fingerprint  " + (fingerprint ?? "none, until every font is found"))
    return lines
  }

  private var system: String {
    guard survey.isSystemSubstituted else { return "the files that were declared" }
    return "a substitute, \(FontInventory.systemSubstitute): heights are marked substitute-font; "
      + "name the files of the app's own font with --system-font"
  }

  func write(to json: inout JSONWriter) {
    json.key("fingerprint")
    if let fingerprint { json.string(fingerprint) } else { json.literal("null") }
    json.object("system") { json in
      json.member("substitute", survey.isSystemSubstituted)
      if survey.isSystemSubstituted { json.member("family", FontInventory.systemSubstitute) }
    }
    json.array("entries", rows) { json, row in row.write(to: &json) }
  }
}
