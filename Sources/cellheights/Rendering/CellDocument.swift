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
  /// The position in a list.
  var place: Place?
  var generation: Int?

  /// A position in a list.
  struct Place {
    var list: String
    var position: Int
    /// Distance from the list's top, in points.
    var offset: Double
  }

  var line: String {
    JSONWriter.document("cellheights.cell/1") { json in
      json.member("id", id)
      if let feed { json.member("feed", feed) }
      json.member("version", version)
      json.member("template", template.name)
      json.member("environment", environment)
      if let state { json.member("state", state) }
      json.strings("trust", layout.caveats.names)
      let grave = layout.findings.numbers.map { CellFinding(number: $0) }
        .filter { $0.kind.severity != .note }
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
      json.array("frames", views) { json, entry in
        let (view, frame, lines) = entry
        json.member("view", view.id)
        json.member("x", grid.points(frame.x))
        json.member("y", grid.points(frame.y))
        json.member("width", grid.points(frame.width))
        json.member("height", grid.points(frame.height))
        if let lines {
          json.member("lines", lines.count)
          json.member("truncated", lines.truncated)
        }
      }
      if let place {
        json.member("list", place.list)
        json.member("position", place.position)
        json.member("offset", place.offset)
      }
      if let generation { json.member("generation", generation) }
    }
  }

  /// Every view with its frame in pixels and, for a label with lines, their count.
  private var views: [(view: StoredView, frame: PixelRect, lines: LabelLines?)] {
    var labels = layout.labels[...]
    return zip(template.views, layout.frames).map { view, frame in
      let lines = view.isLabel ? labels.popFirst() : nil
      return (view, frame, lines.flatMap { $0.count > 0 ? $0 : nil })
    }
  }

  /// The cell as a table.
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
    for (view, frame, lines) in views {
      table.add(
        [view.id]
          + [frame.x, frame.y, frame.width, frame.height].map { fixed(grid.points($0), 2) }
          + [lines.map { "\($0.count)\($0.truncated ? "…" : "")" } ?? ""])
    }
    return [heading, facts.joined(separator: ", ")].map { $0.printable() } + table.lines
  }
}

extension CellDocument {
  /// The document of a stored cell.
  init(_ hit: LookupHit, place: Place?, generation: Int) {
    let environment = hit.scope.environment.environment
    self.init(
      id: hit.cell.recordID, feed: hit.scope.feed.name, version: hit.cell.version,
      template: hit.template, environment: environment.key, state: environment.state,
      grid: hit.scope.grid, layout: hit.layout, place: place, generation: generation)
  }
}
