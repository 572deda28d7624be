import LayoutPrimitives
import SQLiteDatabase

/// Reads back the chunks and the positions of all lists, and compares them with the chunk orders in
/// the catalog.
struct AuditedLists {
  /// A chunk that the chunk order of a list contains.
  private struct Expected {
    let list: Int64
    let environment: Int64
    let entry: ChunkOrder.Entry
  }

  private let errors: StoreErrors
  private var expected: [Int64: Expected] = [:]
  /// The sum of a hash of list, cell and chunk number over all cells in chunks.
  ///
  /// A sum does not depend on the order of the cells.
  private var inChunks: UInt64 = 0
  /// The same sum over all cells in pages of positions; both sums must be equal.
  private var inPages: UInt64 = 0

  /// Checks the chunks and the positions of all lists.
  ///
  /// - Throws: `StoreError.corrupt` at the first contradiction.
  static func check(
    _ catalog: StoreCatalog, connection: Connection, errors: StoreErrors, _ bytes: RowBytes
  ) throws {
    var lists = AuditedLists(errors: errors)
    try lists.readOrders(catalog)
    try lists.readChunks(connection, bytes)
    try lists.readPages(connection, bytes)
  }

  private init(errors: StoreErrors) {
    self.errors = errors
  }

  private mutating func readOrders(_ catalog: StoreCatalog) throws {
    for list in catalog.feeds.flatMap(\.lists) {
      let name = list.description.name
      for (environment, totals) in list.totals {
        guard let order = ChunkOrder(totals.chunks) else {
          throw damaged("the order of list '\(name)'")
        }
        if let shape = list.description.shape {
          guard let counts = SectionCounts.decoded(totals.sections ?? []),
            ListSections(shape, entries: counts, count: totals.cells) != nil
          else { throw damaged("the sections of list '\(name)'") }
        }
        for entry in order.entries {
          let duplicate = expected.updateValue(
            Expected(
              list: list.id.rawValue, environment: environment.rawValue, entry: entry),
            forKey: entry.chunk)
          guard duplicate == nil else {
            throw damaged("list '\(name)' has chunk \(entry.chunk) twice")
          }
        }
      }
    }
  }

  private mutating func readChunks(_ connection: Connection, _ bytes: RowBytes) throws {
    let rows = try PreparedStatement(
      "SELECT \(ChunkRow.columns) FROM list_chunks ORDER BY chunk_id", on: connection,
      errors: errors)
    while try rows.step() {
      let (number, list) = (rows.int(ChunkRow.id), rows.int(ChunkRow.list))
      guard ChunkRow.isWhole(rows, bytes), let chunk = expected.removeValue(forKey: number),
        chunk.list == list, chunk.environment == rows.int(ChunkRow.environment),
        chunk.entry.cells == Int(rows.int(ChunkRow.cells)),
        chunk.entry.heightSum == Int(rows.int(ChunkRow.heightSum))
      else { throw damaged("chunk \(number) of list \(list)") }
      var sum: UInt64 = 0
      _ = ChunkRow.forEachCell(rows) { cell, _ in sum &+= Self.mixed(list, cell, number) }
      inChunks &+= sum
    }
    if let missing = expected.min(by: { $0.key < $1.key }) {
      throw damaged("chunk \(missing.key) of list \(missing.value.list)")
    }
  }

  private mutating func readPages(_ connection: Connection, _ bytes: RowBytes) throws {
    let rows = try PreparedStatement(
      "SELECT \(ListPageRow.columns) FROM list_places NOT INDEXED", on: connection, errors: errors)
    while try rows.step() {
      let (list, page) = (rows.int(ListPageRow.list), rows.int(ListPageRow.page))
      guard ListPageRow.isWhole(rows, bytes), page >= 0,
        page <= Int64.max / ListPageRow.cellsPerPage - 1
      else { throw damaged("page \(page) of the places of list \(list)") }
      for index in 0..<rows.blob(ListPageRow.chunks).count / 4 {
        let chunk = ListPageRow.chunk(rows, at: index)
        guard chunk != 0 else { continue }
        inPages &+= Self.mixed(list, page * ListPageRow.cellsPerPage + Int64(index), chunk)
      }
    }
    guard inPages == inChunks else {
      throw damaged("the places of its lists' cells are not those of the chunks")
    }
  }

  /// Mixes three numbers into a 64-bit hash.
  ///
  /// Source: Sebastiano Vigna, splitmix64.
  private static func mixed(_ list: Int64, _ cell: Int64, _ chunk: Int64) -> UInt64 {
    var word = UInt64(bitPattern: list &* 0x1_0000_0001)
    for value in [cell, chunk] {
      word = (word ^ UInt64(bitPattern: value)) &+ 0x9e37_79b9_7f4a_7c15
      word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
      word ^= word >> 31
    }
    return word
  }

  private func damaged(_ detail: String) -> StoreError {
    .corrupt(path: errors.store, detail: detail)
  }
}
