import LayoutPrimitives

/// A list in one environment while it is written, with its last, incomplete chunk.
struct PendingChunks: Hashable, Sendable {
  /// The complete chunks.
  private(set) var order = ChunkOrder()
  /// The numbers of the cells of the incomplete chunk.
  private(set) var cellIDs: [Int64] = []
  /// Their heights in steps, little endian.
  private(set) var heights: [Int32] = []
  /// Number of all cells so far.
  private(set) var cells = 0
  /// Sum of all heights so far.
  private(set) var heightSum: Int64 = 0
  /// Digest over all record ids with their positions.
  private(set) var digest = ContentDigest()
  private var chunkSum: Int64 = 0

  /// Adds a cell.
  ///
  /// - Parameter bytes: A scratch buffer.
  mutating func append(cellID: Int64, height: Int32, recordID: String, _ bytes: RowBytes) {
    bytes.reset()
    bytes.append(Int64(cells))
    bytes.append(name: recordID)
    digest.add(bytes.hash)
    cells += 1
    heightSum += Int64(height)
    chunkSum += Int64(height)
    cellIDs.append(cellID)
    heights.append(height.littleEndian)
  }

  /// Sum of the heights of the incomplete chunk.
  var incompleteSum: Int64 { chunkSum }

  /// Completes the chunk.
  mutating func end(chunk: Int64) {
    order.append(
      ChunkOrder.Entry(chunk: chunk, cells: cellIDs.count, heightSum: Int(chunkSum)))
    chunkSum = 0
    cellIDs.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
  }
}
