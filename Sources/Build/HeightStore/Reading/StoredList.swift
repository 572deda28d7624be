public import LayoutPrimitives
import SQLiteDatabase

/// The order of the chunks of a list in one environment, with sums of heights for finding offsets.
///
/// Offsets are sums of integers and therefore exact to the device pixel. The list takes 48 bytes
/// per chunk.
public struct StoredList: Hashable, Sendable {
  /// Name, spacing, insets and shape.
  public let description: ListDescription
  /// The grid, and the spacing and insets in grid steps.
  public let spacing: ListSpacing
  /// The sections; nil for a list of records alone.
  public let sections: ListSections?

  let id: ListID
  let environment: EnvironmentID
  let chunks: [ChunkOrder.Entry]
  /// The position of the first cell of each chunk, and then the number of all cells.
  private let firsts: [Int]
  /// The top of the first cell of each chunk, and then the top that a further cell would have, in
  /// grid steps.
  private let tops: [Int]
  /// The sections of the cells of each chunk, which repeated searches start from; empty for a list
  /// without separators.
  private let sectionsOfChunks: [Range<Int32>]
  /// Sum of all heights in grid steps, without spacing.
  let heightSum: Int
  private let indexOfChunk: [Int64: Int]

  /// Creates a list from the order of its chunks.
  ///
  /// - Returns: nil if a chunk is repeated, or if the sections contradict the shape of the list.
  init?(
    _ description: ListDescription, id: ListID, environment: EnvironmentID, grid: PixelGrid,
    order: ChunkOrder, sections stored: [UInt8]?
  ) {
    self.description = description
    spacing = description.spacing(on: grid)
    self.id = id
    self.environment = environment
    chunks = order.entries
    // The entries take at most 16 MiB, so that these sums cannot overflow.
    let cells = chunks.reduce(0) { $0 + $1.cells }
    if let shape = description.shape {
      guard let counts = SectionCounts.decoded(stored ?? []),
        let made = ListSections(shape, entries: counts, count: cells)
      else { return nil }
      sections = made
    } else {
      sections = nil
    }
    var firsts: [Int] = []
    var tops: [Int] = []
    var ranges: [Range<Int32>] = []
    firsts.reserveCapacity(chunks.count + 1)
    tops.reserveCapacity(chunks.count + 1)
    var (first, sum) = (0, 0)
    for index in 0...chunks.count {
      let separators = spacing.separator > 0 ? sections?.separators(before: first) ?? 0 : 0
      firsts.append(first)
      tops.append(spacing.top(of: first, after: sum, separators: separators))
      guard index < chunks.count else { break }
      if spacing.separator > 0, let sections {
        let range = sections.sections(of: first..<first + chunks[index].cells)
        ranges.append(Int32(range.lowerBound)..<Int32(range.upperBound))
      }
      first += chunks[index].cells
      sum += chunks[index].heightSum
    }
    (self.firsts, self.tops, sectionsOfChunks, heightSum) = (firsts, tops, ranges, sum)
    indexOfChunk = Dictionary(zip(chunks.map(\.chunk), chunks.indices)) { first, _ in first }
    guard indexOfChunk.count == chunks.count else { return nil }
  }

  /// Number of cells.
  public var count: Int { firsts[chunks.count] }

  /// The range of cell positions of each chunk, in list order.
  ///
  /// The ids of records decide where chunks end, so that an insertion usually changes only one or
  /// two chunks.
  public var chunkRanges: [Range<Int>] {
    chunks.indices.map { firsts[$0]..<firsts[$0 + 1] }
  }

  /// Height of the whole list in grid steps, with spacing and the top and bottom insets.
  public var extent: Int {
    tops[chunks.count] - (count > 0 ? spacing.spacing : 0) + spacing.bottom
  }

  func first(ofChunk index: Int) -> Int { firsts[index] }

  /// The index of a chunk in `chunks`; nil if the chunk belongs to another list.
  func index(ofChunk number: Int64) -> Int? { indexOfChunk[number] }

