public import HeightStore
public import LayoutPrimitives
public import StructuredDocuments

/// The JSON document `cellheights.cell/1` of one cell, in points.
public struct CellDocument {
  /// Id of the record.
  public let id: String
  /// Name of the feed; `nil` for a cell that is not from a store.
  public let feed: String?
  /// Version of the record.
  public let version: String
  /// The template, with its views.
  public let template: StoredTemplate
  /// Full text form of the environment, including its state.
  public let environment: String
  /// State of the template; `nil` for none.
  public let state: String?
  /// The device pixels in which frames are.
  public let grid: PixelGrid
  /// Height, frames and caveats.
  public let layout: CellLayout
  /// The solver's height in points; `nil` for a width within a range, which has none of its own.
  public let exactHeight: Double?
  /// Device pixels per point, of the widths of a range.
  private let scale: Double
  /// Whether the frames are known; false for a cell that was stored with its height alone.
  public let hasFrames: Bool
  /// The cell's position in a list; `nil` for a cell outside lists.
  public let place: Place?
  /// Number of the store's generation; `nil` for a cell that is not from a store.
  public let generation: Int?

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
    place = nil
    generation = nil
  }

  /// Creates the document of a stored cell.
  public init(_ hit: LookupHit, place: Place?, generation: Int) {
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
    self.place = place
    self.generation = generation
  }

  /// A cell's position in a list.
  public struct Place {
    /// Name of the list.
    public let list: String
    /// Position in the list, from 0.
    public let position: Int
    /// Distance of the cell's top edge from the top of the list, in points.
    public let offset: Double

    /// Creates a position in a list; `offset` is in points.
    public init(list: String, position: Int, offset: Double) {
      self.list = list
      self.position = position
      self.offset = offset
    }
  }

  /// The document as one line of JSON, without a line break.
  public var line: String { line { _ in } }

  /// The document as JSON with more members, without a line break.
  public func line(adding more: (inout JSONWriter) -> Void) -> String {
    JSONWriter.document("cellheights.cell/1") { json in
      json.member("id", id)
      if let feed { json.member("feed", feed) }
      json.member("version", version)
      json.member("template", template.name)
      json.member("environment", environment)
      if let state { json.member("state", state) }
      json.strings("trust", layout.caveats.names)
      Self.write(layout.findings, template, to: &json)
      if let heights = layout.heights {
        write(heights, to: &json)
      } else {
        json.member("height", grid.points(layout.height))
        if let exactHeight {
          json.member("exactHeight", exactHeight)
        } else {
          json.key("exactHeight")
          json.literal("null")
        }
      }
      if hasFrames {
        Self.write(views, on: grid, to: &json)
      } else {
        json.key("frames")
        json.literal("null")
      }
      if let place {
        json.member("list", place.list)
        json.member("position", place.position)
        json.member("offset", place.offset)
      }
      if let generation { json.member("generation", generation) }
      more(&json)
    }
  }

  /// Writes the member `findings` for those that are no notes, if there are any.
  static func write(
    _ findings: FindingSet, _ template: StoredTemplate, to json: inout JSONWriter
  ) {
    let grave = findings.numbers.map { CellFinding(number: $0) }
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
  }

  /// Writes the heights of a range: for each run its first width and its height.
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

  /// The runs of a range in points.
  public func heights(of heights: HeightRuns) -> [(width: Double, height: Double)] {
    heights.runs.map { (Double($0.width) / scale, grid.points(Int($0.height))) }
  }

  /// Writes the member `frames`, in points.
  static func write(
    _ views: [(view: StoredView, frame: PixelRect, lines: LabelLines?)], on grid: PixelGrid,
    to json: inout JSONWriter
  ) {
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
  }

  /// Every view with its frame in pixels and, for a label that has lines, its line count.
  public var views: [(view: StoredView, frame: PixelRect, lines: LabelLines?)] {
    Self.views(of: layout, template)
  }

  static func views(
    of layout: CellLayout, _ template: StoredTemplate
  ) -> [(view: StoredView, frame: PixelRect, lines: LabelLines?)] {
    var labels = layout.labels[...]
    return zip(template.views, layout.frames).map { view, frame in
      let lines = view.isLabel ? labels.popFirst() : nil
      return (view, frame, lines.flatMap { $0.count > 0 ? $0 : nil })
    }
  }
}
