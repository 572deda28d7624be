import SQLiteDatabase

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The earlier generations of a store, which are kept beside it as files `STORE.<number>`.
///
/// Each file is a complete store. Lookups open only the path of the store itself.
public enum StoreGenerations {
  /// The kept generations of a store, newest first.
  ///
  /// Only the header and the generation number of each file are checked.
  ///
  /// - Parameter store: Path of the store; symbolic links are resolved.
  /// - Returns: The files, without the published one; empty if the directory is missing.
  /// - Throws: `StoreError` if the directory cannot be read.
  public static func kept(store: String) throws -> [KeptGeneration] {
    let store = try FileOperations.resolved(store)
    let published = try publishedFile(store)
    return try files(of: store).filter { kept in
      // A build that was killed before its last rename has already kept the published file under
      // its number.
      guard let identity = try FileOperations.identity(kept.path) else { return false }
      return identity != published
    }
  }

  /// Removes surplus generations, and files that killed builds left behind.
  ///
  /// The lock guarantees that no build is running. An interrupted build cannot be resumed
  /// afterwards.
  ///
  /// - Parameters:
  ///   - lock: The lock of the store, which this process holds.
  ///   - keep: Number of generations to keep, including the published one; at least 1.
  /// - Returns: The files that were removed.
  /// - Throws: `StoreError.cannotCreate` if a file cannot be removed.
  public static func prune(lock: BuildLock, keep: Int) throws -> [RemovedFile] {
    var removed: [RemovedFile] = []
    for path in try leftovers(of: lock.store) {
      removed.append(RemovedFile(path: path, generation: nil, bytes: try bytes(of: path)))
      try FileOperations.remove(path)
    }
    for kept in try surplus(store: lock.store, keep: keep) {
      removed.append(
        RemovedFile(path: kept.path, generation: kept.number, bytes: kept.bytes))
      try FileOperations.remove(kept.path)
    }
    if !removed.isEmpty {
      try FileOperations.synchronize(FileOperations.directory(of: lock.store))
    }
    return removed
  }

  /// The greatest number of a kept generation; 0 if there is none.
  static func greatestNumber(store: String) throws -> Int {
    try files(of: store).first?.number ?? 0
  }

  /// The files to remove so that `keep` generations remain, including the published one.
  static func surplus(store: String, keep: Int) throws -> [KeptGeneration] {
    let published = try publishedFile(store)
    let all = try files(of: store)
    // A second name of the published file is not a kept generation, and is always removed.
    let (doubles, kept) = (
      try all.filter { try FileOperations.identity($0.path) == published },
      try all.filter { try FileOperations.identity($0.path) != published }
    )
    return doubles + kept.dropFirst(max(1, keep) - 1)
  }

  static func path(store: String, number: Int) -> String { "\(store).\(number)" }

  /// Path of a file before it is renamed to a kept generation.
  static func temporaryPath(store: String) -> String { store + ".keeping" }

  /// Removes the incomplete copy of a generation.
  static func sweep(store: String) throws {
    try FileOperations.remove(temporaryPath(store: store))
  }

  /// The files `STORE.<number>` that contain the generation of this number, greatest number first.
  ///
  /// A file with such a name but another generation is ignored.
  private static func files(of store: String) throws -> [KeptGeneration] {
    let directory = FileOperations.directory(of: store)
    let prefix = (store.split(separator: "/").last.map(String.init) ?? store) + "."
    var kept: [KeptGeneration] = []
    for name in try FileOperations.names(in: directory) where name.hasPrefix(prefix) {
      let digits = name.dropFirst(prefix.count)
      guard let number = Int(digits), String(number) == digits,
        (1..<Int(Int32.max)).contains(number)
      else { continue }
      let path = path(store: store, number: number)
      guard try FileOperations.isOwnFile(path), StoreHeader.generation(path: path) == number
      else { continue }
      kept.append(KeptGeneration(number: number, path: path, bytes: try bytes(of: path)))
    }
    return kept.sorted { $0.number > $1.number }
  }

  /// Paths of the files that killed builds left, and of files that killed backups left in the
  /// store's folder.
  private static func leftovers(of store: String) throws -> [String] {
    let staging = StagingFile(store: store)
    let names = staging.files + [temporaryPath(store: store)]
    return try names.filter { try FileOperations.isOwnFile($0) }
      + StoreBackup.leftovers(in: FileOperations.directory(of: store))
  }

