#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives
public import StructuredDocuments

/// The JSON document `cellheights.cell/1` of one cell, in points.
public struct CellDocument {
  /// Id of the record.
  public let id: String
  /// Name of the feed; `nil` if the cell is not from a store.
  public let feed: String?
  /// Version of the record.
  public let version: String
  /// The template of the cell, with its views.
  public let template: StoredTemplate
  /// Key of the environment in full form, with its state.
  public let environment: String
  /// State of the template; `nil` if the template has no states.
  public let state: String?
  /// The grid in whose steps the height and the frames of `layout` are given.
  public let grid: PixelGrid
  /// The height, the frames and the caveats.
  public let layout: CellLayout
  /// The solver's height in points; `nil` for a width within a range, for which it is not stored.
  public let exactHeight: Double?
  /// Number of device pixels per point, for the widths of a range.
  private let scale: Double
  /// Whether the frames are available; false if only the height of the cell was stored.
  public let hasFrames: Bool
  /// The position of the cell in a list; `nil` if the cell is in no list.
  public let position: ListPosition?
  /// Number of the store's generation; `nil` if the cell is not from a store.
  public let generation: Int?
  /// The texts of the labels in the template's label order, for the output; empty to leave them
  /// out.
  public var texts: [String] = []
  /// The JSON text of the member `frames`, if it is already known; `nil` to write it from `layout`.
  private let keptFrames: [UInt8]?

  /// Creates the document of a cell that is not from a store.
  public init(
    id: String, version: String, template: StoredTemplate, environment: Environment,
    layout: CellLayout
  ) {
    self.id = id
    feed = nil
    self.version = version
    self.template = template
    self.environment = environment.key
    state = environment.state
    grid = environment.grid
    self.layout = layout
    exactHeight = layout.exactHeight
    scale = environment.scale
    hasFrames = layout.heights == nil
    position = nil
    generation = nil
    keptFrames = nil
  }

  /// Creates the document of a stored cell.
  public init(_ hit: LookupHit, position: ListPosition?, generation: Int) {
    let environment = hit.scope.environment.environment
    id = hit.cell.recordID
    feed = hit.scope.feed.name
    version = hit.cell.version
    template = hit.template
    self.environment = hit.scope.key
    state = environment.state
    grid = hit.scope.grid
    layout = hit.layout
    exactHeight = hit.scope.widthPixel == nil ? hit.layout.exactHeight : nil
    scale = Double(environment.parts.scale) ?? 1
    hasFrames = hit.cell.hasFrames
    self.position = position
    self.generation = generation
    keptFrames = nil
  }

  /// Creates the document of a cell in memory.
  ///
  /// - Parameters:
  ///   - cell: A cell whose frames are in memory.
  ///   - id: Id of the cell's record.
  ///   - list: The list in which the position of the cell is looked up.
  ///   - frames: The JSON text of the member `frames`, from `KeptFrames`.
  init(
    _ cell: SnapshotCell, id: String, template: StoredTemplate, in list: SnapshotList,
    frames: [UInt8]?
  ) throws(ListError) {
    let cells = list.cells
    let stored = cells.scope.environment.environment
    self.id = id
    feed = cells.scope.feed.name
    version = cells.version(of: cell)
    self.template = template
    environment = stored.key
    state = stored.state
    grid = cells.scope.grid
    var layout = CellLayout(
      height: cell.height, exactHeight: cell.exactHeight, frames: [], labels: [],
      caveats: cells.caveats(of: cell))
    layout.findings = cells.findings(of: cell)
    if frames == nil, let stored = cells.frames(of: cell) {
      layout.frames = Array(stored)
      layout.labels = (0..<stored.labelCount).map { stored.lines(ofLabel: $0) }
    }
    self.layout = layout
    exactHeight = cell.exactHeight
    scale = 1
    hasFrames = cell.shape >= 0
    position = try list.index(of: cell).map { (index) throws(ListError) -> ListPosition in
      try ListPosition(list, named: list.name, index)
    }
    generation = list.generationNumber
    keptFrames = frames
  }

  /// The position of a cell in a list.
  public struct ListPosition: Sendable {
    /// Name of the list.
    public let list: String
    /// Position in the list, from 0.
    public let position: Int
    /// Distance from the top of the list to the top edge of the cell, in points.
    public let offset: Double

    /// What the cell is, in a list with cells besides those of records; otherwise `nil`.
    public let kind: ListEntryKind?
    /// The section and the place in it; `nil` for a list without sections.
    public let path: ListIndexPath?

    /// Creates the position of the cell at an index of a list.
    public init<Cells: CellList>(
      _ list: Cells, named name: String, _ index: Int
    ) throws(Cells.Failure) {
      self.list = name
      position = index
      offset = try list.top(of: index)
      let shape = list.sections?.shape
      kind = shape?.kinds.isEmpty == false ? try list.kind(at: index) : nil
      path = shape?.hasSections == true ? list.indexPath(of: index) : nil
    }
  }

