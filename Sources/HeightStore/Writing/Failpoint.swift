/// A point of a build where a test can stop it.
public enum Failpoint: Hashable, Sendable {
  /// After a number of written cells.
  case afterInsert(Int)
  /// The cells of an unfinished feed are whole under the name of the staging file.
  case beforeSettingAside
  /// The cells of an unfinished feed are set aside, no feed is published.
  case afterSettingAside
  /// Everything is written and checked, nothing is synced.
  case beforeFsync
  /// The staging file is synced, the previous generation is not kept yet.
  case beforeKeeping
  /// The previous generation has a temporary second name.
  case duringKeeping
  /// The previous generation is kept, the store is not replaced.
  case beforeRename
  /// The store is replaced, its directory is not synced.
  case afterRename
  /// Directly before the directory is synced.
  case beforeDirectoryFsync
  /// Everything is published, surplus generations are not removed.
  case beforeRemoving
  /// After the removal of a kept generation.
  case afterRemoving(Int)
}
