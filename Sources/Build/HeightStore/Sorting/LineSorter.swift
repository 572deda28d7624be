import SQLiteDatabase

/// Sorts lines in bounded memory, with a temporary file that is removed with the sorter.
///
/// It is a class because it owns a database connection.
package final class LineSorter {
  private let insertion: PreparedStatement
  private let query: PreparedStatement

  /// Creates an empty sorter.
  ///
  /// - Throws: `StoreError` if the temporary file cannot be created.
  package init() throws {
    let errors = StoreErrors(path: "a temporary file", writing: true)
    let database = try errors.translating {
      let database = try Connection.temporary(cacheKiB: 16_384)
      try database.execute(
        """
        CREATE TABLE lines (
          place INTEGER, part INTEGER, number INTEGER, line BLOB,
          PRIMARY KEY (place, part, number)) WITHOUT ROWID
        """)
      return database
    }
    insertion = try database.prepare("INSERT INTO lines VALUES (?, ?, ?, ?)", errors: errors)
    query = try database.prepare(
      "SELECT place, number, line FROM lines ORDER BY place, part, number", errors: errors)
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - position: The first sort key.
  ///   - part: The second sort key.
  ///   - number: The third sort key, which is unique.
  package func add(_ line: [UInt8], position: Int64, part: Int, number: Int) throws {
    try insertion.bind(position, at: 1)
    try insertion.bind(Int64(part), at: 2)
    try insertion.bind(Int64(number), at: 3)
    try line.withUnsafeBytes { bytes in
      try insertion.bind(blob: bytes, at: 4)
      try insertion.run()
    }
  }

  /// Returns the next line in the order of the sort keys; nil after the last line.
  ///
  /// Call it only after all lines were added.
  package func next() throws -> (position: Int64, number: Int, line: [UInt8])? {
    guard try query.step() else { return nil }
    return (query.int(0), Int(query.int(1)), [UInt8](query.blob(2)))
  }
}