  /// The index of the chunk that contains a position in `0..<count`.
  func chunk(ofPosition position: Int) -> Int {
    var (low, high) = (0, chunks.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if firsts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// Finds the last chunk whose top is at or above an offset in points.
  ///
  /// - Returns: The index of the chunk; the first chunk if all tops are below the offset; nil if
  ///   there are no chunks or the offset is NaN.
  func chunk(atOffset offset: Double) -> Int? {
    spacing.index(atOffset: offset, count: chunks.count) { tops[$0] }
  }

  /// Offset of the top of a cell, in grid steps.
  ///
  /// - Parameters:
  ///   - position: The index of the cell in the chunk.
  ///   - chunk: The chunk.
  ///   - index: The index of the chunk in `chunks`.
  func offset(of position: Int, in chunk: ListChunk, at index: Int) -> Int {
    top(of: position, in: chunk, at: index, separators: separators(inChunk: index))
  }

  /// The top of a cell of a chunk, in grid steps.
  private func top(
    of position: Int, in chunk: ListChunk, at index: Int, separators: SeparatorsOfChunk?
  ) -> Int {
    tops[index] + chunk.heightsBefore[position] + position * spacing.spacing
      + (separators.map { $0.count(before: firsts[index] + position) * spacing.separator } ?? 0)
  }

  /// The separators between the cells of a chunk; nil for a list without separators.
  private func separators(inChunk index: Int) -> SeparatorsOfChunk? {
    guard spacing.separator > 0, let sections else { return nil }
    return SeparatorsOfChunk(sections, sectionsOfChunks[index], first: firsts[index])
  }

  /// Counts the separators above the cells of one chunk, which has few sections.
  private struct SeparatorsOfChunk {
    private let sections: ListSections
    private let ofChunk: Range<Int>
    private let above: Int

    init(_ sections: ListSections, _ ofChunk: Range<Int32>, first: Int) {
      self.sections = sections
      self.ofChunk = Int(ofChunk.lowerBound)..<Int(ofChunk.upperBound)
      above = sections.separators(before: first, within: self.ofChunk)
    }

    /// Number of separators between the top of the chunk and a cell of it.
    func count(before position: Int) -> Int {
      sections.separators(before: position, within: ofChunk) - above
    }
  }

  /// Finds the last cell of the chunk at an index whose top is at or above an offset in points.
  ///
  /// - Returns: The position of the cell in the list; the first cell if all tops are below the
  ///   offset; nil if the chunk is empty or the offset is NaN.
  func position(atOffset points: Double, in chunk: ListChunk, at index: Int) -> Int? {
    let separators = separators(inChunk: index)
    return spacing.index(atOffset: points, count: chunk.cellIDs.count) {
      top(of: $0, in: chunk, at: index, separators: separators)
    }.map { firsts[index] + $0 }
  }
}

/// The numbers of cells of a list's sections, as `list_environments.sections` stores them.
enum SectionCounts {
  /// Encodes the numbers as little-endian Int32.
  static func encoded(_ counts: [Int32]) -> [UInt8] {
    counts.flatMap { count in withUnsafeBytes(of: count.littleEndian) { Array($0) } }
  }

  /// Decodes the numbers; nil if the size is no multiple of four.
  static func decoded(_ bytes: [UInt8]) -> [Int]? {
    guard bytes.count % 4 == 0 else { return nil }
    return bytes.withUnsafeBytes { stored in
      (0..<bytes.count / 4).map {
        Int(Int32(littleEndian: stored.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)))
      }
    }
  }
}

/// The cell numbers and the heights of one chunk.
struct ListChunk: Hashable, Sendable {
  /// The numbers of the cells, in list order.
  let cellIDs: [Int64]
  /// The sum of the heights before each cell, and then the sum of all heights, in grid steps.
  let heightsBefore: [Int]

  /// Decodes the current row; nil if a height is negative.
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

/// A cache of decoded chunks, which is emptied when the number of cells would exceed a maximum.
struct ChunkCache {
  /// Maximum number of cells; each takes 16 bytes.
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

extension StoreReader {
  /// Opens a list in one environment, without reading its chunks.
  ///
  /// - Throws: `StoreError.corrupt` if the order of the chunks contradicts the totals of the list.
  public func list(_ list: ListEntry, environment: FeedEnvironment) throws -> StoredList {
    let name = list.description.name
    let totals = list.totals[environment.id]
    guard let order = ChunkOrder(totals?.chunks ?? []),
      let stored = StoredList(
        list.description, id: list.id, environment: environment.id,
        grid: PixelGrid(stepsPerPoint: environment.environment.stepsPerPoint), order: order,
        sections: totals?.sections)
    else { throw corrupt("the order of list '\(name)'") }
    guard stored.count == totals?.cells ?? 0, Int64(stored.heightSum) == totals?.heightSum ?? 0
    else { throw corrupt("list '\(name)' has \(stored.count) of \(totals?.cells ?? 0) cells") }
    // The list in feed order contains every record's cell of the environment that has a height.
    if name == ListDescription.feedOrder, stored.count != environment.recordCells,
      !environment.environment.isRange
    {
      throw corrupt("list 'feed' has \(stored.count) of \(environment.recordCells) cells")
    }
    return stored
  }

