import Heights
import HeightStore
import LayoutPrimitives
import ScrollSimulation

/// A stored list in memory, whose cells are looked up by their ids as a client does.
struct StoredCells {
  let facts: [CellFacts]
  /// Names of the templates.
  let templates: [String]
  let list: SnapshotList
  /// Number of cells whose frames and lines were not stored.
  let cellsWithoutLines: Int
  private let place: SnapshotPlace

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - place: A feed in an environment of one generation, which stays whatever is built later.
  ///   - name: The list's name.
  /// - Throws: `ListError`.
  init(_ place: SnapshotPlace, list name: String) throws {
    self.place = place
    list = try place.list(name)
    let catalog = place.snapshot.catalog
    var numbers: [TemplateID: Int] = [:]
    for (number, template) in place.scope.feed.templates.enumerated() {
      numbers[template] = number
    }
    var allFacts: [CellFacts] = []
    allFacts.reserveCapacity(list.count)
    var withoutLines = 0
    for position in 0..<list.count {
      let cell = try list.cell(at: position)
      var facts = CellFacts(
        template: numbers[place.template(of: cell)] ?? 0, labels: 0, lines: 0)
      if let frames = place.frames(of: cell) {
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
    templates = place.scope.feed.templates.map { catalog.templates[$0]?.name ?? "" }
    cellsWithoutLines = withoutLines
  }

  /// The id of the record at a position.
  func id(at position: Int) throws -> String { try list.id(at: position) }

  /// The version of the record at a position.
  func version(at position: Int) throws -> String {
    place.version(of: try list.cell(at: position))
  }

  /// Looks the cell at a position up by the id of its record.
  ///
  /// - Throws: `HeightSourceError`, `ListError`.
  func lookUp(_ position: Int) throws -> CellLayout {
    guard let cell = place.cell(try id(at: position)) else {
      throw HeightSourceError.index(position, count: list.count)
    }
    var layout = CellLayout(
      height: cell.height, exactHeight: cell.exactHeight, frames: [], labels: [], caveats: [])
    if let frames = place.frames(of: cell) {
      layout.frames = Array(frames)
      layout.labels = (0..<frames.labelCount).map(frames.lines(ofLabel:))
    }
    return layout
  }
}
