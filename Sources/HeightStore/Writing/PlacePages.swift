/// The chunks of a list's cells while it is written, in pages of which some are in memory.
struct PlacePages {
  private let list: Int64
  private let maximumPages: Int
  /// Pages in memory, by their number.
  private var pages: [Int64: [Int32]] = [:]
  /// Pages that this build has stored.
  private var stored: Set<Int64> = []

  init(list: Int64, maximumPages: Int) {
    self.list = list
    self.maximumPages = maximumPages
  }

  /// Notes the chunk of a cell.
  mutating func set(_ chunk: Int32, cell: Int64, _ statements: ListStatements) throws {
    let (page, place) = cell.quotientAndRemainder(dividingBy: PlaceRow.cellsPerPage)
    if pages[page] == nil {
      if pages.count >= maximumPages { try store(statements) }
      // What an earlier build stored is not continued.
      let known = stored.contains(page) ? try statements.places(list: list, page: page) : []
      pages[page] =
        known + [Int32](repeating: 0, count: Int(PlaceRow.cellsPerPage) - known.count)
    }
    pages[page]?[Int(place)] = chunk.littleEndian
  }

  /// Stores all pages, and removes those that an earlier build left.
  mutating func end(_ statements: ListStatements) throws {
    try store(statements)
    try statements.removePlaces(list: list, except: stored)
  }

  private mutating func store(_ statements: ListStatements) throws {
    for (page, chunks) in pages.sorted(by: { $0.key < $1.key }) {
      try statements.write(
        places: chunks[..<((chunks.lastIndex { $0 != 0 } ?? -1) + 1)], list: list, page: page)
      stored.insert(page)
    }
    pages.removeAll(keepingCapacity: true)
  }
}
