import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives
import Precomputation
import TextMeasurement

/// What `template check` found out about one template.
struct TemplateReport {
  /// One kind of finding, however many cells show it.
  struct Finding {
    var code: String
    /// What was found, constraint or variable named.
    var message: String
    /// Record and environment where it was first met.
    var first: String
    var count = 1
  }

  let name: String
  let plan: TemplatePlan
  private(set) var findings: [Finding] = []
  private(set) var cells = 0

  init(name: String, plan: TemplatePlan) {
    self.name = name
    self.plan = plan
  }

  /// Whether nothing had to give and nothing was open.
  var isClean: Bool { !findings.contains { $0.code != "CH0202" } }

  /// Lays out the records of a feed and notes what gave way.
  mutating func tryRecords(of path: String, in environments: [Environment]) throws {
    var reader = try FeedReader(source: FeedSource(path: path))
    let library = try FontLibrary(FontConfiguration())
    var layouter = CellLayouter(plan: plan, measurer: try TextMeasurer(library: library))
    let environments = environments.withStates(of: plan.template)
    while let item = try reader.next() {
      guard case .record(let record) = item else { continue }
      for environment in environments {
        cells += 1
        let place = "record '\(record.id)' at \(environment.key)"
        do throws(CellError) {
          let solved = try layouter.layout(record, in: environment).solved
          for row in solved.relaxed {
            note("CH0101", "\(located(row)) contradicts others and had to give", place)
          }
          if let free = solved.ambiguous {
            note("CH0201", "nothing decides \(free)", place)
          }
          for row in solved.ties {
            note("CH0202", "a tie within one priority was decided at \(located(row))", place)
          }
        } catch {
          note(error.code, error.description, place)
        }
      }
    }
  }

  private func located(_ row: String) -> String {
    let index = plan.template.system.constraints.firstIndex { $0.name == row }
    return index.map { "\(plan.template.places[$0].location): '\(row)'" } ?? "'\(row)'"
  }

  private mutating func note(_ code: String, _ message: String, _ place: String) {
    if let known = findings.firstIndex(where: { $0.code == code && $0.message == message }) {
      findings[known].count += 1
    } else {
      findings.append(Finding(code: code, message: message, first: place))
    }
  }

  private var program: String {
    plan.layoutPlan(.leftToRight).program == .joined ? "joined" : "apart"
  }

  /// Lines for people.
  var lines: [String] {
    let template = plan.template
    var lines = [
      "ok       \(name): template \(template.name), \(counted(template.views.count - 1, "view")), "
        + "\(counted(template.system.constraints.count, "constraint")), "
        + "\(counted(template.groups.count, "group")), solved with the axes \(program)"
        + (cells > 0 ? ", \(counted(cells, "cell")) tried" : "")
    ]
    for warning in template.warnings { lines.append("warning  \(warning)") }
    for finding in findings {
      let level = finding.code == "CH0202" ? "note     " : "warning  "
      let count = finding.count == 1 ? "" : ", \(grouped(finding.count)) cells"
      lines.append("\(level)\(finding.code): \(finding.message) (first \(finding.first)\(count))")
    }
    return lines
  }

  /// `cellheights.template-check/1`.
  var json: String {
    let template = plan.template
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "cellheights.template-check/1")
    json.member("file", name)
    json.member("template", template.name)
    json.member("views", template.views.count - 1)
    json.member("constraints", template.system.constraints.count)
    json.member("groups", template.groups.count)
    json.member("program", program)
    json.member("cells", cells)
    json.key("warnings")
    json.beginArray()
    for warning in template.warnings { json.string(warning.description) }
    json.endArray()
    json.key("findings")
    json.beginArray()
    for finding in findings {
      json.beginObject()
      json.member("code", finding.code)
      json.member("message", finding.message)
      json.member("first", finding.first)
      json.member("cells", finding.count)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.text
  }
}
