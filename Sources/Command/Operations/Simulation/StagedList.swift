package import CommandSettings
import Foundation
import Heights
import HeightStore
package import LayoutPrimitives
package import PublishedHeights
package import ScrollSimulation
import StructuredDocuments

/// A list with all its heights in memory, read from a store or from published files.
package struct StagedList {
  /// The name of the feed.
  package let feed: String
  /// The key of the environment, in full form.
  package let environment: String
  /// The offsets and heights of the cells.
  package let geometry: ListGeometry
  /// The properties on which the costs of each cell depend, by position.
  package let facts: [CellFacts]
  /// The names of the templates, which `CellFacts.template` indexes.
  package let templates: [String]
  /// Number of positions whose cell has no stored frames and lines.
  package let cellsWithoutLines: Int
  /// Whether the cells of the list have the lines of their labels.
  package let keepsLines: Bool
  /// The warnings of the build, one per line; empty for published files.
  package let remarks: [String]
  private let cells: Cells

  /// The cells of a list.
  enum Cells {
    case stored(StoredCells)
    /// Published files have only ids and heights.
    case published(ids: [String])
  }

  init(
    feed: String, environment: String, geometry: ListGeometry, facts: [CellFacts],
    templates: [String], cellsWithoutLines: Int, keepsLines: Bool, remarks: [String], cells: Cells
  ) {
    self.feed = feed
    self.environment = environment
    self.geometry = geometry
    self.facts = facts
    self.templates = templates
    self.cellsWithoutLines = cellsWithoutLines
    self.keepsLines = keepsLines
    self.remarks = remarks
    self.cells = cells
  }

  package var count: Int { geometry.count }
  package var grid: PixelGrid { geometry.grid }

  /// The height of the list with its insets, in points.
  package var extent: Double { geometry.extent }

  /// The id of the record at a position.
  package func id(at position: Int) throws -> String {
    switch cells {
    case .stored(let cells): return try cells.id(at: position)
    case .published(let ids):
      guard ids.indices.contains(position) else {
        throw ScrolledListError.index(position, count: ids.count)
      }
      return ids[position]
    }
  }

  /// The version of the record at a position; empty for published files.
  func recordVersion(_ position: Int) throws -> String {
    guard case .stored(let cells) = cells else { return "" }
    return try cells.version(at: position)
  }

  /// Looks up the cell at a position, by the id of its record.
  ///
  /// - Parameter lines: Whether the cell has the lines of its labels.
  package func lookUp(_ position: Int, lines: Bool = false) throws -> CellLayout {
    if case .stored(let cells) = cells {
      return lines ? try cells.lookUpLines(position) : try cells.lookUp(position)
    }
    guard let height = geometry.pixelHeight(at: position) else {
      throw ScrolledListError.index(position, count: count)
    }
    return CellLayout(
      height: height, exactHeight: grid.points(height), frames: [], labels: [], caveats: [])
  }

  /// The list for a simulation, with the work that a strategy does for a cell that appears.
  package func exactList(
    engines: @escaping () -> Int = { 0 }, layout: @escaping (Int) throws -> CellLayout
  ) -> ExactList {
    ExactList(
      geometry, facts: facts, templates: templates, id: id(at:), engines: engines, layout: layout)
  }

  /// Throws if the number of lines of texts is unknown, on which a table of costs depends.
  ///
  /// - Throws: `Failure.badData`.
  package func checkTexts() throws(Failure) {
    guard cellsWithoutLines > 0 else { return }
    throw Failure(
      .badData,
      "\(counted(cellsWithoutLines, "cell")) of \(grouped(count)) have no frames and lines, on "
        + "which a table of costs depends; build and publish with frames, or take --costs measured")
  }

  /// Throws if the list has no lines, which the strategy `stored-lines` draws.
  ///
  /// - Throws: `Failure.inputMissing`.
  package func checkLines() throws(Failure) {
    guard !keepsLines else { return }
    throw Failure(
      .inputMissing,
      "feed '\(feed)' in \(environment) has no lines, which the strategy stored-lines draws; store "
        + "them with: cellheights build --lines")
  }
}

