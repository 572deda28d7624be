#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The last steps of a build: they replace the store and keep the previous generation.
///
/// After each step the store's path has a complete store. A killed process can only leave a file
/// that the next build uses or removes.
struct Publication {
  let store: String
  /// Path of the finished file.
  let file: String
  /// Number of the published generation; nil if there is none, or it cannot be kept.
  let previous: Int?
  /// Number of generations to keep, the published one included.
  let keep: Int
  let failpoint: ((Failpoint) throws -> Void)?

  /// Publishes the file.
  ///
  /// - Returns: Earlier generations that could not be removed, which does not undo a publication.
  func run() throws -> [String] {
    try failpoint?(.beforeFsync)
    try FileOperations.synchronize(file)
    try FileOperations.copyPermissions(of: store, to: file)
    try failpoint?(.beforeKeeping)
    try keepPrevious()
    try failpoint?(.beforeRename)
    try FileOperations.replace(store, with: file)
    try failpoint?(.afterRename)
    try failpoint?(.beforeDirectoryFsync)
    try FileOperations.synchronize(FileOperations.directory(of: store))
    try failpoint?(.beforeRemoving)
    return try removeSurplus()
  }

  /// Gives the published file a second name, `STORE.<number>`.
  ///
  /// On a file system without hard links it is copied.
  private func keepPrevious() throws {
    guard keep > 1, let previous, let published = try FileOperations.identity(store) else { return }
    let target = StoreGenerations.path(store: store, number: previous)
    // A killed build may have done it.
    if try FileOperations.isOwnFile(target),
      try FileOperations.identity(target) == published
    {
      return
    }
    let temporary = StoreGenerations.temporaryPath(store: store)
    try FileOperations.remove(temporary)
    if link(store, temporary) != 0 {
      try FileOperations.copy(store, to: temporary)
      try FileOperations.synchronize(temporary)
    }
    try failpoint?(.duringKeeping)
    try FileOperations.replace(target, with: temporary)
  }

  private func removeSurplus() throws -> [String] {
    var remaining: [String] = []
    for kept in try StoreGenerations.surplus(store: store, keep: keep) {
      do {
        try FileOperations.remove(kept.path)
      } catch {
        remaining.append(kept.path)
      }
      try failpoint?(.afterRemoving(kept.number))
    }
    return remaining
  }
}

/// A point of a build where a test can stop it.
public enum Failpoint: Hashable, Sendable {
  /// After a number of written cells.
  case afterInsert(Int)
  /// The cells of an unfinished feed are complete under the name of the staging file.
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
