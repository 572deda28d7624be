#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// The cells of a chunk that is being put together.
struct ChunkDraft {
  private(set) var ids: [String] = []
  private(set) var heights = HeightsChunk()
  private(set) var versions: [String] = []
  private(set) var frames = FramesChunk()
  /// Size of ids, versions and shapes, in bytes.
  private(set) var size = 0

  private let options: PublishingOptions
  private var shapes: [[UInt8]: UInt32] = [:]

  init(_ options: PublishingOptions) {
    self.options = options
  }

  var isFull: Bool { size >= options.chunkBytes }

  /// Adds a cell.
  ///
  /// - Parameter template: Index of its template in the manifest.
  /// - Returns: Whether it is one that can be published: a height of at least 0.
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
    if let known = shapes[bytes] {
      shape = known
    } else {
      shape = frames.append(shape: bytes)
      shapes[bytes] = shape
      size += bytes.count
    }
    frames.append(template: template, shape: shape)
    return true
  }

  /// The bytes of a cell's frames, none for a cell without; nil for a frame beyond Int32.
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
#endif
