import SQLiteDatabase

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A read-only, immutable connection to a published store.
///
/// A published file is never changed, only replaced. In immutable mode, statements need no file
/// locks, which would take three quarters of the time of a lookup.
struct ReadConnection {
  let database: Connection
  let errors: StoreErrors

  /// Opens a file; statements are limited to `uncheckedSteps` until `limitSteps(false)` is called.
  ///
  /// - Parameter isMapped: Whether the file is mapped into memory; see `StoreAccess`.
  init(path: String, isMapped: Bool = true) throws {
    let errors = StoreErrors(path: path, writing: false)
    let database = try errors.translating { try Connection(path: path, access: .immutable) }
    (self.database, self.errors) = (database, errors)
    // Longer rows are rejected before SQLite allocates memory for them.
    database.limitRows(toBytes: StoreSchema.maximumRowBytes)
    // By default, SQLite on Debian does not map files into memory, and has a cache of only 2 MB.
    for setting in [
      "mmap_size = \(isMapped ? 1 << 40 : 0)", "cache_size = -4096", "query_only = 1",
      "trusted_schema = 0",
    ] {
      // Errors are ignored here: the first query after the header reports a schema that cannot be
      // read.
      do { try database.execute("PRAGMA \(setting)") } catch is SQLiteError {}
    }
    limitSteps(true)
  }

  /// Maximum number of SQLite instructions per statement while the file is unchecked.
  ///
  /// They take a few seconds. A statement that needs more throws `StoreError.corrupt`.
  static let uncheckedSteps: Int32 = 50_000_000

  /// Limits each statement to `uncheckedSteps`, or removes the limit.
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

  /// Calls `body` with each row whose number is in a range, in ascending order of numbers.
  ///
  /// See `Connection.forEachRow`.
  ///
  /// - Throws: `StoreError`, or the first error of `body`, which ends the iteration.
  func forEachRow(
    _ columns: String, count: Int32, from source: String, _ numbers: ClosedRange<Int64>,
    _ body: (RowArguments) throws -> Void
  ) throws {
    try database.forEachRow(columns, count: count, from: source, numbers, errors: errors, body)
  }
}

/// How a process reads the file of a store.
public enum StoreAccess: Hashable, Sendable {
  /// The file is mapped into memory; this is the fastest method.
  ///
  /// If the file is truncated while it is mapped, reading it ends the process with SIGBUS.
  case mapped
  /// The file is read with system calls, which report errors.
  ///
  /// If the file was changed in place, every later read fails. Use this method in a program that
  /// must continue when its store is damaged or removed.
  case calls
}

/// An open file whose content must not change.
///
/// It is a class because it owns a file descriptor, which identifies the file even after it is
/// renamed. Any thread may check it.
package final class WatchedFile: Sendable {
  let identity: FileIdentity
  private let path: String
  private let descriptor: Int32

  /// Opens a regular file.
  ///
  /// - Returns: nil if the file is missing.
  init?(path: String) throws(StoreError) {
    // This check comes before a device or a pipe is opened, and its errors name the path.
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

  /// Checks that the file was not changed in place.
  ///
  /// - Throws: `StoreError.unreadable` if the content was changed.
  package func check() throws(StoreError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity else {
      throw .unreadable(
        path: path,
        reason: "it was changed in place while it was read; to restore a store, copy the backup "
          + "beside it and rename the copy")
    }
  }
}
