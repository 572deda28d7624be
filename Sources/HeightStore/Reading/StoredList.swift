public import LayoutPrimitives
import SQLiteDatabase

/// The chunks of a list in one environment in order, with the sums before each.
///
/// Offsets are sums of integers, exact to the device pixel. It takes 40 bytes per chunk.
public struct StoredList: Hashable, Sendable {
  /// Name, spacing and insets.
  public let description: ListDescription
  /// Grid, spacing and insets, in steps.
  public let spacing: ListSpacing

  let id: ListID
  let environment: EnvironmentID
  let chunks: [ChunkOrder.Entry]
  /// The positions of the chunks' first cells, and the number of all cells.
  private let firsts: [Int]
  /// The sums of the heights before each chunk, and of all.
  private let heightsBefore: [Int]
  private let indexOfChunk: [Int64: Int]

  /// - Returns: nil for chunks that repeat.
  init?(
    _ description: ListDescription, id: ListID, environment: EnvironmentID, grid: PixelGrid,
    order: ChunkOrder
  ) {
    self.description = description
    spacing = ListSpacing(
      grid: grid, spacing: description.spacing, insets: description.insets)
    self.id = id
    self.environment = environment
    chunks = order.entries
    var firsts = [0]
    var sums = [0]
    firsts.reserveCapacity(chunks.count + 1)
    sums.reserveCapacity(chunks.count + 1)
    var cells = 0
    var sum = 0
    for entry in chunks {
      // At most 16 MiB of entries: no overflow.
      cells += entry.cells
      sum += entry.heightSum
      firsts.append(cells)
      sums.append(sum)
    }
    self.firsts = firsts
    heightsBefore = sums
    indexOfChunk = Dictionary(zip(chunks.map(\.chunk), chunks.indices)) { first, _ in first }
    guard indexOfChunk.count == chunks.count else { return nil }
  }

  /// Number of cells.
  public var count: Int { firsts[chunks.count] }

  /// The positions of each chunk's cells, in list order.
  ///
  /// Chunks end by the ids of their records, so that an insertion changes one or two.
  public var chunkRanges: [Range<Int>] {
    chunks.indices.map { firsts[$0]..<firsts[$0 + 1] }
  }

  /// Sum of all heights in steps, without spacing.
  var heightSum: Int { heightsBefore[chunks.count] }

  /// Height of the whole list with both insets, in steps.
  public var extent: Int { spacing.extent(count: count, heights: heightSum) }

  /// Position of a chunk's first cell.
  func first(ofChunk index: Int) -> Int { firsts[index] }

  /// The place of a chunk in the order; nil for a chunk of another list.
  func index(ofChunk number: Int64) -> Int? { indexOfChunk[number] }

  /// The chunk of a position, `0..<count`.
  func chunk(ofPosition position: Int) -> Int {
    var (low, high) = (0, chunks.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if firsts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// The last chunk whose first cell's top is at or above an offset in points; the first for an
  /// offset above all; nil for no chunk, and for no number.
  func chunk(atOffset offset: Double) -> Int? {
    spacing.index(atOffset: offset, count: chunks.count) {
      spacing.top(of: firsts[$0], after: heightsBefore[$0])
    }
  }

  /// Offset of the top of a cell in a chunk, in steps.
  func offset(of place: Int, in chunk: ListChunk, at index: Int) -> Int {
    spacing.top(
      of: firsts[index] + place, after: heightsBefore[index] + chunk.heightsBefore[place])
  }

  /// The position of the last cell of a chunk whose top is at or above an offset in points; of the
  /// first for an offset above all; nil for an empty chunk, and for no number.
  func position(atOffset points: Double, in chunk: ListChunk, at index: Int) -> Int? {
    spacing.index(atOffset: points, count: chunk.cellIDs.count) {
      offset(of: $0, in: chunk, at: index)
    }.map { firsts[index] + $0 }
  }
}

/// The cells of one chunk.
struct ListChunk: Hashable, Sendable {
  /// The numbers of the cells, in list order.
  let cellIDs: [Int64]
  /// The sum of the heights before each cell, and of all; shape `[cells + 1]`.
  let heightsBefore: [Int]

  /// Decodes the current row; nil for a negative height.
  init?(_ row: PreparedStatement) {
    var cells: [Int64] = []
    var sums = [0]
    cells.reserveCapacity(Int(row.int(ChunkRow.cells)))
    sums.reserveCapacity(Int(row.int(ChunkRow.cells)) + 1)
    var sum = 0
    var isValid = true
    _ = ChunkRow.forEachCell(row) { cell, height in
      isValid = isValid && height >= 0
      sum += Int(height)
      cells.append(cell)
      sums.append(sum)
    }
    guard isValid else { return nil }
    cellIDs = cells
    heightsBefore = sums
  }
}

/// Decoded chunks, which are dropped together when their number of cells reaches a bound.
struct ChunkCache {
  /// Maximum number of cells, at 16 bytes each.
  static let maximumCells = 1 << 20

  private var chunks: [Int64: ListChunk] = [:]
  private var cells = 0

  subscript(number: Int64) -> ListChunk? { chunks[number] }

  mutating func insert(_ chunk: ListChunk, number: Int64) {
    if cells + chunk.cellIDs.count > Self.maximumCells {
      chunks.removeAll(keepingCapacity: true)
      cells = 0
    }
    chunks[number] = chunk
    cells += chunk.cellIDs.count
  }
}
