import BenchmarkStores
import CRawSQLite
import Heights
import HeightStore
import LayoutPrimitives
import PairedBenchmark

extension Benchmark {
  /// `lookup.vs-sqlite`: an id's height and seven frames among a million cells, from a snapshot, and
  /// by a prepared statement of SQLite's C interface on the same store.
  static let pointLookup = Benchmark(
    name: "lookup.vs-sqlite", sense: .timesFaster, operation: "lookup", mayAllocate: 0.01
  ) { input in
    let folder = try BenchmarkFolder()
    let (count, lookups) = (1_000_000, 20_000)
    let store = folder.path("cells.sqlite")
    let cells = try StoreOfCells(count: count, views: 7, store: store)
    let snapshot = try GenerationSnapshot(store: store)
    guard let snapshotCells = snapshot.cells(of: cells.scope) else {
      throw BenchmarkError("the store that was written has no cells in memory")
    }
    let query = try RawQuery(store: store)
    let sink = input.sink
    for number in stride(from: 0, to: count, by: 997) {
      let id = StoreOfCells.id(number)
      guard sum(id, snapshotCells) == (try query.sum(id)), sum(id, snapshotCells) > 0 else {
        throw BenchmarkError("both sides find other cells for '\(id)'")
      }
    }
    var generator = SystemRandomNumberGenerator()
    func ids() -> [String] {
      (0..<lookups).map { _ in
        StoreOfCells.id(Int.random(in: 0..<count, using: &generator))
      }
    }
    return Contest(
      operations: lookups,
      subject: {
        let ids = ids()
        return CPUClock.thread.measure { for id in ids { sink.take(sum(id, snapshotCells)) } }
      },
      reference: {
        let ids = ids()
        return try CPUClock.thread.measure { for id in ids { sink.take(try query.sum(id)) } }
      })
  }

  /// The height and the tops of the frames of a cell; 0 for none.
  private static func sum(_ id: String, _ snapshotCells: SnapshotCells) -> Int {
    guard let cell = snapshotCells.cell(id), let frames = snapshotCells.frames(of: cell) else {
      return 0
    }
    var sum = cell.height
    for view in 0..<frames.count { sum += frames[view].height }
    return sum
  }
}

/// The statement that a program without a library would use, on an immutable, mapped file.
///
/// It is a class because it owns the connection.
private final class RawQuery {
  private var connection: OpaquePointer?
  private var statement: OpaquePointer?

  init(store: String) throws {
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    sqlite3_open_v2("file:\(store)?immutable=1", &connection, flags, nil)
    sqlite3_exec(connection, "PRAGMA mmap_size = 1099511627776", nil, nil, nil)
    let sql = """
      SELECT height, exact_height, trust, coalesce(cells.frames, shapes.frames) FROM cells
      LEFT JOIN shapes USING(shape_id)
      WHERE feed_id = 1 AND environment_id = 1 AND record_id = ?
      """
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw BenchmarkError("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
    }
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close_v2(connection)
  }

  /// The height and the heights of the frames of a cell; 0 for none.
  func sum(_ id: String) throws -> Int {
    var id = id
    return try id.withUTF8 { text in
      try text.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(statement, 1, characters.baseAddress, Int32(characters.count), nil)
        defer { sqlite3_reset(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_DONE: return 0
        case SQLITE_ROW: break
        default: throw BenchmarkError("SQLite cannot step")
        }
        var sum = Int(sqlite3_column_int64(statement, 0))
        _ = sqlite3_column_double(statement, 1) + Double(sqlite3_column_int64(statement, 2))
        let frames = UnsafeRawBufferPointer(
          start: sqlite3_column_blob(statement, 3),
          count: Int(sqlite3_column_bytes(statement, 3)))
        for view in 0..<frames.count / 16 {
          sum += Int(frames.loadUnaligned(fromByteOffset: view * 16 + 12, as: Int32.self))
        }
        return sum
      }
    }
  }
}
