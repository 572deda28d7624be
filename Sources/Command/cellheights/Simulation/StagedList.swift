import LayoutPrimitives
import ScrollSimulation

/// A list in memory with all its heights, from a store or from published files.
struct StagedList {
  /// Name of the feed.
  let feed: String
  /// Key of the environment, in full form.
  let environment: String
  /// Where the cells stand.
  let geometry: ListGeometry
  /// What the costs of the cells depend on.
  let facts: [CellFacts]
  /// Names of the templates.
  let templates: [String]
  /// Positions of cells whose frames and lines were not stored.
  let cellsWithoutLines: Int
  /// Warnings of the build, one line each.
  let remarks: [String]
  /// The id of the record at a position.
  let recordID: (Int) throws -> String
  /// The version of the record at a position.
  let recordVersion: (Int) throws -> String
  /// Looks up the cell at a position by its record's id.
  let lookUp: (Int) throws -> CellLayout

  var count: Int { geometry.count }
  var grid: PixelGrid { geometry.grid }

  /// Height of the list with its insets, in points.
  var extent: Double { geometry.extent }

  func id(at position: Int) throws -> String { try recordID(position) }

  /// The list with what is done for a cell that comes on screen.
  func exactList(
    engines: @escaping () -> Int = { 0 }, layout: @escaping (Int) throws -> CellLayout
  ) -> ExactList {
    ExactList(
      geometry, facts: facts, templates: templates, id: recordID, engines: engines, layout: layout)
  }

  /// Checks that the lines of texts are known, on which a table of costs depends.
  ///
  /// - Throws: `Failure.badData`.
  func checkTexts() throws(Failure) {
    guard cellsWithoutLines > 0 else { return }
    throw Failure(
      .badData,
      "\(counted(cellsWithoutLines, "cell")) of \(grouped(count)) have no frames and lines, on "
        + "which a table of costs depends; build and publish with frames, or take --costs measured")
  }

  /// Repeats the warnings of the build.
  func warn() {
    for remark in remarks { StandardError.write(remark) }
  }
}