  private static func publishedFile(_ store: String) throws -> FileIdentity? {
    try FileOperations.identity(store)
  }

  private static func bytes(of path: String) throws -> Int {
    try FileOperations.identity(path)?.bytes ?? 0
  }
}

/// An earlier generation of a store, kept as a file.
public struct KeptGeneration: Hashable, Sendable {
  /// Number of the generation, which is also in the name of the file.
  public let number: Int
  /// Path of the file.
  public let path: String
  /// Size of the file, in bytes.
  public let bytes: Int
}

/// A file that `prune` removed.
public struct RemovedFile: Hashable, Sendable {
  /// Path of the file.
  public let path: String
  /// Number of the generation in the file; nil for a file that a killed build or backup left.
  public let generation: Int?
  /// Size of the file, in bytes.
  public let bytes: Int
}

extension StoreGenerations {
  /// Publishes the content of a kept generation under the next number.
  ///
  /// The digests and the build time are those of the kept generation. The generation that was
  /// published before is kept as after a build, except if it is damaged. If it throws, the
  /// published store is unchanged.
  ///
  /// - Parameters:
  ///   - number: Number of a kept generation.
  ///   - lock: The lock of the store, which this process holds.
  ///   - keep: Number of generations to keep, including the published one.
  ///   - failpoint: Called at each `Failpoint` of publishing.
  /// - Returns: The published generation.
  /// - Throws: `StoreError.unknownGeneration` if there is no such file; `.corrupt` or another error
  ///   of reading, with the path of the file, if the file is damaged.
  public static func rollBack(
    to number: Int, lock: BuildLock, keep: Int, failpoint: ((Failpoint) throws -> Void)? = nil
  ) throws -> Generation {
    let store = lock.store
    let kept = try kept(store: store)
    guard let source = kept.first(where: { $0.number == number }) else {
      throw StoreError.unknownGeneration(store: store, number: number, kept: kept.map(\.number))
    }
    let content = try StoreReader(path: source.path).catalog
    let published = try publishedNumber(store)
    let greatest = kept.first?.number ?? number
    let next = max(greatest, published.number ?? greatest + 1) + 1
    guard content.generation.number == number, next < Int(Int32.max) else {
      throw StoreError.corrupt(
        path: source.path, detail: "it holds generation \(content.generation.number)")
    }
    let file = StagingFile(store: store)
    try file.sweep()
    try sweep(store: store)
    try FileOperations.copy(source.path, to: file.path)
    do {
      let generation = try renumber(file, of: source.path, to: next)
      let publication = Publication(
        store: store, file: file.path, previous: published.isWhole ? published.number : nil,
        keep: keep, failpoint: failpoint)
      _ = try publication.run()
      return generation
    } catch {
      // The original error is thrown; the next build removes files that are left behind.
      do { try file.sweep() } catch _ {}
      throw error
    }
  }

  /// The number of the published generation, and whether its catalog can be read.
  private static func publishedNumber(_ store: String) throws -> (number: Int?, isWhole: Bool) {
    guard try FileOperations.identity(store) != nil else { return (nil, false) }
    do {
      return (try StoreReader(path: store).catalog.generation.number, true)
    } catch is StoreError {
      // A damaged store must not prevent a rollback, so that only its header is read.
      let header = try StoreHeader.earlier(path: store)
      return (header.generation > 0 ? header.generation : nil, false)
    }
  }

  /// Verifies the copy of a kept generation and writes its new number.
  private static func renumber(
    _ file: StagingFile, of kept: String, to number: Int
  ) throws -> Generation {
    let errors = StoreErrors(path: file.path, store: file.store, writing: true)
    return try errors.translating {
      let db = try file.open(settings: StoreSettings())
      try db.execute("PRAGMA ignore_check_constraints = ON")
      try CellAudit.checkPublished(
        try StoreCatalog(try CatalogTables(db, errors: errors), path: kept), connection: db,
        path: kept)
      let generation = try db.transaction {
        try db.execute("UPDATE generation SET number = ?", number)
        let catalog = try StoreCatalog(try CatalogTables(db, errors: errors), path: file.path)
        try db.execute("UPDATE generation SET checksum = x'\(catalog.checksum)'")
        return catalog.generation
      }
      try db.close()
      return generation
    }
  }
}
