#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// Collects the cells of one list, and writes them chunk by chunk.
struct ListPieces {
  private let options: PublishingOptions
  private let codecs: [LineCodec]
  private var draft: ChunkDraft
  /// The references to the chunks written so far.
  private(set) var chunks: [PublishedManifest.Chunk] = []

  /// Creates a list without cells.
  ///
  /// - Parameter codecs: The codecs of lines, by the index of their template in the manifest.
  init(_ options: PublishingOptions, codecs: [LineCodec]) {
    self.options = options
    self.codecs = codecs
    draft = ChunkDraft(options, codecs: codecs)
  }

  /// Adds a cell, and writes the current chunk if it is full.
  ///
  /// - Parameter template: Index of the cell's template in the manifest.
  /// - Returns: `false` if the cell failed or has an unknown template, or if one of its values does
  ///   not fit the format of chunks.
  mutating func append(
    _ cell: StoredCell, template: UInt16?, to store: inout ChunkStore<some PublishingSink>
  ) throws -> Bool {
    guard case .layout(let layout) = cell.outcome, let template,
      draft.append(cell, layout, template: template)
    else { return false }
    if draft.isFull { try endChunk(in: &store) }
    return true
  }

  /// Writes the cells added since the last chunk as one chunk; does nothing if there are none.
  mutating func endChunk(in store: inout ChunkStore<some PublishingSink>) throws {
    guard !draft.ids.isEmpty else { return }
    let heights = try store.write(draft.heights, .heights)
    let ids = try store.write(IDsChunk(draft.ids), .ids)
    let frames = options.hasFrames ? try store.write(draft.frames, .frames) : nil
    let versions =
      options.hasVersions ? try store.write(VersionsChunk(draft.versions), .versions) : nil
    let lines = draft.hasLines ? try store.write(draft.lines, .lines) : nil
    chunks.append(
      PublishedManifest.Chunk(
        count: draft.ids.count, extent: draft.heights.extent, heights: heights, ids: ids,
        frames: frames, versions: versions, lines: lines))
    draft = ChunkDraft(options, codecs: codecs)
  }

  /// Adds chunks that another process wrote.
  mutating func append(_ written: [PublishedManifest.Chunk]) { chunks += written }

  /// The manifest's entry for this list, with all chunks written so far.
  ///
  /// - Parameter sections: The sections; nil for a list without them.
  func list(
    _ description: ListDescription, grid: PixelGrid, sections: ListSections? = nil
  ) -> PublishedManifest.List {
    let insets = PublishedManifest.Edges(
      top: grid.pixel(ofEdge: description.insets.top),
      leading: grid.pixel(ofEdge: description.insets.leading),
      bottom: grid.pixel(ofEdge: description.insets.bottom),
      trailing: grid.pixel(ofEdge: description.insets.trailing))
    let gap = max(0, grid.pixel(ofEdge: description.spacing))
    let count = chunks.reduce(0) { $0 + $1.count }
    let heights = chunks.reduce(0) { $0 + $1.extent }
    let spacing = description.spacing(on: grid)
    let line = description.shape?.separator
    let separators =
      line == nil
      ? 0
      : sections?.separators(before: count) ?? max(0, line?.isAfterLast == true ? count : count - 1)
    let separator =
      spacing.separator > 0
      ? line.map {
        PublishedManifest.Separator(
          height: spacing.separator, inset: grid.pixel(ofEdge: $0.inset),
          afterLast: $0.isAfterLast, count: separators)
      } : nil
    return PublishedManifest.List(
      name: description.name, count: count, gap: gap, insets: insets,
      extent: spacing.extent(count: count, heights: heights, separators: separators),
      kinds: description.shape?.words, separator: separator, chunks: chunks)
  }
}

/// Collects the cells of one range of widths, and writes them chunk by chunk.
struct RangePieces {
  /// The references to the chunks written so far.
  private(set) var chunks: [PublishedManifest.RangeChunk] = []

  private var widths = WidthsChunk()
  private var ids: [String] = []

  /// Number of cells that are not in a chunk yet.
  var cellsOfChunk: Int { ids.count }

  /// Adds a cell.
  ///
  /// - Throws: `StoreError.corrupt` if the cell cannot be published.
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

  /// Writes the cells added since the last chunk as one chunk; does nothing if there are none.
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

/// The cells of a chunk that is not complete yet.
struct ChunkDraft {
  private(set) var ids: [String] = []
  private(set) var heights = HeightsChunk()
  private(set) var versions: [String] = []
  private(set) var frames = FramesChunk()
  private(set) var lines = LinesChunk()
  /// Whether a cell has lines that are published.
  private(set) var hasLines = false
  /// Size of the ids, versions, shapes and lines, in bytes.
  private(set) var size = 0

