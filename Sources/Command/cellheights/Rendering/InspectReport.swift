import AutoLayout
import CellTemplates
import FeedRecords
import HeightStore
import Heights
import LayoutPrimitives
import Operations
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

/// The report of `inspect` about a cell.
struct InspectReport {
  let subject: InspectedRecord
  let cell: DrawnCell

  private var grid: PixelGrid { cell.environment.grid }
  private var template: CellTemplate { cell.template }
  private var height: String { points(grid.points(cell.layout.height)) }

  /// The cell in one line, which is also the title of pictures.
  var title: String {
    "\(subject.record.id) · \(height) pt · \(cell.environment.key) · \(template.name)".printable()
  }

  /// The warnings about the cell.
  var warnings: [String] {
    var warnings: [String] = []
    if let stored = subject.stored {
      var computed = cell.layout
      if !stored.scope.feed.keepsFrames {
        (computed.frames, computed.labels) = ([], [])
        warnings.append(
          "note: feed '\(stored.scope.feed.name)' is stored with heights alone (--frames none): the "
            + "frames here are laid out now, and only the height is compared")
      }
      if stored.layout != computed {
        let was = points(stored.scope.grid.points(stored.layout.height))
        warnings.append(
          "warning: the stored cell is another one, \(was) pt high: fonts or the program have "
            + "changed since the build; build again")
      }
    }
    for name in cell.solved.relaxed {
      warnings.append("warning CH0101: relaxed, it contradicts others: \(name)")
    }
    if let free = cell.solved.ambiguous {
      warnings.append("warning CH0201: ambiguous, nothing decides \(free)")
    }
    for finding in findings where finding.kind != nil && finding.severity != .note {
      warnings.append("\(finding.severity.rawValue) \(finding.code): \(finding.message)")
    }
    return warnings
  }

  /// The findings of the cell, in the order of its views.
  private var findings: [Finding] {
    cell.layout.findings.numbers.map { number in
      var finding = subject.plan.finding(number)
      (finding.records, finding.cells) = (1, 1)
      finding.environments = [.init(key: cell.environment.key, cells: 1)]
      return finding
    }
  }

  /// A table of the views, with their frames and the constraints that determine the frames.
  var table: [String] {
    var facts = [
      "trust "
        + (cell.layout.caveats.isEmpty
          ? "exact" : cell.layout.caveats.names.joined(separator: ", ")),
      "version \(subject.record.version)",
    ]
    if let stored = subject.stored { facts.append("feed \(stored.scope.feed.name)") }
    var table = TextTable(["view", "kind", ">x", ">y", ">width", ">height", ">lines"])
    let views = [0] + cell.framedViews
    for view in views {
      let frame = cell.frame(of: view)
      table.add(
        [template.views[view].id, template.views[view].kind.rawValue]
          + [frame.x, frame.y, frame.width, frame.height].map { $0.fixed(2) } + [lines(view)])
    }
    var lines = table.lines
    // In reverse order, so that an insertion does not change the index of the rows that follow.
    for (row, view) in views.enumerated().reversed() {
      lines.insert(contentsOf: reasons(view), at: row + 2)
    }
    return [
      "\(subject.record.id)  \(height) pt  (\(cell.environment.key), template \(template.name))",
      facts.joined(separator: ", "),
    ].map { $0.printable() } + lines.map { $0.printable() }
  }

  private func lines(_ view: Int) -> String {
    if cell.isHidden[view] { return "hidden" }
    guard let drawn = cell.lines(of: view), drawn.count > 0 else { return "" }
    return "\(drawn.count)\(drawn.truncated ? "…" : "")"
  }

  /// One line per attribute of the view's frame, with the constraints that determine it.
  ///
  /// Constraints of other views are only counted.
  private func reasons(_ view: Int) -> [String] {
    guard let determination = cell.determinations.first(where: { $0.item == view }) else {
      return []
    }
    return determination.parts.compactMap { part in
      if view == 0, !part.attribute.isExtent { return nil }
      let own = part.constraints.filter {
        $0.mentions(view) && $0.first.attribute.axis == part.attribute.axis
      }
      let others = part.constraints.count - own.count
      var words = own.map { $0.imposed.equation }
      if others > 0 {
        words.append(
          own.isEmpty
            ? counted(others, "constraint") + " of other views" : "and \(grouped(others)) more")
      }
      if words.isEmpty { words = ["rests at 0"] }
      return "  \(part.attribute.rawValue)  " + words.joined(separator: "; ")
    }
  }

