/// The staging file, in which a build works.
///
/// It has a rollback journal and frequent commits without syncing. After a killed process the next
/// connection rolls back to the last commit. After a system crash the file may be damaged, so that
/// one of an earlier boot is removed. The journal mode is not WAL, because a file published by
/// rename must be complete without a second file.
struct StagingFile: Hashable, Sendable {
  /// Path of the published store.
  let store: String

  /// Path of the staging file.
  var path: String { store + ".building" }

  /// Path of a copy with only whole feeds, for a build with a deadline.
  var finishedPath: String { store + ".finished" }

  /// Path of the staging file of a build whose deadline came within a feed.
  var unfinishedPath: String { store + ".unfinished" }

  /// The file and its journals.
  var files: [String] { [path] + ["-journal", "-wal", "-shm"].map { path + $0 } }

  /// Removes the file, then its journals, because the file is damaged without its journal.
  func sweep() throws {
    for file in files { try FileOperations.remove(file) }
  }

  /// Copies the file, whose feeds are all whole.
  ///
  /// - Returns: Whether there was room; the build itself does not need the copy.
  func keepFinished() throws -> Bool {
    try FileOperations.remove(finishedPath)
    do {
      try FileOperations.copy(path, to: finishedPath)
      return true
    } catch {
      try FileOperations.remove(finishedPath)
      return false
    }
  }

  /// Creates an empty file with the permissions of the store.
  func makeEmpty() throws {
    try FileOperations.makeEmpty(path)
    try FileOperations.copyPermissions(of: store, to: path)
  }
}
