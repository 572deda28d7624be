#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// Puts the chunks of one list together, one at a time.
struct ListPieces {
  private let options: PublishingOptions
  private var draft: ChunkDraft
  private var chunks: [PublishedManifest.Chunk] = []

  init(_ options: PublishingOptions) {
    self.options = options
    draft = ChunkDraft(options)
  }

  /// Adds a cell.
  ///
  /// - Parameter template: Index of its template in the manifest.
  /// - Returns: false for a cell that cannot be published.
  mutating func append(
    _ cell: StoredCell, template: UInt16?, to store: inout ChunkStore<some PublishingSink>
  ) throws -> Bool {
    guard case .layout(let layout) = cell.outcome, let template,
      draft.append(cell, layout, template: template)
    else { return false }
    if draft.isFull { try endChunk(in: &store) }
    return true
  }

  /// Writes the cells since the last chunk, if any, as one.
  mutating func endChunk(in store: inout ChunkStore<some PublishingSink>) throws {
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

  /// The list of all chunks.
  func list(_ description: ListDescription, grid: PixelGrid) -> PublishedManifest.List {
    let insets = PublishedManifest.Edges(
      top: grid.pixel(ofEdge: description.insets.top),
      leading: grid.pixel(ofEdge: description.insets.leading),
      bottom: grid.pixel(ofEdge: description.insets.bottom),
      trailing: grid.pixel(ofEdge: description.insets.trailing))
    let gap = max(0, grid.pixel(ofEdge: description.spacing))
    let count = chunks.reduce(0) { $0 + $1.count }
    let heights = chunks.reduce(0) { $0 + $1.extent }
    return PublishedManifest.List(
      name: description.name, count: count, gap: gap, insets: insets,
      extent: insets.top + heights + max(0, count - 1) * gap + insets.bottom, chunks: chunks)
  }
}
#endif
