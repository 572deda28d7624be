/// A point of a build where a test can stop it.
public enum Failpoint: Hashable, Sendable {
  /// After a number of written cells.
  case afterInsert(Int)
  /// Everything is written and checked, nothing is synced.
  case beforeFsync
  /// The staging file is synced, the store is not replaced.
  case beforeRename
  /// The store is replaced, its directory is not synced.
  case afterRename
  /// Directly before the directory is synced.
  case beforeDirectoryFsync
}
