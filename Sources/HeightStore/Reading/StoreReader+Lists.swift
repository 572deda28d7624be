import LayoutPrimitives

extension StoreReader {
  /// Opens a list in one environment, without reading its chunks.
  ///
  /// - Throws: `StoreError.corrupt` for an order that contradicts the list's totals.
  public func list(_ list: ListEntry, environment: FeedEnvironment) throws -> StoredList {
    let name = list.description.name
    let totals = list.totals[environment.id]
    guard let order = ChunkOrder(totals?.chunks ?? []),
      let stored = StoredList(
        list.description, id: list.id, environment: environment.id,
        grid: PixelGrid(stepsPerPoint: environment.environment.stepsPerPoint), order: order)
    else { throw corrupt("the order of list '\(name)'") }
    guard stored.count == totals?.cells ?? 0, Int64(stored.heightSum) == totals?.heightSum ?? 0
    else { throw corrupt("list '\(name)' has \(stored.count) of \(totals?.cells ?? 0) cells") }
    // The list in feed order has every cell of the environment.
    if name == ListDescription.feedOrder, stored.count != environment.cells,
      !environment.environment.isRange
    {
      throw corrupt("list 'feed' has \(stored.count) of \(environment.cells) cells")
    }
    return stored
  }

  /// The number of the cell at a position.
  ///
  /// - Parameters:
  ///   - position: `0..<list.count`.
  ///   - list: The list.
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
  public func cell(at position: Int, of list: StoredList) throws -> Int64 {
    let index = list.chunk(ofPosition: position)
    return try chunk(index, of: list).cellIDs[position - list.first(ofChunk: index)]
  }

  /// Height of the cell at a position, in steps.
  ///
  /// - Parameters:
  ///   - position: `0..<list.count`.
  ///   - list: The list.
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
  public func height(at position: Int, of list: StoredList) throws -> Int {
    let index = list.chunk(ofPosition: position)
    let chunk = try chunk(index, of: list)
    let place = position - list.first(ofChunk: index)
    return chunk.heightsBefore[place + 1] - chunk.heightsBefore[place]
  }

  /// Offset of a cell's top, in steps.
  ///
  /// - Parameters:
  ///   - position: `0...list.count`; for `list.count`, the height of the whole list.
  ///   - list: The list.
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
  /// - Complexity: O(log n).
  public func offset(of position: Int, in list: StoredList) throws -> Int {
    guard position < list.count else { return list.extent }
    let index = list.chunk(ofPosition: position)
    return list.offset(
      of: position - list.first(ofChunk: index), in: try chunk(index, of: list), at: index)
  }

  /// The last cell whose top is at or above an offset; the first for an offset above all.
  ///
  /// - Parameters:
  ///   - offset: In points.
  ///   - list: The list.
  /// - Returns: Its position; nil for an empty list, and for an offset that is no number.
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
  /// - Complexity: O(log n).
  public func position(atOffset offset: Double, in list: StoredList) throws -> Int? {
    guard let index = list.chunk(atOffset: offset) else { return nil }
    return list.position(atOffset: offset, in: try chunk(index, of: list), at: index)
  }

  /// The position of a cell; nil for a cell that is not in the list in its environment.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged page of places or chunk.
  /// - Complexity: O(log n) and one chunk.
  public func position(ofCell number: Int64, in list: StoredList) throws -> Int? {
    guard number >= 0 else { return nil }
    let (page, place) = number.quotientAndRemainder(dividingBy: PlaceRow.cellsPerPage)
    let found = try chunkNumber(list.id, page: page, at: Int(place))
    guard found != 0, let index = list.index(ofChunk: found) else { return nil }
    guard let position = try chunk(index, of: list).cellIDs.firstIndex(of: number) else {
      throw corrupt(
        "cell \(number) is not in chunk \(found) of list '\(list.description.name)'")
    }
    return list.first(ofChunk: index) + position
  }
}
