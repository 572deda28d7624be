#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The last steps of a build: they replace the store and keep the previous generation.
///
/// After each step there is a complete store at the path of the store. If the process is killed, it
/// leaves at most a file that the next build uses or removes.
struct Publication {
  let store: String
  /// Path of the finished staging file.
  let file: String
  /// Number of the generation that is replaced; nil if there is none or if it cannot be kept.
  let previous: Int?
  /// Number of generations to keep, including the new one.
  let keep: Int
  let failpoint: ((Failpoint) throws -> Void)?

  /// Publishes the finished file.
  ///
  /// - Returns: Paths of earlier generations that could not be removed; the publication is valid
  ///   anyway.
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

  /// Gives the file of the previous generation the additional name `STORE.<number>`.
  ///
  /// If the file system has no hard links, the file is copied.
  private func keepPrevious() throws {
    guard keep > 1, let previous, let published = try FileOperations.identity(store) else { return }
    let target = StoreGenerations.path(store: store, number: previous)
    // A build that was killed may already have made this link.
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

/// A point in a build at which a test can stop the build.
public enum Failpoint: Hashable, Sendable {
  /// After the given number of cells was written.
  case afterInsert(Int)
  /// Everything is written and verified; nothing is synced yet.
  case beforeFsync
  /// The staging file is synced; the previous generation is not kept yet.
  case beforeKeeping
  /// The previous generation has a temporary second name.
  case duringKeeping
  /// The previous generation is kept; the store is not replaced yet.
  case beforeRename
  /// The store is replaced; its directory is not synced yet.
  case afterRename
  /// Directly before the directory is synced.
  case beforeDirectoryFsync
  /// Everything is published; surplus generations are not removed yet.
  case beforeRemoving
  /// A kept generation with the given number was removed.
  case afterRemoving(Int)
}
