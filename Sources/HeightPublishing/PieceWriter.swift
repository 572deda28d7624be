import HeightStore
import LayoutPrimitives
import PublishedFormat

/// Puts the chunks of lists and ranges together, one at a time.
struct PieceWriter<Sink: PublishingSink> {
  private(set) var store: ChunkStore<Sink>
  /// Cells that were appended.
  private(set) var cells = 0

  private let options: PublishingOptions
  private let templates: TemplateTable
  private var draft: ChunkDraft
  private var widths = WidthsChunk()
  private var widthIDs: [String] = []
  private var chunks: [PublishedManifest.Chunk] = []
  private var rangeChunks: [PublishedManifest.RangeChunk] = []

  init(_ store: ChunkStore<Sink>, _ options: PublishingOptions, _ templates: TemplateTable) {
    self.store = store
    self.options = options
    self.templates = templates
    draft = ChunkDraft(options)
  }

  /// Cells of the range that are in no chunk yet.
  var cellsOfChunk: Int { widths.count }

  /// Adds a cell of a list.
  ///
  /// - Returns: false for a cell that cannot be published.
  mutating func append(_ cell: StoredCell) throws -> Bool {
    guard case .layout(let layout) = cell.outcome, let template = templates[cell.template],
      draft.append(cell, layout, template: template)
    else { return false }
    cells += 1
    if draft.isFull { try endChunk() }
    return true
  }

  /// Writes the cells since the last chunk, if any, as one.
  mutating func endChunk() throws {
    guard !draft.ids.isEmpty else { return }
    let heights = try store.write(draft.heights, .heights)
    let ids = try store.write(IDsChunk(draft.ids), .ids)
    let frames = options.hasFrames ? try store.write(draft.frames, .frames) : nil
    let versions =
      options.hasVersions ? try store.write(VersionsChunk(draft.versions), .versions) : nil
    chunks.append(
      PublishedManifest.Chunk(
        count: draft.ids.count, extent: draft.heights.extent, heights: heights, ids: ids,
        frames: frames, versions: versions))
    draft = ChunkDraft(options)
  }

  /// The chunks since the last time.
  mutating func takeChunks() -> [PublishedManifest.Chunk] {
    defer { chunks = [] }
    return chunks
  }

  /// Adds a cell of a range of widths.
  ///
  /// - Returns: false for a cell that cannot be published.
  mutating func append(range cell: StoredCell) throws -> Bool {
    guard case .layout(let layout) = cell.outcome, let runs = layout.heights,
      let caveats = UInt8(exactly: layout.caveats.rawValue)
    else { return false }
    var published: [WidthsChunk.Run] = []
    for run in runs.runs {
      guard let height = UInt32(exactly: run.height) else { return false }
      published.append(WidthsChunk.Run(width: run.width, height: height))
    }
    widths.append(runs: published, caveats: caveats)
    widthIDs.append(cell.recordID)
    cells += 1
    return true
  }

  /// Writes the cells since the last chunk of the range, if any, as one.
  mutating func endRangeChunk() throws {
    guard !widthIDs.isEmpty else { return }
    rangeChunks.append(
      PublishedManifest.RangeChunk(
        count: widthIDs.count, ids: try store.write(IDsChunk(widthIDs), .ids),
        runs: try store.write(widths, .widths)))
    (widths, widthIDs) = (WidthsChunk(), [])
  }

  /// The chunks of the range.
  mutating func takeRangeChunks() -> [PublishedManifest.RangeChunk] {
    defer { rangeChunks = [] }
    return rangeChunks
  }

  /// Writes the manifest and then the pointer to it.
  mutating func finish(_ manifest: PublishedManifest) throws -> PublishingSummary {
    try store.finish(manifest, cells: cells)
    return store.summary
  }
}
