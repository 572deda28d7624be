#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Copies a published store into one file, which is a store with the same bytes.
///
/// A published file never changes, so that the copy is consistent even while builds publish.
public enum StoreBackup {
  /// Copies a store.
  ///
  /// The copy is written to a file beside the target, verified like a new generation, synced, and
  /// then renamed. If it fails, it leaves no file behind.
  ///
  /// - Parameters:
  ///   - store: Path of the store.
  ///   - target: Path of the copy, in an existing directory.
  ///   - replaces: Whether an existing file is replaced.
  /// - Returns: The copied generation, and the size of the file in bytes.
  /// - Throws: `StoreError.cannotBackUp` if the target exists and `replaces` is false, or if its
  ///   directory is missing; `.corrupt` or another error of reading if the store is damaged;
  ///   `.writeFailed`.
  public static func write(
    store: String, to target: String, replaces: Bool
  ) throws -> (generation: Generation, bytes: Int) {
    let store = try FileOperations.resolved(store)
    // This also checks the catalog, so that the error of a damaged store names the store and not
    // its copy.
    _ = try StoreReader(path: store)
    do {
      return try copy(store, to: try FileOperations.resolved(target), replaces: replaces)
    } catch StoreError.cannotCreate(_, let reason) {
      throw StoreError.cannotBackUp(path: target, reason: reason)
    }
  }

  private static func copy(
    _ store: String, to target: String, replaces: Bool
  ) throws -> (generation: Generation, bytes: Int) {
    guard let source = try FileOperations.identity(store) else {
      throw StoreError.missing(path: store)
    }
    if let existing = try FileOperations.entry(target) {
      guard existing.isFile else {
        throw StoreError.cannotCreate(path: target, reason: "it is no regular file")
      }
      guard existing.identity != source else {
        throw StoreError.cannotCreate(path: target, reason: "it is the store itself")
      }
      guard replaces else {
        throw StoreError.cannotCreate(
          path: target, reason: "it exists already (--force replaces it)")
      }
    }
    let temporary = "\(target).\(getpid())\(ending)"
    try FileOperations.remove(temporary)
    for path in try leftovers(in: FileOperations.directory(of: target))
    where named(path, after: target) {
      try FileOperations.remove(path)
    }
    do {
      let written = try FileOperations.copy(store, to: temporary)
      defer { withExtendedLifetime(written) {} }
      let generation = try check(temporary, of: store)
      try FileOperations.synchronize(temporary)
      try FileOperations.replace(target, with: temporary)
      try FileOperations.synchronize(FileOperations.directory(of: target))
      return (generation, try FileOperations.identity(target)?.bytes ?? 0)
    } catch {
      // Errors of the clean-up are ignored, because the original error is thrown.
      do { try FileOperations.remove(temporary) } catch _ {}
      throw error
    }
  }

  private static let ending = ".writing"

  /// Paths of the files `FILE.<pid>.writing` that killed backups left in a folder.
  static func leftovers(in folder: String) throws -> [String] {
    try FileOperations.names(in: folder).filter { $0.hasSuffix(ending) }.sorted()
      .map { folder == "." ? $0 : folder == "/" ? "/\($0)" : "\(folder)/\($0)" }
      .filter { path in
        let number = path.dropLast(ending.count).split(separator: ".").last ?? ""
        return try Int32(number) != nil && FileOperations.isAbandoned(path)
          && StoreHeader.hasMark(path: path)
      }
  }

  /// Whether a path is `TARGET.<pid>.writing`, the name under which a backup writes the copy for
  /// `target`.
  private static func named(_ path: String, after target: String) -> Bool {
    let base = target.hasPrefix("./") ? String(target.dropFirst(2)) : target
    let number = path.dropFirst(base.count + 1).dropLast(ending.count)
    return path.hasPrefix(base + ".") && Int32(number) != nil
  }

  /// Verifies all content of a copy; errors name the path of the store.
  private static func check(_ path: String, of store: String) throws -> Generation {
    let reader = try StoreReader(path: path)
    try CellAudit.checkPublished(
      reader.catalog, connection: reader.connection.database, path: store)
    return reader.catalog.generation
  }
}
