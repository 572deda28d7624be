import SQLiteDatabase

/// Reads every row of a published store and looks for damage.
///
/// It is a class because it owns database connections. Only one thread may use it at a time.
public final class StoreVerification {
  private let reader: StoreReader
  private let connection: ReadConnection

  /// Opens the store at a path.
  ///
  /// - Throws: The errors of `StoreReader.init`; `StoreError.unreadable` if a build replaces the
  ///   store at the same time.
  public init(path: String) throws {
    reader = try StoreReader(path: path)
    reader.readsLines = true
    connection = try ReadConnection(path: path)
    connection.limitSteps(false)
    guard try !reader.isReplaced() else {
      throw StoreError.unreadable(path: path, reason: "a build replaced it just now; run again")
    }
  }

  /// The faults that SQLite's `integrity_check` finds; empty if there are none.
  ///
  /// - Parameter limit: Maximum number of faults to find; at least 1.
  public func faultsOfSQLite(limit: Int) throws -> [String] {
    let answers = try connection.rows("PRAGMA integrity_check(\(max(1, limit)))") { $0.text(0) }
    return answers == ["ok"] ? [] : answers
  }

  /// Reads every cell and verifies its checksum.
  ///
  /// - Parameter visit: Receives the number of each cell, and the reason why the cell cannot be
  ///   read; the reason is nil for an intact cell.
  public func readCells(_ visit: (Int64, String?) -> Void) throws {
    let numbers = try connection.prepare("SELECT cell_id FROM cells NOT INDEXED ORDER BY cell_id")
    while try numbers.step() {
      let number = numbers.int(0)
      do {
        visit(number, try reader.cell(number: number) == nil ? "it cannot be found again" : nil)
      } catch let error as StoreError {
        visit(number, "\(error)")
      }
    }
  }

  /// Compares the number of cells of each feed with the catalog, in one pass over the cells.
  ///
  /// - Returns: One sentence per difference.
  public func wrongCounts() throws -> [String] {
    var counts: [Int64: [EnvironmentID: CellCounts]] = [:]
    var unknown = 0
    let cells = try connection.prepare(
      "SELECT feed_id, environment_id, error_code FROM cells NOT INDEXED")
    while try cells.step() {
      unknown += 1
      counts[cells.int(0), default: [:]][
        EnvironmentID(rawValue: cells.int(1)), default: CellCounts()
      ].add(failed: !cells.isNull(2))
    }
    var faults: [String] = []
    for feed in reader.catalog.feeds {
      for environment in feed.environments {
        let actual = counts[feed.id]?[environment.id] ?? CellCounts()
        let (rows, failed) = (actual.cells + actual.failed, actual.failed)
        unknown -= rows
        if rows != environment.cells + environment.failed || failed != environment.failed {
          faults.append(
            "feed '\(feed.name)' has \(rows) cells for \(environment.environment.key), \(failed) of "
              + "them failed, instead of \(environment.cells + environment.failed) and "
              + "\(environment.failed)")
        }
      }
    }
    if unknown > 0 { faults.append("\(unknown) cells belong to no environment of a feed") }
    return faults
  }
}
