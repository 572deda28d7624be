/// What keeps a store from being written, published or read.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A directory, lock or side file cannot be made.
  case cannotCreate(path: String, reason: String)
  /// A write failed after it had begun: a full disk, a limit, a device error.
  case writeFailed(path: String, reason: String)
  /// Another build holds the lock.
  case locked(path: String, holder: String)
  /// There is no store at that path.
  case missing(path: String)
  /// The file cannot be opened or read, though it is there.
  case unreadable(path: String, reason: String)
  /// The file is something else than a store of heights.
  case notAStore(path: String, reason: String)
  /// The store was written by a later version of cellheights.
  case newerVersion(path: String, found: Int, known: Int)
  /// The store was written by an earlier version of cellheights, whose schema is not read.
  case olderVersion(path: String, found: Int, known: Int)
  /// The store is damaged.
  case corrupt(path: String, detail: String)
  /// One build wrote the same record and environment twice.
  case duplicateCell(feed: String, id: String, environment: String)
  /// What was handed in contradicts itself or came out of turn.
  case invalid(String)
  /// The finished side file is not what was written into it.
  case verificationFailed(path: String, detail: String)

  /// One sentence for standard error: what was found, where, and what to do.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let reason):
      "cannot create \(path): \(reason); choose another place with --store"
    case .writeFailed(let path, let reason):
      "writing \(path) failed: \(reason); the published store is unchanged"
    case .locked(let path, let holder):
      "another build holds \(path) (\(holder)); try again when it has ended"
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
    case .verificationFailed(let path, let detail):
      "the finished build \(path) failed its check (\(detail)); the published store is unchanged"
    }
  }
}
