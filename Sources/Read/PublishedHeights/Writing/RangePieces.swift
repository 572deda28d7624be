#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// Puts the chunks of one range of widths together, one at a time.
struct RangePieces {
  /// The chunks so far.
  private(set) var chunks: [PublishedManifest.RangeChunk] = []

  private var widths = WidthsChunk()
  private var ids: [String] = []

  /// Cells that are in no chunk yet.
  var cellsOfChunk: Int { ids.count }

  /// Adds a cell.
  ///
  /// - Throws: `StoreError.corrupt` for one that cannot be published.
  mutating func append(_ cell: StoredCell, store path: String) throws {
    guard case .layout(let layout) = cell.outcome, let runs = layout.heights,
      let caveats = UInt8(exactly: layout.caveats.rawValue)
    else { throw Self.corrupt(cell, path) }
    var published: [WidthsChunk.Run] = []
    for run in runs.runs {
      guard let height = UInt32(exactly: run.height) else { throw Self.corrupt(cell, path) }
      published.append(WidthsChunk.Run(width: run.width, height: height))
    }
    widths.append(runs: published, caveats: caveats)
    ids.append(cell.recordID)
  }

  /// Writes the cells since the last chunk, if any, as one.
  mutating func endChunk(in store: inout ChunkStore<some PublishingSink>) throws {
    guard !ids.isEmpty else { return }
    chunks.append(
      PublishedManifest.RangeChunk(
        count: ids.count, ids: try store.write(IDsChunk(ids), .ids),
        runs: try store.write(widths, .widths)))
    (widths, ids) = (WidthsChunk(), [])
  }

  private static func corrupt(_ cell: StoredCell, _ path: String) -> StoreError {
    .corrupt(
      path: path, detail: "the heights of cell \(cell.cellID), of record '\(cell.recordID)'")
  }
}
#endif