/// A stored list in memory, whose cells are looked up by record id, as by a client.
struct StoredCells {
  let facts: [CellFacts]
  /// The names of the templates.
  let templates: [String]
  let list: SnapshotList
  /// Number of cells without stored frames and lines.
  let cellsWithoutLines: Int
  private let cells: SnapshotCells

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - cells: A feed in an environment, in one generation that later builds do not change.
  ///   - name: The list's name.
  /// - Throws: `ListError`.
  init(_ cells: SnapshotCells, list name: String) throws {
    self.cells = cells
    list = try cells.list(name)
    let catalog = cells.snapshot.catalog
    var numbers: [TemplateID: Int] = [:]
    for (number, template) in cells.scope.feed.templates.enumerated() {
      numbers[template] = number
    }
    var allFacts: [CellFacts] = []
    allFacts.reserveCapacity(list.count)
    var withoutLines = 0
    for position in 0..<list.count {
      let cell = try list.cell(at: position)
      var facts = CellFacts(
        template: numbers[cells.template(of: cell)] ?? 0, labels: 0, lines: 0)
      if let frames = cells.frames(of: cell) {
        for label in 0..<frames.labelCount {
          let lines = frames.lines(ofLabel: label).count
          facts.lines += lines
          facts.labels += lines > 0 ? 1 : 0
        }
      } else {
        withoutLines += 1
      }
      allFacts.append(facts)
    }
    facts = allFacts
    templates = cells.scope.feed.templates.map { catalog.templates[$0]?.name ?? "" }
    cellsWithoutLines = withoutLines
  }

  /// The id of the record at a position.
  func id(at position: Int) throws -> String { try list.id(at: position) }

  /// The version of the record at a position.
  func version(at position: Int) throws -> String {
    cells.version(of: try list.cell(at: position))
  }

  /// Looks up the cell at a position, by the id of its record.
  ///
  /// - Throws: `ScrolledListError`, `ListError`.
  func lookUp(_ position: Int) throws -> CellLayout {
    guard let cell = cells.cell(try id(at: position)) else {
      throw ScrolledListError.index(position, count: list.count)
    }
    var layout = CellLayout(
      height: cell.height, exactHeight: cell.exactHeight, frames: [], labels: [], caveats: [])
    if let frames = cells.frames(of: cell) {
      layout.frames = Array(frames)
      layout.labels = (0..<frames.labelCount).map(frames.lines(ofLabel:))
    }
    return layout
  }

  /// Looks up the cell at a position, with the lines of its labels.
  ///
  /// Lines are only in the file, so this lookup reads and decodes them each time.
  ///
  /// - Throws: `ScrolledListError`, `ListError`, `StoreError`.
  func lookUpLines(_ position: Int) throws -> CellLayout {
    let result = try cells.snapshot.file.lookup(
      id: try id(at: position), in: cells.scope, lines: true)
    guard case .hit(let hit) = result else {
      throw ScrolledListError.index(position, count: list.count)
    }
    return hit.layout
  }
}

extension StagedList {
  /// The location of published files if a source is an address or a folder; nil for a store.
  ///
  /// - Throws: `Failure.usage` for an address that cannot be fetched.
  package static func publishedLocation(_ source: String) throws(Failure) -> (
    any PublishedLocation
  )? {
    if PublishedAddress.isAddress(source) { return try PublishedAddress(source) }
    // A folder cannot be a store. Files that are missing in it are reported on reading.
    var status = stat()
    guard stat(source, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return PublishedFolder(source)
  }

  /// Reads the heights and the counts of lines of a list of published files.
  ///
  /// - Throws: `PublishedFormatError` for altered or damaged files; errors of the location.
  package init(_ published: PublishedList) throws {
    let spacing = published.list.spacing(stepsPerPoint: published.environment.stepsPerPoint)
    var geometry = ListGeometry(spacing)
    var facts: [CellFacts] = []
    var ids: [String] = []
    var withoutLines = 0
    geometry.reserveCapacity(published.list.count)
    facts.reserveCapacity(published.list.count)
    ids.reserveCapacity(published.list.count)
    try published.forEachCell { cell in
      ids.append(cell.id)
      geometry.append(height: Int(cell.height))
      if cell.texts == nil { withoutLines += 1 }
      facts.append(
        CellFacts(
          template: cell.texts?.template ?? 0, labels: cell.texts?.labels ?? 0,
          lines: cell.texts?.lines ?? 0))
    }
    self.init(
      feed: published.feed, environment: published.environment.key, geometry: geometry,
      facts: facts, templates: published.manifest.templates.map(\.name),
      cellsWithoutLines: withoutLines,
      keepsLines: published.list.chunks.allSatisfy { $0.lines != nil }, remarks: [],
      cells: .published(ids: ids))
  }
}
