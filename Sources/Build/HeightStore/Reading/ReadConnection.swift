import SQLiteDatabase

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A read-only, immutable connection to a published store.
///
/// A published file is replaced and never changed. The immutable mode saves the locks of each
/// statement, three quarters of a lookup's time.
struct ReadConnection {
  let database: Connection
  let errors: StoreErrors

  /// Opens a file, with limited statements until `limitSteps(false)`.
  ///
  /// - Parameter isMapped: Whether the file is mapped into memory; see `StoreAccess`.
  init(path: String, isMapped: Bool = true) throws {
    let errors = StoreErrors(path: path, writing: false)
    let database = try errors.translating { try Connection(path: path, access: .immutable) }
    (self.database, self.errors) = (database, errors)
    // Longer rows are rejected before memory is allocated.
    database.limitRows(toBytes: StoreSchema.maximumRowBytes)
    // Debian's SQLite has no memory mapping and a cache of 2 MB by default.
    for setting in [
      "mmap_size = \(isMapped ? 1 << 40 : 0)", "cache_size = -4096", "query_only = 1",
      "trusted_schema = 0",
    ] {
      // A schema that cannot be read is reported after the header, by the first query.
      do { try database.execute("PRAGMA \(setting)") } catch is SQLiteError {}
    }
    limitSteps(true)
  }

  /// Maximum number of SQLite's instructions per statement on an unchecked file; some seconds.
  static let uncheckedSteps: Int32 = 50_000_000

  /// Limits every statement to `uncheckedSteps`, or removes the limit.
  func limitSteps(_ isLimited: Bool) {
    database.limitSteps(isLimited ? Self.uncheckedSteps : nil)
  }

  func prepare(_ sql: String) throws -> PreparedStatement {
    try database.prepare(sql, errors: errors)
  }

  func rows<Row>(_ sql: String, _ read: (PreparedStatement) throws -> Row) throws -> [Row] {
    let statement = try prepare(sql)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(try read(statement))
    }
    return rows
  }

  /// Calls `body` with each row of a table in a range of numbers, in ascending order.
  ///
  /// See `Connection.forEachRow`.
  ///
  /// - Throws: The first error of `body`, which ends the run; `StoreError`.
  func forEachRow(
    _ columns: String, count: Int32, from source: String, _ numbers: ClosedRange<Int64>,
    _ body: (RowArguments) throws -> Void
  ) throws {
    try database.forEachRow(columns, count: count, from: source, numbers, errors: errors, body)
  }
}

/// The method of reading the file of a store.
public enum StoreAccess: Hashable, Sendable {
  /// The file is mapped into memory, which is the fastest.
  ///
  /// The system ends a process (SIGBUS) that reads a mapped file which was truncated meanwhile.
  case mapped
  /// The file is read with calls that can fail.
  ///
  /// After the file was changed in place, every read fails. This is for programs that continue
  /// after their store is gone.
  case calls
}

/// A file whose content must not change after it was opened.
///
/// It is a class because it owns a descriptor, which identifies the file under any name.
final class WatchedFile {
  let identity: FileIdentity
  private let path: String
  private let descriptor: Int32

  /// Opens a regular file.
  ///
  /// - Returns: nil for a missing one.
  init?(path: String) throws(StoreError) {
    // Errors name the path, before a device or a pipe is opened.
    guard try FileOperations.identity(path) != nil else { return nil }
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: FileOperations.reason(errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(path: path, reason: FileOperations.reason(code))
    }
    identity = FileIdentity(status)
    self.path = path
  }

  deinit { close(descriptor) }

  /// - Throws: `StoreError.unreadable` once the content was changed.
  func check() throws(StoreError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity else {
      throw .unreadable(
        path: path,
        reason: "it was changed in place while it was read; to restore a store, copy the backup "
          + "beside it and rename the copy")
    }
  }
}
