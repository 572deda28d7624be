import SQLiteDatabase

/// An error while a store is written, published or read.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A directory, lock or staging file cannot be created, or a file of an earlier build cannot be
  /// removed.
  case cannotCreate(path: String, reason: String)
  /// A backup cannot be written to the path.
  case cannotBackUp(path: String, reason: String)
  /// A write failed, for example because of a full disk, a limit or a device error.
  case writeFailed(path: String, reason: String)
  /// Another process holds the lock file at `path`; `holder` describes the process.
  case locked(path: String, holder: String)
  /// A `GenerationHold` prevents every build from publishing; `note` is its text.
  case held(store: String, note: String)
  /// The generation with this number is not kept; `kept` lists the numbers of kept generations.
  case unknownGeneration(store: String, number: Int, kept: [Int])
  /// There is no store at the path.
  case missing(path: String)
  /// The file exists but cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not a store.
  case notAStore(path: String, reason: String)
  /// The store has schema version `found`, which is newer than `known`, the program's version.
  case newerVersion(path: String, found: Int, known: Int)
  /// The store has schema version `found`, which is older than `known`, the program's version.
  case olderVersion(path: String, found: Int, known: Int)
  /// The store is damaged.
  case corrupt(path: String, detail: String)
  /// A build wrote a cell with the same record and environment twice.
  case duplicateCell(feed: String, id: String, environment: String)
  /// A call has invalid arguments, or is in the wrong order.
  case invalid(String)
  /// The store contains shard `found`, and the build makes shard `wanted`.
  ///
  /// `nil` means all records.
  case otherShard(path: String, found: ShardNumber?, wanted: ShardNumber?)
  /// A store that must be a shard contains all records.
  case noShard(path: String)
  /// The finished staging file does not contain what was written.
  case verificationFailed(path: String, detail: String)

  /// One sentence for standard error: the problem, its location, and the remedy.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let reason):
      "cannot create \(path): \(reason); choose another place with --store"
    case .cannotBackUp(let path, let reason):
      "cannot write a backup to \(path): \(reason); name another file, in a folder that exists"
    case .writeFailed(let path, let reason):
      "writing \(path) failed: \(reason); the published store is unchanged"
    case .locked(let path, let holder):
      "another build holds \(path) (\(holder)); try again when it has ended"
    case .held(let store, let note):
      "\(store) is held (\(note)), and nothing was published; when builds may publish again: "
        + "cellheights rollback --release --store \(store)"
    case .unknownGeneration(let store, let number, let kept):
      "generation \(number) of \(store) is not kept; "
        + (kept.isEmpty
          ? "no earlier one is"
          : "there are \(kept.map(String.init).joined(separator: ", "))")
    case .missing(let path):
      "there is no store at \(path); make one with: cellheights build FEED --store \(path)"
    case .unreadable(let path, let reason):
      "cannot read \(path): \(reason)"
    case .notAStore(let path, let reason):
      "\(path) is not a store of cellheights (\(reason)); it is left untouched, "
        + "name another with --store"
    case .newerVersion(let path, let found, let known):
      "\(path) has schema version \(found), this program knows up to \(known); "
        + "use the newer cellheights"
    case .olderVersion(let path, let found, let known):
      "\(path) has schema version \(found), this program reads \(known); "
        + "build its feeds again, a build computes them anew"
    case .corrupt(let path, let detail):
      "\(path) is damaged (\(detail)); restore a backup, or move it away and build again"
    case .duplicateCell(let feed, let id, let environment):
      "record '\(id)' of feed '\(feed)' was written twice for \(environment); ids must be unique"
    case .invalid(let what):
      "invalid store request: \(what)"
    case .otherShard(let path, let found, let wanted):
      "CH0720 \(path) is \(found.map { "shard \($0)" } ?? "a store of all records"), and this "
        + "build makes \(wanted.map { "shard \($0)" } ?? "a store of all records"); "
        + "name another with --store"
    case .noShard(let path):
      "CH0721 \(path) is a store of all records and no shard; "
        + "shards are made with: cellheights build FEED --shard I/N --store FILE"
    case .verificationFailed(let path, let detail):
      "the finished build \(path) failed its check (\(detail)); the published store is unchanged"
    }
  }
}

/// Converts SQLite errors to `StoreError`.
struct StoreErrors: SQLiteErrorConversion {
  /// Path of the database file.
  let path: String
  /// Path of the store to which the file belongs; it differs from `path` for a staging file.
  let store: String
  /// Whether the file is open for writing.
  let writing: Bool

  /// Creates a conversion for one file.
  ///
  /// - Parameter store: The path of the store that a staging file belongs to; nil if the file is
  ///   the store itself.
  init(path: String, store: String? = nil, writing: Bool) {
    self.path = path
    self.store = store ?? path
    self.writing = writing
  }

  /// The error for a finished file that does not contain what was written.
  func verificationFailed(_ detail: String) -> StoreError {
    .verificationFailed(path: path, detail: detail)
  }

  func error(_ error: SQLiteError) -> any Error {
    let message = error.message
    return switch error.code {
    case .notADatabase: StoreError.notAStore(path: path, reason: message)
    case .corrupt: StoreError.corrupt(path: store, detail: message)
    case .interrupted: StoreError.corrupt(path: store, detail: "reading it takes too long")
    case .tooBig where !writing: StoreError.corrupt(path: store, detail: message)
    case .cannotOpen where writing: StoreError.cannotCreate(path: path, reason: message)
    case _ where writing: StoreError.writeFailed(path: path, reason: message)
    default: StoreError.unreadable(path: path, reason: message)
    }
  }

  /// Runs `body`, and converts SQLite errors to `StoreError`; other errors are thrown unchanged.
  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLiteError { throw self.error(error) }
  }
}
