#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives
import StructuredDocuments

/// A list in one environment of one generation, read from the file of the store.
///
/// The chunks of the list are read when they are needed. Results are in points, except stored
/// values, which are in grid steps.
public final class LookupList: CellList {
  /// Any error, because every call reads the store.
  public typealias Failure = any Error

  /// The feed and the environment of the list.
  public let scope: LookupScope
  /// The order of the chunks, as read from the store.
  public let list: StoredList
  private let lookup: HeightLookup

  init(lookup: HeightLookup, scope: LookupScope, list: StoredList) {
    self.lookup = lookup
    self.scope = scope
    self.list = list
  }

  /// The list's name, spacing and insets.
  public var description: ListDescription { list.description }

  /// Number of cells.
  public var count: Int { list.count }

  /// The sections, and the kinds of the cells; nil for a list of records alone.
  public var sections: ListSections? { list.sections }

  /// Height of the whole list with spacing and the top and bottom insets, in points.
  public var extent: Double { list.spacing.grid.points(list.extent) }

  /// Height of a cell without spacing, in points.
  ///
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func height(at index: Int) throws -> Double? {
    try check(index, below: count)
    return list.spacing.grid.points(try lookup.reading { try $0.height(at: index, of: list) })
  }

  /// Offset of the top of a cell, in points.
  ///
  /// - Parameter index: A position in `0...count`; at `count` the offset is the height of the whole
  ///   list.
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func offset(of index: Int) throws -> Double {
    try check(index, below: count + 1)
    return list.spacing.grid.points(try lookup.reading { try $0.offset(of: index, in: list) })
  }

  /// Finds the last cell whose top is at or above an offset.
  ///
  /// - Parameter offset: The offset, in points.
  /// - Returns: The position of the cell; 0 if all tops are below the offset; nil if the list is
  ///   empty or the offset is NaN.
  /// - Throws: `StoreError.corrupt`.
  public func index(atOffset offset: Double) throws -> Int? {
    try lookup.reading { try $0.position(atOffset: offset, in: list) }
  }

  /// The header that is drawn over other cells at the top of a screen; nil if there is none.
  ///
  /// It is `CellList.stickyHeader(atOffset:index:)`, and reads the store once.
  ///
  /// - Parameters:
  ///   - offset: The offset of the top of the screen, in points.
  ///   - index: The result of `index(atOffset:)` for the offset; nil to find it.
  /// - Throws: `StoreError.corrupt`.
  /// - Complexity: O(log n).
  public func stickyHeader(atOffset offset: Double, index: Int? = nil) throws -> StickyHeader? {
    guard let sections, sections.shape.isSticky else { return nil }
    let grid = list.spacing.grid
    return try lookup.reading { reader in
      guard let index = try index ?? reader.position(atOffset: offset, in: list) else {
        return nil
      }
      return try sections.stickyHeader(atOffset: offset, index: index) { index in
        let span = try reader.span(of: index, in: list)
        return (grid.points(span.top), grid.points(span.height))
      }
    }
  }

  /// Reads the layout of a cell from the store.
  ///
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func layout(at index: Int) throws -> CellLayout {
    let cell = try cell(at: index)
    guard case .layout(let layout) = cell.outcome else { throw damaged(index) }
    return layout
  }

  /// Reads a cell from the store.
  ///
  /// - Parameters:
  ///   - index: A position in `0..<count`.
  ///   - lines: Whether the cell has the lines of its labels; nil for the choice of the lookup.
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func cell(at index: Int, lines: Bool? = nil) throws -> StoredCell {
    try check(index, below: count)
    let cell = try lookup.reading(lines: lines) { reader in
      try reader.cell(number: try reader.cell(at: index, of: list))
    }
    guard let cell, cell.environment == scope.environment.id else { throw damaged(index) }
    return cell
  }

  /// Reads a cell in the form of a lookup's result; the parameters are those of `cell(at:lines:)`.
  ///
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func hit(at index: Int, lines: Bool? = nil) throws -> LookupHit {
    let cell = try cell(at: index, lines: lines)
    guard case .hit(let hit) = try lookup.answer(cell, scope, version: nil) else {
      throw damaged(index)
    }
    return hit
  }

  /// Reads the cells in a range of positions, in list order.
  ///
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func hits(_ range: Range<Int>) throws -> [LookupHit] {
    try check(range.lowerBound, below: count + 1)
    try check(range.upperBound, below: count + 1)
    return try range.map { try hit(at: $0) }
  }