  private let options: PublishingOptions
  private let codecs: [LineCodec]
  private var shapes: [[UInt8]: UInt32] = [:]
  /// The lines of the current cell.
  private var lineBytes: [UInt8] = []

  init(_ options: PublishingOptions, codecs: [LineCodec]) {
    self.options = options
    self.codecs = codecs
  }

  var isFull: Bool { size >= options.chunkBytes }

  /// Adds a cell.
  ///
  /// - Parameter template: Index of the cell's template in the manifest.
  /// - Returns: `false` if the height, the caveats, a frame or a line does not fit the format of
  ///   chunks.
  mutating func append(_ cell: StoredCell, _ layout: CellLayout, template: UInt16) -> Bool {
    guard let height = UInt32(exactly: layout.height),
      let caveats = UInt8(exactly: layout.caveats.rawValue)
    else { return false }
    heights.append(height: height, caveats: caveats)
    ids.append(cell.recordID)
    size += cell.recordID.utf8.count
    if options.hasVersions {
      versions.append(cell.version)
      size += cell.version.utf8.count
    }
    guard options.hasFrames else { return true }
    guard let bytes = Self.shape(cell, layout) else { return false }
    let shape: UInt32
    if let existing = shapes[bytes] {
      shape = existing
    } else {
      shape = frames.append(shape: bytes)
      shapes[bytes] = shape
      size += bytes.count
    }
    frames.append(template: template, shape: shape)
    return append(linesOf: layout, template: template)
  }

  /// Adds the lines of the labels of a cell, which has none if they are not published.
  private mutating func append(linesOf layout: CellLayout, template: UInt16) -> Bool {
    guard options.hasLines else { return true }
    lineBytes.removeAll(keepingCapacity: true)
    if !layout.lineFragments.isEmpty {
      guard codecs.indices.contains(Int(template)) else { return false }
      hasLines = true
      do throws(LineCodingError) {
        try codecs[Int(template)].encode(layout, into: &lineBytes)
      } catch {
        return false
      }
    }
    lines.append(lineBytes)
    size += lineBytes.count
    return true
  }

  /// The encoded frames of a cell: empty if it has none; nil if a value of a frame exceeds Int32.
  private static func shape(_ cell: StoredCell, _ layout: CellLayout) -> [UInt8]? {
    guard cell.hasFrames else { return [] }
    var frames: [CellFrames.Frame] = []
    frames.reserveCapacity(layout.frames.count)
    for rect in layout.frames {
      guard let x = Int32(exactly: rect.x), let y = Int32(exactly: rect.y),
        let width = Int32(exactly: rect.width), let height = Int32(exactly: rect.height)
      else { return nil }
      frames.append(CellFrames.Frame(x: x, y: y, width: width, height: height))
    }
    return CellFrames(frames: frames, lines: layout.labels.map(\.encoded)).encoded
  }
}

/// The templates of a manifest, and the index of each template of a store in the manifest.
struct TemplateTable {
  let published: [PublishedManifest.Template]
  /// The codecs of lines, by the index of their template in the manifest.
  let codecs: [LineCodec]
  private let indices: [TemplateID: UInt16]

  /// Adds all templates of a store in the order of their row numbers, which stays the same across
  /// builds.
  ///
  /// - Throws: `StoreError.corrupt` if there are more than 65,536 templates.
  init(_ catalog: StoreCatalog, store: String) throws {
    let all = catalog.templates.sorted { $0.key.rawValue < $1.key.rawValue }
    published = try Self.published(all.map(\.value), store: store)
    codecs = all.map { LineCodec(template: $0.value) }
    indices = Dictionary(
      uniqueKeysWithValues: all.enumerated().map { ($1.key, UInt16(truncatingIfNeeded: $0)) })
  }

  subscript(id: TemplateID) -> UInt16? { indices[id] }

  /// Converts templates to the form of a manifest.
  ///
  /// - Throws: `StoreError.corrupt` if there are more than 65,536 templates.
  static func published(
    _ templates: [StoredTemplate], store: String
  ) throws -> [PublishedManifest.Template] {
    guard templates.count <= Int(UInt16.max) + 1 else {
      throw StoreError.corrupt(path: store, detail: "it has \(templates.count) templates")
    }
    return templates.map { template in
      PublishedManifest.Template(
        name: template.name, hash: template.hash,
        views: template.views.map {
          PublishedManifest.View(id: $0.id, kind: $0.kind, label: $0.isLabel)
        })
    }
  }
}
#endif
