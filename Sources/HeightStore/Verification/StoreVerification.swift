/// Reads every row of a published store and looks for damage.
///
/// It is a class because it owns database connections, and must be used by one thread at a time.
public final class StoreVerification {
  private let reader: StoreReader
  private let connection: ReadConnection

  /// Opens the store at a path.
  ///
  /// - Throws: As `StoreReader`; `StoreError.unreadable` if a build replaces the store meanwhile.
  public init(path: String) throws {
    reader = try StoreReader(path: path)
    connection = try ReadConnection(path: path)
    connection.limitSteps(false)
    guard try !reader.isReplaced() else {
      throw StoreError.unreadable(path: path, reason: "a build replaced it just now; run again")
    }
  }

  /// What SQLite's `integrity_check` finds; empty for nothing.
  ///
  /// - Parameter limit: Maximum number of faults; at least 1.
  public func faultsOfSQLite(limit: Int) throws -> [String] {
    let answers = try connection.rows("PRAGMA integrity_check(\(max(1, limit)))") { $0.text(0) }
    return answers == ["ok"] ? [] : answers
  }

  /// Reads every cell with its checksum.
  ///
  /// - Parameter damaged: Receives the number of each cell that cannot be read, and why.
  /// - Returns: The number of rows.
  public func readCells(damaged: (Int64, String) -> Void) throws -> Int {
    let numbers = try connection.prepare("SELECT cell_id FROM cells NOT INDEXED ORDER BY cell_id")
    var rows = 0
    while try numbers.step() {
      rows += 1
      let number = numbers.int(0)
      do {
        if try reader.cell(number: number) == nil { damaged(number, "it cannot be found again") }
      } catch let error as StoreError {
        damaged(number, "\(error)")
      }
    }
    return rows
  }

  /// Compares the counts of each feed's cells with the catalog.
  ///
  /// - Returns: One sentence for each difference.
  public func wrongCounts() throws -> [String] {
    let query = """
      SELECT count(*), count(error_code) FROM cells NOT INDEXED
        WHERE feed_id = ? AND environment_id = ?
      """
    var faults: [String] = []
    var known = 0
    for feed in reader.catalog.feeds {
      for environment in feed.environments {
        let statement = try connection.prepare(query)
        try statement.bind(feed.id, at: 1)
        try statement.bind(environment.id.rawValue, at: 2)
        guard try statement.step() else { continue }
        let (rows, failed) = (Int(statement.int(0)), Int(statement.int(1)))
        known += rows
        if rows != environment.cells + environment.failed || failed != environment.failed {
          faults.append(
            "feed '\(feed.name)' has \(rows) cells for \(environment.environment.key), \(failed) of "
              + "them failed, instead of \(environment.cells + environment.failed) and "
              + "\(environment.failed)")
        }
      }
    }
    let all = try connection.rows("SELECT count(*) FROM cells NOT INDEXED") { Int($0.int(0)) }
    if let all = all.first, all != known {
      faults.append("\(all - known) cells belong to no environment of a feed")
    }
    return faults
  }
}
