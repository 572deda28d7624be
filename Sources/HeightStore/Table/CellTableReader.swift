import LayoutPrimitives

/// Reads all cells of a store, once, in the order of the file.
package struct CellTableReader {
  private let reader: StoreReader
  /// The record of each cell number, for the lists.
  private let records: CellNumbers

  /// The cells.
  package let cells: CellTable

  /// Reads the cells.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - frameBytes: Memory up to which frames that no other cell has are kept.
  ///   - threads: At most so many read at once; the outcome is the same for any number.
  /// - Throws: `StoreError.corrupt` for a damaged row, or counts that the catalog contradicts.
  package init(_ reader: StoreReader, frameBytes: Int, threads: Int) throws {
    self.reader = reader
    (cells, records) = try CellBatches(reader, threads: threads)
      .merged { try CellTableBuilder(reader, frameBytes: frameBytes) }
      .finished()
  }

  /// The records of a list's cells in order, whose heights must be the list's.
  ///
  /// - Parameters:
  ///   - list: A list of the feed in an environment.
  ///   - feed: The feed's place in the catalog.
  ///   - column: The environment's column.
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
  package func records(of list: StoredList, feed: Int, column: Int) throws -> [UInt32] {
    var found: [UInt32] = []
    found.reserveCapacity(list.count)
    for index in list.chunks.indices {
      let chunk = try reader.chunk(index, of: list)
      for (place, number) in chunk.cellIDs.enumerated() {
        let height = chunk.heightsBefore[place + 1] - chunk.heightsBefore[place]
        guard let record = records[number],
          Int(cells.feeds[feed].row(Int(record), column: column).height) == height
        else {
          throw reader.corrupt("cell \(number) of list '\(list.description.name)'")
        }
        found.append(record)
      }
    }
    return found
  }
}
