import CellTemplates
import FeedRecords
import HeightLookup
import HeightStore
import LayoutPrimitives

/// A cell as `cellheights.cell/1` on one line, in points.
struct CellDocument {
  var id: String
  var feed: String?
  var version: String
  var template: StoredTemplate
  /// Full form of the environment, state included.
  var environment: String
  var state: String?
  var grid: PixelGrid
  var layout: CellLayout
  /// What a person should know about it; notes are not written.
  var findings: [CellFinding] { layout.findings.numbers.map { CellFinding(number: $0) } }
  /// Where the cell stands in a list.
  var place: Place?
  var generation: Int?

  /// A place in a list.
  struct Place {
    var list: String
    var position: Int
    /// Distance from the list's top, in points.
    var offset: Double
  }

  /// The document of a cell that was looked up.
  init(_ hit: LookupHit, place: Place?, generation: Int) {
    id = hit.cell.recordID
    feed = hit.scope.feed.name
    version = hit.cell.version
    template = hit.template
    environment = hit.scope.environment.environment.key
    state = hit.scope.environment.environment.state
    grid = hit.scope.grid
    layout = hit.layout
    self.place = place
    self.generation = generation
  }

  /// The document of a cell that was laid out just now.
  init(
    id: String, feed: String?, version: String, template: StoredTemplate,
    environment: Environment, layout: CellLayout
  ) {
    self.id = id
    self.feed = feed
    self.version = version
    self.template = template
    self.environment = environment.key
    state = environment.state
    grid = environment.grid
    self.layout = layout
  }

  /// Writes the document.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("schema", "cellheights.cell/1")
    json.member("id", id)
    if let feed { json.member("feed", feed) }
    json.member("version", version)
    json.member("template", template.name)
    json.member("environment", environment)
    if let state { json.member("state", state) }
    json.key("trust")
    json.beginArray()
    for name in layout.caveats.names { json.string(name) }
    json.endArray()
    let grave = findings.filter { $0.kind.severity != .note }
    if !grave.isEmpty {
      json.array("findings", grave) { json, finding in
        json.member("code", finding.kind.code)
        json.member("severity", finding.kind.severity.rawValue)
        json.member("kind", finding.kind.word)
        if let view = finding.position, template.views.indices.contains(view) {
          json.member("view", template.views[view].id)
        }
      }
    }
    json.member("height", grid.points(layout.height))
    json.member("exactHeight", layout.exactHeight)
    json.key("frames")
    writeFrames(to: &json)
    if let place {
      json.member("list", place.list)
      json.member("position", place.position)
      json.member("offset", place.offset)
    }
    if let generation { json.member("generation", generation) }
    json.endObject()
  }

  private func writeFrames(to json: inout JSONWriter) {
    json.beginArray()
    var label = 0
    for (view, frame) in zip(template.views, layout.frames) {
      json.beginObject()
      json.member("view", view.id)
      json.member("x", grid.points(frame.x))
      json.member("y", grid.points(frame.y))
      json.member("width", grid.points(frame.width))
      json.member("height", grid.points(frame.height))
      if view.isLabel {
        let lines = label < layout.labels.count ? layout.labels[label] : nil
        label += 1
        if let lines, lines.count > 0 {
          json.member("lines", lines.count)
          json.key("truncated")
          json.literal(lines.truncated ? "true" : "false")
        }
      }
      json.endObject()
    }
    json.endArray()
  }

  /// The document as one line of text.
  var line: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }

  /// Lines for people.
  var table: [String] {
    let heading =
      "\(id)  \(points(grid.points(layout.height))) pt  (\(environment), template \(template.name))"
    let caveats =
      layout.caveats.isEmpty ? "exact" : layout.caveats.names.joined(separator: ", ")
    var facts = ["trust \(caveats)", "version \(version)"]
    if let feed { facts.append("feed \(feed)") }
    if let place {
      facts.append("position \(place.position), offset \(points(place.offset)) pt")
    }
    if let generation { facts.append("generation \(generation)") }
    var table = TextTable(["view", ">x", ">y", ">width", ">height", ">lines"])
    var label = 0
    for (view, frame) in zip(template.views, layout.frames) {
      var lines = ""
      if view.isLabel, label < layout.labels.count {
        let drawn = layout.labels[label]
        if drawn.count > 0 { lines = "\(drawn.count)\(drawn.truncated ? "…" : "")" }
        label += 1
      }
      table.add(
        [view.id]
          + [frame.x, frame.y, frame.width, frame.height].map { fixed(grid.points($0), 2) }
          + [lines])
    }
    return [heading, facts.joined(separator: ", ")].map { $0.printable() } + table.lines
  }
}