  /// Calls `body` with the position of each cell and with the cell, in list order.
  ///
  /// - Throws: `StoreError.corrupt`, and the errors of `body`.
  public func forEach(_ body: (Int, LookupHit) throws -> Void) throws {
    for index in 0..<count {
      try body(index, try hit(at: index))
    }
  }

  /// Reads the ids and heights of all cells.
  ///
  /// - Throws: `StoreError.corrupt`, also if the heights contradict the totals of the list.
  public func heights() throws -> ListHeights {
    var cells = ListCells(list.spacing, sections: list.sections)
    cells.reserveCapacity(count)
    for index in 0..<count {
      let cell = try cell(at: index)
      guard case .layout(let layout) = cell.outcome else { throw damaged(index) }
      cells.append(
        cell.recordID, height: layout.height,
        caveats: UInt8(truncatingIfNeeded: layout.caveats.rawValue))
    }
    guard cells.geometry.extent == extent else { throw damaged(count) }
    let name = ListName(
      feed: scope.feed.name, environment: scope.environment.environment.key,
      list: description.name)
    let generation = lookup.generation
    return ListHeights(
      name,
      PinnedGeneration(
        number: generation.number, digest: generation.digest, listDigest: generation.listDigest),
      cells)
  }

  /// The position of a cell; nil if the list does not contain the cell.
  ///
  /// - Throws: `StoreError.corrupt`.
  public func position(of cell: StoredCell) throws -> Int? {
    try lookup.reading { try $0.position(ofCell: cell.cellID, in: list) }
  }

  /// Number of the generation.
  public var generationNumber: Int { lookup.generation.number }

  /// Reads the record id of the cell at a position.
  ///
  /// - Throws: `ListError.outOfRange`; `StoreError.corrupt`.
  public func id(at index: Int) throws -> String { try cell(at: index).recordID }

  /// Offset of the top of a cell, in points; the same as `offset(of:)`.
  public func top(of index: Int) throws -> Double { try offset(of: index) }

  /// The position of a record's cell; nil if the list does not contain the cell.
  ///
  /// - Throws: `StoreError.corrupt`.
  public func index(of id: String) throws -> Int? {
    guard case .hit(let hit) = try lookup.lookup(id: id, in: scope) else { return nil }
    return try position(of: hit.cell)
  }

  private func check(_ index: Int, below bound: Int) throws {
    guard index >= 0, index < bound else {
      throw ListError.outOfRange(list: description.name, index: index, count: count)
    }
  }

  private func damaged(_ index: Int) -> StoreError {
    .corrupt(path: lookup.store, detail: "list '\(description.name)' at position \(index)")
  }
}

/// An invalid access to a list.
public enum ListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The list does not contain the position.
  case outOfRange(list: String, index: Int, count: Int)
  /// The feed has no list with the name.
  case unknownList(asked: String, feed: String, known: [String])
  /// The environment is a range of widths or a width within a range, so that it has no lists.
  case widthRange(environment: String, range: String)

  /// One sentence for standard error.
  public var description: String {
    switch self {
    case .outOfRange(let list, let index, let count):
      "position \(index) is not in list '\(list)' of \(counted(count, "cell"))"
    case .unknownList(let asked, let feed, let known):
      "feed '\(feed)' has no list '\(asked)'; have \(MissReason.list(known))"
    case .widthRange(let environment, let range):
      environment == range
        ? "\(range) is a range of widths, which has heights and no lists; name a single width"
        : "\(environment) is a width of the range \(range), which has heights and no lists; build "
          + "that width with --add-environment"
    }
  }
}

extension HeightLookup {
  /// Opens a list of a feed in one environment.
  ///
  /// - Parameters:
  ///   - name: Name of the list; `feed` is the list in feed order.
  ///   - scope: The feed and the environment.
  /// - Throws: `ListError.unknownList`, `.widthRange`; `StoreError.corrupt`.
  public func list(
    _ name: String = ListDescription.feedOrder, in scope: LookupScope
  ) throws -> LookupList {
    guard let entry = scope.feed.lists.first(where: { $0.description.name == name }) else {
      throw ListError.unknownList(
        asked: name, feed: scope.feed.name, known: scope.feed.lists.map(\.description.name))
    }
    let environment = scope.environment.environment
    guard !environment.isRange else {
      throw ListError.widthRange(environment: scope.key, range: environment.key)
    }
    return LookupList(
      lookup: self, scope: scope,
      list: try reading { try $0.list(entry, environment: scope.environment) })
  }
}
#endif