  /// The document as one line of JSON, without a line break.
  public var line: String { line { _ in } }

  /// The document as one line of JSON with additional members, without a line break.
  public func line(adding more: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(to: &json, adding: more)
    return json.text
  }

  /// Writes the document as a JSON object.
  ///
  /// - Parameters:
  ///   - json: The writer.
  ///   - more: Writes additional members.
  public func write(to json: inout JSONWriter, adding more: (inout JSONWriter) -> Void = { _ in }) {
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
    for (name, reason) in Caveats.named where layout.caveats.contains(reason) { json.string(name) }
    json.endArray()
    if !layout.findings.isEmpty { writeFindings(to: &json) }
    if let heights = layout.heights {
      write(heights, to: &json)
    } else {
      json.member("height", grid.points(layout.height))
      json.key("exactHeight")
      json.literal(exactHeight.map { JSONWriter.digits(of: $0) } ?? "null")
    }
    if let keptFrames {
      json.written(keptFrames)
    } else if hasFrames {
      writeFrames(to: &json)
    } else {
      json.key("frames")
      json.literal("null")
    }
    if let position {
      json.member("list", position.list)
      json.member("position", position.position)
      json.member("offset", position.offset)
      if let kind = position.kind { json.member("kind", kind.rawValue) }
      if let path = position.path {
        json.member("section", path.section)
        if let item = path.item { json.member("item", item) }
      }
    }
    if let generation { json.member("generation", generation) }
    more(&json)
    json.endObject()
  }

  /// Writes the member `findings` with all findings except notes, if there are any.
  private func writeFindings(to json: inout JSONWriter) {
    let grave = layout.findings.numbers.map { CellFinding(number: $0) }
      .filter { $0.kind.severity != .note }
    guard !grave.isEmpty else { return }
    json.array("findings", grave) { json, finding in
      json.member("code", finding.kind.code)
      json.member("severity", finding.kind.severity.rawValue)
      json.member("kind", finding.kind.word)
      if let view = finding.position, template.views.indices.contains(view) {
        json.member("view", template.views[view].id)
      }
    }
  }

  /// Writes the heights at the widths of a range: the first width and the height of each run.
  private func write(_ heights: HeightRuns, to json: inout JSONWriter) {
    for name in ["height", "exactHeight"] {
      json.key(name)
      json.literal("null")
    }
    json.array("heights", self.heights(of: heights)) { json, run in
      json.member("width", run.width)
      json.member("height", run.height)
    }
  }

  /// The first width and the height of each run of a range, in points.
  public func heights(of heights: HeightRuns) -> [(width: Double, height: Double)] {
    heights.runs.map { (Double($0.width) / scale, grid.points(Int($0.height))) }
  }

  fileprivate func writeFrames(to json: inout JSONWriter) {
    var label = -1
    json.array("frames", views) { json, entry in
      let (view, frame, lines) = entry
      if view.isLabel { label += 1 }
      json.member("view", view.id)
      json.member("x", grid.points(frame.x))
      json.member("y", grid.points(frame.y))
      json.member("width", grid.points(frame.width))
      json.member("height", grid.points(frame.height))
      if let lines {
        json.member("lines", lines.count)
        json.member("truncated", lines.truncated)
      }
      guard view.isLabel else { return }
      if texts.indices.contains(label) { json.member("text", texts[label]) }
      if layout.lineFragments.indices.contains(label) {
        write(layout.lineFragments[label], to: &json)
      }
    }
  }

  /// Writes the lines of a label: its members `textHash`, `scale` and `lineFragments`.
  private func write(_ label: LabelFragments, to json: inout JSONWriter) {
    if !label.lines.isEmpty {
      json.member("textHash", Int(label.textHash))
      if label.scale != 1 { json.member("scale", label.scale) }
    }
    json.array("lineFragments", label.lines) { json, line in
      json.member("end", line.end)
      json.member("width", grid.points(line.width))
      json.member("baseline", grid.points(line.baseline))
      switch line.mark {
      case .none: break
      case .hyphen: json.member("hyphen", true)
      case .ellipsis(let omitted):
        json.numbers("ellipsis", [Double(omitted.lowerBound), Double(omitted.upperBound)])
      case .clip: json.member("clipped", true)
      }
      if line.isTightened { json.member("tightened", true) }
      if line.isRightToLeft { json.member("direction", "rtl") }
      guard !line.runs.isEmpty else { return }
      json.array("runs", line.runs) { json, run in
        json.member("start", run.range.lowerBound)
        json.member("end", run.range.upperBound)
        json.member("direction", run.isRightToLeft ? "rtl" : "ltr")
      }
    }
  }

  /// Each view with its frame in grid steps, and with the line count of a label that was measured.
  public var views: [(view: StoredView, frame: PixelRect, lines: LabelLines?)] {
    var labels = layout.labels[...]
    return zip(template.views, layout.frames).map { view, frame in
      let lines = view.isLabel ? labels.popFirst() : nil
      return (view, frame, lines.flatMap { $0.count > 0 ? $0 : nil })
    }
  }
}

