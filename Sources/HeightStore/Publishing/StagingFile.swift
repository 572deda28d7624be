/// The file beside the store in which a build works.
///
/// It keeps a rollback journal and commits often without syncing: a killed process leaves a file
/// that the next connection rolls back to its last commit, at the speed of no journal at all
/// (only pages that existed before are journalled). A machine that stops may leave anything, so
/// that what an earlier boot left is swept, never opened. The mode is not WAL, because a file
/// published by rename must be whole without a second one.
struct StagingFile: Hashable, Sendable {
  /// Path of the published store.
  let store: String

  /// Path of the side file.
  var path: String { store + ".building" }

  /// Removes the side file with its journals; the file first, or a crash in between would leave it
  /// looking whole without the journal it needs.
  func sweep() throws {
    try FileOperations.remove(path)
    for suffix in ["-journal", "-wal", "-shm"] { try FileOperations.remove(path + suffix) }
  }

  /// Starts empty, with the permissions of what it will replace.
  func makeEmpty() throws {
    try FileOperations.makeEmpty(path)
    try FileOperations.copyPermissions(of: store, to: path)
  }
}
