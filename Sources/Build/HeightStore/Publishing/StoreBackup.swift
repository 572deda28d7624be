#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Copies a published store into one file, which is a store with the same bytes.
///
/// A published file never changes, so that its copy is consistent while builds publish.
public enum StoreBackup {
  /// Copies a store.
  ///
  /// The copy is written beside its path, checked as a build checks what it publishes, synced and
  /// renamed. If it fails, no file is left behind.
  ///
  /// - Parameters:
  ///   - store: Path of the store.
  ///   - target: Path of the copy, in an existing directory.
  ///   - replaces: Whether an existing file is replaced.
  /// - Returns: The copied generation, and the size of the file in bytes.
  /// - Throws: `StoreError.cannotBackUp` for an existing file or a missing directory; `.corrupt`
  ///   and the like if the store is not whole; `.writeFailed`.
  public static func write(
    store: String, to target: String, replaces: Bool
  ) throws -> (generation: Generation, bytes: Int) {
    let store = try FileOperations.resolved(store)
    // Also of the catalog, for an error that names the store.
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
    if let known = try FileOperations.entry(target) {
      guard known.isFile else {
        throw StoreError.cannotCreate(path: target, reason: "it is no regular file")
      }
      guard known.identity != source else {
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
      // The original error is thrown.
      do { try FileOperations.remove(temporary) } catch _ {}
      throw error
    }
  }

  private static let ending = ".writing"

  /// The files of killed backups in a folder: `FILE.<pid>.writing`, complete or partial stores.
  static func leftovers(in folder: String) throws -> [String] {
    try FileOperations.names(in: folder).filter { $0.hasSuffix(ending) }.sorted()
      .map { folder == "." ? $0 : folder == "/" ? "/\($0)" : "\(folder)/\($0)" }
      .filter { path in
        let number = path.dropLast(ending.count).split(separator: ".").last ?? ""
        return try Int32(number) != nil && FileOperations.isAbandoned(path)
          && StoreHeader.hasMark(path: path)
      }
  }

  /// Whether a file left by a backup was to become a target.
  private static func named(_ path: String, after target: String) -> Bool {
    let place = target.hasPrefix("./") ? String(target.dropFirst(2)) : target
    let number = path.dropFirst(place.count + 1).dropLast(ending.count)
    return path.hasPrefix(place + ".") && Int32(number) != nil
  }

  /// Checks all content of a copy.
  private static func check(_ path: String, of store: String) throws -> Generation {
    let reader = try StoreReader(path: path)
    try CellAudit.checkPublished(
      reader.catalog, connection: reader.connection.database, path: store)
    return reader.catalog.generation
  }
}