/// The JSON texts of the member `frames` for cells in memory, so that documents are made quickly.
///
/// Each text is made only once, because most of the time for a document is spent on numbers.
public struct KeptFrames: Sendable {
  /// Maximum number of shapes whose text is kept; a text takes about 700 bytes.
  ///
  /// The shapes of the first cells of the list are kept.
  public static let maximumShapes = 20_000

  /// The JSON texts by shape; a text that is not kept is empty.
  private let members: [[UInt8]]

  /// Makes the texts for the cells of a list.
  public init(_ list: SnapshotList) throws(ListError) {
    var members = [[UInt8]](repeating: [], count: list.cells.snapshot.shapeCount)
    var kept = 0
    for position in 0..<list.count where kept < Self.maximumShapes {
      let cell = try list.cell(at: position)
      guard cell.shape >= 0, members[Int(cell.shape)].isEmpty,
        let template = Self.template(of: cell, list)
      else { continue }
      let document = try CellDocument(cell, id: "", template: template, in: list, frames: nil)
      var json = JSONWriter()
      document.writeFrames(to: &json)
      members[Int(cell.shape)] = json.bytes
      kept += 1
    }
    self.members = members
  }

  /// The document of a cell.
  ///
  /// - Parameters:
  ///   - cell: A cell of the list's feed and environment.
  ///   - id: Id of the cell's record.
  ///   - list: The list in which the position of the cell is looked up.
  /// - Returns: nil if a part of the cell is only in the file.
  public func document(
    of cell: SnapshotCell, id: String, in list: SnapshotList
  ) throws(ListError) -> CellDocument? {
    guard !cell.needsFile, let template = Self.template(of: cell, list) else { return nil }
    let kept = cell.shape < 0 ? [] : members[Int(cell.shape)]
    return try CellDocument(
      cell, id: id, template: template, in: list, frames: kept.isEmpty ? nil : kept)
  }

  private static func template(
    of cell: SnapshotCell, _ list: SnapshotList
  ) -> StoredTemplate? {
    list.cells.snapshot.catalog.templates[list.cells.template(of: cell)]
  }
}

extension LookupList {
  /// The document of a cell, with its position if the list contains the cell.
  ///
  /// - Throws: `StoreError.corrupt`.
  public func document(of hit: LookupHit) throws -> CellDocument {
    CellDocument(
      hit, position: try position(of: hit.cell).map { try listPosition($0) },
      generation: generationNumber)
  }

  /// The document of the cell at a position.
  ///
  /// - Parameters:
  ///   - index: A position in `0..<count`.
  ///   - lines: Whether the cell has the lines of its labels; nil for the choice of the lookup.
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func document(at index: Int, lines: Bool? = nil) throws -> CellDocument {
    CellDocument(
      try hit(at: index, lines: lines), position: try listPosition(index),
      generation: generationNumber)
  }

  private func listPosition(_ index: Int) throws -> CellDocument.ListPosition {
    try CellDocument.ListPosition(self, named: description.name, index)
  }
}

extension HeightLookup {
  /// The document of a cell, with its position in feed order; a range of widths has no positions.
  ///
  /// - Throws: `StoreError.corrupt`.
  public func document(of hit: LookupHit) throws -> CellDocument {
    guard !hit.scope.environment.environment.isRange else {
      return CellDocument(hit, position: nil, generation: generation.number)
    }
    return try list(in: hit.scope).document(of: hit)
  }
}

/// The JSON document `cellheights.error/1`: the reason why a line of input failed.
public struct ErrorDocument {
  /// Number of the input line, from 1.
  public let line: Int
  /// Id of the record; `nil` if the line has none.
  public let id: String?
  /// Key of the environment; `nil` if the error concerns all environments.
  public let environment: String?
  /// The stable code of the error.
  public let code: String
  /// The problem and its remedy, as text.
  public let message: String

  /// Creates an error for an input line, which is numbered from 1.
  public init(
    line: Int, id: String? = nil, environment: String? = nil, code: String, message: String
  ) {
    self.line = line
    self.id = id
    self.environment = environment
    self.code = code
    self.message = message
  }

  /// Writes the document as a JSON object.
  public func write(to json: inout JSONWriter) { write(to: &json) { _ in } }

  private func write(to json: inout JSONWriter, adding more: (inout JSONWriter) -> Void) {
    json.object { json in
      json.member("schema", "cellheights.error/1")
      json.member("line", line)
      if let id { json.member("id", id) }
      if let environment { json.member("environment", environment) }
      json.member("code", code)
      json.member("message", message)
      more(&json)
    }
  }

  /// The document as JSON, without a line break.
  public var text: String { text { _ in } }

  /// The document as JSON with additional members, without a line break.
  public func text(adding more: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(to: &json, adding: more)
    return json.text
  }
}
#endif
