#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes published files into a folder on disk.
///
/// It is a class because it owns the lock of the folder, which is released when it is deallocated.
public final class FolderSink: PublishingSink {
  /// Path of the folder.
  public let folder: String
  let root: OpenFolder
  let chunks: OpenFolder
  let manifests: OpenFolder
  private let lock: Int32

  /// Name of the lock file, which is never removed.
  static let lockName = ".publishing.lock"
  /// Suffix of the name of a file that is being written.
  static let temporaryEnding = ".writing"

  /// Opens and locks a folder; creates it if it is missing.
  ///
  /// The folder may be a symbolic link, but links inside it are not followed.
  ///
  /// - Throws: `PublishingError.locked` if another program publishes into the folder;
  ///   `.cannotCreate`.
  public init(folder: String) throws(PublishingError) {
    self.folder = folder
    try OpenFolder.make(folder)
    guard let root = try OpenFolder(path: folder) else {
      throw .cannotCreate(path: folder, reason: OpenFolder.reason)
    }
    self.root = root
    chunks = try root.made(PublishedPath.chunks)
    manifests = try root.made(PublishedPath.manifests)
    let opened = try root.openLock(Self.lockName)
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      throw .locked(path: folder)
    }
    lock = opened
  }

  deinit { close(lock) }

  /// Whether the folder contains the file with the same bytes.
  public func holds(_ file: PublishedFile) throws(PublishingError) -> Bool {
    let (folder, name) = location(file.path)
    guard try folder.size(name) == file.bytes.count else { return false }
    return try folder.read(name, limit: file.bytes.count) == file.bytes
  }

  /// The size of the file at a path of the format, in bytes; nil if the folder does not contain it.
  public func size(ofFile path: String) throws(PublishingError) -> Int? {
    let (folder, name) = location(path)
    return try folder.size(name)
  }

  /// Writes a file under a temporary name, syncs its content, and renames it.
  public func write(_ file: PublishedFile) throws(PublishingError) {
    let (folder, name) = location(file.path)
    try folder.write(file.bytes, to: name, by: name + Self.temporaryEnding)
  }

  /// Syncs the names of all files, and then replaces the pointer.
  public func finish(_ pointer: PublishedFile) throws(PublishingError) {
    try chunks.synchronize()
    try manifests.synchronize()
    try write(pointer)
    try root.synchronize()
  }

  /// Number of the generation that the folder's pointer names; nil if there is no pointer.
  ///
  /// - Throws: `PublishingError`; `PublishedFormatError` if the pointer is malformed.
  package func publishedGeneration() throws -> Int? {
    guard let bytes = try root.read(PublishedPath.pointer, limit: PublishedPointer.maximumBytes)
    else { return nil }
    return try PublishedPointer(decoding: bytes).generation
  }

  /// The folder of a path from `PublishedPath`, and the name of the file in that folder.
  func location(_ path: String) -> (folder: OpenFolder, name: String) {
    let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
    switch parts.first {
    case PublishedPath.chunks where parts.count == 2: return (chunks, parts[1])
    case PublishedPath.manifests where parts.count == 2: return (manifests, parts[1])
    default: return (root, path)
    }
  }
}

/// The files that `prune` removed.
public struct PrunedFiles: Hashable, Sendable {
  /// Paths of the files within the published folder.
  public internal(set) var paths: [String] = []
  /// Size of the removed files, in bytes.
  public internal(set) var bytes = 0
  /// Numbers of the generations whose manifests are kept, newest first.
  public internal(set) var generations: [Int] = []
}

extension FolderSink {
  /// Removes old manifests, chunks that no remaining manifest refers to, and files that killed
  /// programs left.
  ///
  /// The current manifest is always kept. Only files whose names a publication can create are
  /// removed. A client that still reads a removed generation must start again with the current one.
  ///
  /// - Parameters:
  ///   - keep: Number of generations to keep, including the current one; at least 1.
  ///   - limits: Maximum sizes of the files.
  /// - Throws: `PublishingError`; `PublishedFormatError` if the pointer or the current manifest is
  ///   invalid, in which case nothing is removed.
  public func prune(keep: Int, limits: FormatLimits = FormatLimits()) throws -> PrunedFiles {
    guard
      let first = try root.read(PublishedPath.pointer, limit: PublishedPointer.maximumBytes)
    else {
      throw PublishingError.unreadable(
        path: root.fullPath(PublishedPath.pointer), reason: "nothing was published here")
    }
    let pointer = try PublishedPointer(decoding: first)
    var pruned = PrunedFiles()
    let current = try manifest(pointer.manifest, limits)
    var kept = [(address: pointer.manifest, generation: current.generation)]
    var others: [(address: FileAddress, generation: Int)] = []
    for address in try manifests.names().compactMap({ address($0, ending: ".json") })
    where address != pointer.manifest {
      // An invalid manifest is removed, and so are the chunks to which only it refers.
      guard let generation = try? manifest(address, limits).generation else { continue }
      others.append((address, generation))
    }
    others.sort {
      ($0.generation, $0.address.description) > ($1.generation, $1.address.description)
    }
    kept += others.prefix(max(0, keep - 1))
    pruned.generations = kept.map(\.generation)
    var named: Set<FileAddress> = []
    for entry in kept {
      // Only one manifest is in memory at a time.
      named.formUnion(try manifest(entry.address, limits).references.map(\.sha256))
    }
    let keptManifests = Set(kept.map(\.address))
    try remove(".json", of: PublishedPath.manifests, but: keptManifests, &pruned)
    try remove(".bin", of: PublishedPath.chunks, but: named, &pruned)
    return pruned
  }

  private func manifest(
    _ address: FileAddress, _ limits: FormatLimits
  ) throws -> PublishedManifest {
    let (folder, name) = location(PublishedPath.manifest(address))
    guard let stored = try folder.read(name, limit: limits.maximumFileBytes) else {
      throw PublishingError.unreadable(path: folder.fullPath(name), reason: "it is missing")
    }
    return try PublishedManifest(stored: stored, address: address, limits: limits)
  }

  private func remove(
    _ ending: String, of part: String, but kept: Set<FileAddress>, _ pruned: inout PrunedFiles
  ) throws {
    let folder = part == PublishedPath.chunks ? chunks : manifests
    for name in try folder.names() {
      let isLeft =
        name.hasSuffix(Self.temporaryEnding)
        && address(String(name.dropLast(Self.temporaryEnding.count)), ending: ending) != nil
      let fileAddress = address(name, ending: ending)
      guard isLeft || fileAddress.map({ !kept.contains($0) }) == true else { continue }
      pruned.bytes += try folder.size(name) ?? 0
      try folder.remove(name)
      pruned.paths.append("\(part)/\(name)")
    }
  }

  private func address(_ name: String, ending: String) -> FileAddress? {
    name.hasSuffix(ending) ? FileAddress(String(name.dropLast(ending.count))) : nil
  }
}