  /// A table of the constraints that determine a view, with their numbers in the picture.
  func list(of view: Int) -> [String] {
    guard let determination = cell.determinations.first(where: { $0.item == view }) else {
      return []
    }
    let all = determination.constraints
    var table = TextTable([">", "decides", "constraint", ">priority", "where"])
    for (index, constraint) in all.enumerated() {
      let decided = determination.parts.filter { $0.constraints.contains(constraint) }
      table.add([
        "\(index + 1)", decided.map(\.attribute.rawValue).joined(separator: " "),
        template.related(constraint.imposed).text,
        "\(constraint.imposed.priority.value)", location(constraint),
      ])
    }
    let heading =
      "\(template.views[view].id) is decided by \(counted(all.count, "constraint"))"
    return ([heading] + (all.isEmpty ? [] : table.lines)).map { $0.printable() }
  }

  /// The documents of the template.
  private var listings: SourceListings {
    SourceListings(
      main: SourceListing(file: subject.document.file, text: subject.document.text),
      subject.settings)
  }

  private func location(_ constraint: DecidingConstraint) -> String {
    guard let location = template.place(of: constraint.imposed.source) else { return "" }
    let listing = listings.listing(location.file)
    let position = listing.position(of: location)
    return "\(listing.file):\(position.line):\(position.column)"
  }
}

extension InspectReport {
  /// The document `cellheights.inspect/1`, with values in points.
  ///
  /// - Parameter explained: The index of the view of `--constraints`; nil for none.
  func json(explained: Int?) -> String {
    var all: [DecidingConstraint] = []
    for constraint in cell.determinations.flatMap(\.constraints) where !all.contains(constraint) {
      all.append(constraint)
    }
    all.sort { $0.order < $1.order }
    let document = FindingDocument(template: template, listings: listings)
    return JSONWriter.document("cellheights.inspect/1") { json in
      json.member("id", subject.record.id)
      if let stored = subject.stored { json.member("feed", stored.scope.feed.name) }
      json.member("version", subject.record.version)
      json.member("template", template.name)
      json.member("environment", cell.environment.key)
      if let state = cell.environment.state { json.member("state", state) }
      json.strings("trust", cell.layout.caveats.names)
      json.array("findings", findings) { json, finding in document.write(finding, to: &json) }
      json.member("height", grid.points(cell.layout.height))
      json.member("exactHeight", cell.layout.exactHeight)
      if let explained { json.member("explained", template.views[explained].id) }
      json.array("views", [0] + cell.framedViews) { json, view in
        write(view, all, to: &json)
      }
      json.array("constraints", all) { json, constraint in
        document.writeMembers(constraint.imposed, constant: constraint.constant, to: &json)
      }
    }
  }

  private func write(
    _ view: Int, _ all: [DecidingConstraint], to json: inout JSONWriter
  ) {
    let frame = cell.frame(of: view)
    json.member("view", template.views[view].id)
    json.member("kind", template.views[view].kind.rawValue)
    for (name, value) in [
      ("x", frame.x), ("y", frame.y), ("width", frame.width), ("height", frame.height),
    ] {
      json.member(name, value)
    }
    if cell.isHidden[view] {
      json.member("hidden", true)
    }
    if let lines = cell.lines(of: view), lines.count > 0 {
      json.member("lines", lines.count)
      json.member("truncated", lines.truncated)
    }
    guard let determination = cell.determinations.first(where: { $0.item == view }) else { return }
    json.object("decidedBy") { json in
      for part in determination.parts where view > 0 || part.attribute.isExtent {
        json.numbers(
          part.attribute.rawValue,
          part.constraints.compactMap { all.firstIndex(of: $0).map(Double.init) })
      }
    }
  }
}
