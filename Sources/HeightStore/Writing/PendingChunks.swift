import LayoutPrimitives

/// The last, incomplete chunk of a list.
struct PendingChunks: Hashable, Sendable {
  /// Number of the chunk, from 0.
  private(set) var index = 0
  /// Position of its first cell in the list.
  private(set) var first = 0
  /// The cells, little endian.
  private(set) var cellIDs: [Int64] = []
  /// Their heights in steps, little endian.
  private(set) var heights: [Int32] = []
  /// Sum of all heights so far.
  private(set) var heightSum: Int64 = 0
  /// Digest over all record ids with their positions.
  private(set) var order = ContentDigest()

  /// Adds a cell.
  ///
  /// - Parameter bytes: A scratch buffer.
  mutating func append(cellID: Int64, height: Int32, recordID: String, _ bytes: RowBytes) {
    bytes.reset()
    bytes.append(Int64(first + cellIDs.count))
    bytes.append(name: recordID)
    order.add(bytes.hash)
    heightSum += Int64(height)
    cellIDs.append(cellID.littleEndian)
    heights.append(height.littleEndian)
  }

  mutating func next() {
    index += 1
    first += cellIDs.count
    cellIDs.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
  }
}
