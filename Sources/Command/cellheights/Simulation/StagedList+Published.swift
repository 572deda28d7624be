import Foundation
import LayoutPrimitives
import PublishedHeights
import ScrollSimulation

extension StagedList {
  /// The location of a source that is published files: an address, or a folder; nil for a store.
  ///
  /// - Throws: `Failure.usage` for an address that cannot be fetched.
  static func publishedLocation(_ source: String) throws(Failure) -> (any PublishedLocation)? {
    if PublishedAddress.isAddress(source) { return try PublishedAddress(source) }
    // A folder is never a store; what is not in it is told when it is read.
    var status = stat()
    guard stat(source, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return PublishedFolder(source)
  }

  /// Reads a list of published files, without frames.
  ///
  /// - Throws: `PublishedFormatError` for what was altered or is broken; errors of its location.
  init(_ published: PublishedList) throws {
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
    let (known, tops) = (ids, geometry)
    func check(_ position: Int) throws(HeightSourceError) {
      guard known.indices.contains(position) else { throw .index(position, count: known.count) }
    }
    self.init(
      feed: published.feed, environment: published.environment.key, geometry: geometry,
      facts: facts, templates: published.manifest.templates.map(\.name),
      cellsWithoutLines: withoutLines, remarks: [],
      recordID: { position in
        try check(position)
        return known[position]
      },
      recordVersion: { _ in "" },
      lookUp: { position in
        guard let height = tops.pixelHeight(at: position) else {
          throw HeightSourceError.index(position, count: known.count)
        }
        return CellLayout(
          height: height, exactHeight: tops.grid.points(height), frames: [], labels: [],
          caveats: [])
      })
  }
}
