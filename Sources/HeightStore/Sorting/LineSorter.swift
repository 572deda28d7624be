import GRDB

/// Sorts lines in bounded memory, in a temporary file that is removed with the sorter.
///
/// It is a class because it owns a database connection.
package final class LineSorter {
  private let queue: DatabaseQueue
  private let insertion: PreparedStatement
  private let query: PreparedStatement

  /// Creates an empty sorter.
  ///
  /// - Throws: `StoreError` if the temporary file cannot be created.
  package init() throws {
    let errors = SQLiteErrors(path: "a temporary file", writing: true)
    var configuration = Configuration()
    // One transaction for its whole life, as nothing is needed after a crash.
    configuration.allowsUnsafeTransactions = true
    (queue, insertion, query) = try errors.translating {
      // A database without a name is a temporary file.
      let queue = try DatabaseQueue(path: "", configuration: configuration)
      let (insertion, query) = try queue.inDatabase { db in
        try db.execute(
          sql: """
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            PRAGMA cache_size = -16384;
            BEGIN;
            CREATE TABLE lines (
              place INTEGER, part INTEGER, number INTEGER, line BLOB,
              PRIMARY KEY (place, part, number)) WITHOUT ROWID;
            """)
        guard let handle = db.sqliteConnection else {
          throw StoreError.writeFailed(path: errors.path, reason: "the connection is closed")
        }
        return (
          try PreparedStatement(
            "INSERT INTO lines VALUES (?, ?, ?, ?)", on: handle, of: queue, errors: errors),
          try PreparedStatement(
            "SELECT place, number, line FROM lines ORDER BY place, part, number", on: handle,
            of: queue, errors: errors)
        )
      }
      return (queue, insertion, query)
    }
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - place: The first key.
  ///   - part: The second key.
  ///   - number: The third key, unique.
  package func add(_ line: [UInt8], place: Int64, part: Int, number: Int) throws {
    try insertion.bind(place, at: 1)
    try insertion.bind(Int64(part), at: 2)
    try insertion.bind(Int64(number), at: 3)
    try line.withUnsafeBytes { bytes in
      try insertion.bind(blob: bytes, at: 4)
      try insertion.run()
    }
  }

  /// The next line in the order of its keys; nil after the last.
  package func next() throws -> (place: Int64, number: Int, line: [UInt8])? {
    guard try query.step() else { return nil }
    return (query.int(0), Int(query.int(1)), [UInt8](query.blob(2)))
  }
}
