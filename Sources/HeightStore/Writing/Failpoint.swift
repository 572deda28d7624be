/// A place in a build where a test may stop it.
public enum Failpoint: Hashable, Sendable {
  /// After so many cells of this build were written.
  case afterInsert(Int)
  /// All is written and checked; nothing is synced.
  case beforeFsync
  /// The side file is synced; the old store is still in place.
  case beforeRename
  /// The new store is in place; its directory is not synced.
  case afterRename
  /// Right before the directory is synced.
  case beforeDirectoryFsync
}