  /// The number of the cell at a position.
  ///
  /// - Parameters:
  ///   - position: A position in `0..<list.count`.
  ///   - list: The list.
  /// - Throws: `StoreError.corrupt` if a chunk is damaged.
  public func cell(at position: Int, of list: StoredList) throws -> Int64 {
    let index = list.chunk(ofPosition: position)
    return try chunk(index, of: list).cellIDs[position - list.first(ofChunk: index)]
  }

  /// Height of the cell at a position, in grid steps.
  ///
  /// - Parameters:
  ///   - position: A position in `0..<list.count`.
  ///   - list: The list.
  /// - Throws: `StoreError.corrupt` if a chunk is damaged.
  public func height(at position: Int, of list: StoredList) throws -> Int {
    let index = list.chunk(ofPosition: position)
    let chunk = try chunk(index, of: list)
    let cell = position - list.first(ofChunk: index)
    return chunk.heightsBefore[cell + 1] - chunk.heightsBefore[cell]
  }

  /// Offset of the top of the cell at a position, in grid steps.
  ///
  /// - Parameters:
  ///   - position: A position in `0...list.count`; at `list.count` the offset is the height of the
  ///     whole list.
  ///   - list: The list.
  /// - Throws: `StoreError.corrupt` if a chunk is damaged.
  /// - Complexity: O(log n).
  public func offset(of position: Int, in list: StoredList) throws -> Int {
    guard position < list.count else { return list.extent }
    let index = list.chunk(ofPosition: position)
    return list.offset(
      of: position - list.first(ofChunk: index), in: try chunk(index, of: list), at: index)
  }

  /// Offset of the top of the cell at a position in `0..<list.count`, and its height, in grid steps.
  ///
  /// - Throws: `StoreError.corrupt` if a chunk is damaged.
  public func span(of position: Int, in list: StoredList) throws -> (top: Int, height: Int) {
    let index = list.chunk(ofPosition: position)
    let chunk = try chunk(index, of: list)
    let cell = position - list.first(ofChunk: index)
    return (
      list.offset(of: cell, in: chunk, at: index),
      chunk.heightsBefore[cell + 1] - chunk.heightsBefore[cell]
    )
  }

  /// Finds the last cell whose top is at or above an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset, in points.
  ///   - list: The list.
  /// - Returns: The position of the cell; 0 if all tops are below the offset; nil if the list is
  ///   empty or the offset is NaN.
  /// - Throws: `StoreError.corrupt` if a chunk is damaged.
  /// - Complexity: O(log n).
  public func position(atOffset offset: Double, in list: StoredList) throws -> Int? {
    guard let index = list.chunk(atOffset: offset) else { return nil }
    return list.position(atOffset: offset, in: try chunk(index, of: list), at: index)
  }

  /// The position of a cell; nil if the list does not contain the cell in its environment.
  ///
  /// - Throws: `StoreError.corrupt` if a chunk or a page of positions is damaged.
  /// - Complexity: O(log n), plus one pass over a chunk.
  public func position(ofCell number: Int64, in list: StoredList) throws -> Int? {
    guard number >= 0 else { return nil }
    let (page, cell) = number.quotientAndRemainder(dividingBy: ListPageRow.cellsPerPage)
    let chunkID = try chunkNumber(list.id, page: page, at: Int(cell))
    guard chunkID != 0, let index = list.index(ofChunk: chunkID) else { return nil }
    guard let position = try chunk(index, of: list).cellIDs.firstIndex(of: number) else {
      throw corrupt(
        "cell \(number) is not in chunk \(chunkID) of list '\(list.description.name)'")
    }
    return list.first(ofChunk: index) + position
  }
}
