import Glibc

/// Copies a published store into one file, which is a store with the same bytes.
///
/// A published file never changes, so that its copy is consistent while builds publish.
public enum StoreBackup {
  /// Copies a store.
  ///
  /// The copy is written beside its path, checked, synced and renamed.
  ///
  /// - Parameters:
  ///   - store: Path of the store.
  ///   - target: Path of the copy, in an existing directory.
  ///   - replaces: Whether an existing file is replaced.
  /// - Returns: The copied generation, and the size of the file in bytes.
  /// - Throws: `StoreError.cannotCreate` for an existing file or a missing directory; `.corrupt`
  ///   and the like if the store is not whole; `.writeFailed`. No file is left behind.
  public static func write(
    store: String, to target: String, replaces: Bool
  ) throws -> (generation: Generation, bytes: Int) {
    let store = try FileOperations.resolved(store)
    let target = try FileOperations.resolved(target)
    guard let source = try FileOperations.identity(store) else {
      throw StoreError.missing(path: store)
    }
    if let known = try FileOperations.entry(target) {
      guard known.isFile else {
        throw StoreError.cannotCreate(path: target, reason: "it is no regular file")
      }
      guard known.identity != source else {
        throw StoreError.cannotCreate(path: target, reason: "it is the store itself")
      }
      guard replaces else {
        throw StoreError.cannotCreate(
          path: target, reason: "it exists already; replace it with --force")
      }
    }
    let temporary = "\(target).\(getpid()).writing"
    try FileOperations.remove(temporary)
    do {
      try FileOperations.copy(store, to: temporary)
      let generation = try check(temporary)
      try FileOperations.synchronize(temporary)
      try FileOperations.replace(target, with: temporary)
      try FileOperations.synchronize(FileOperations.directory(of: target))
      return (generation, try FileOperations.identity(target)?.bytes ?? 0)
    } catch {
      // The original error is thrown.
      do { try FileOperations.remove(temporary) } catch _ {}
      throw error
    }
  }

  /// Checks the structure and the catalog of a copy.
  private static func check(_ path: String) throws -> Generation {
    let generation = try StoreReader(path: path).catalog.generation
    let connection = try ReadConnection(path: path)
    connection.limitSteps(false)
    let answers = try connection.rows("PRAGMA quick_check(1)") { $0.text(0) }
    guard answers == ["ok"] else {
      throw StoreError.corrupt(path: path, detail: answers.first ?? "quick_check says nothing")
    }
    return generation
  }
}
