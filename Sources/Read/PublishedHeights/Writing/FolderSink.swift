#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder of published files on disk.
///
/// It is a class because it owns the lock of the folder, until it goes.
public final class FolderSink: PublishingSink {
  /// Path of the folder.
  public let folder: String
  let root: OpenFolder
  let chunks: OpenFolder
  let manifests: OpenFolder
  private let lock: Int32

  /// The lock file, which stays.
  static let lockName = ".publishing.lock"
  /// The ending of a file that is being written.
  static let temporaryEnding = ".writing"

  /// Takes a folder, which is made when it is missing.
  ///
  /// The folder may be a link; what is in it may not.
  ///
  /// - Throws: `PublishingError.locked` while another program publishes into it; `.cannotCreate`.
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

  /// Whether a file is there with the same bytes.
  public func holds(_ file: PublishedFile) throws(PublishingError) -> Bool {
    let (folder, name) = place(file.path)
    guard try folder.size(name) == file.bytes.count else { return false }
    return try folder.read(name, limit: file.bytes.count) == file.bytes
  }

  /// Writes a file under another name, makes its content durable and renames it.
  public func write(_ file: PublishedFile) throws(PublishingError) {
    let (folder, name) = place(file.path)
    try folder.write(file.bytes, to: name, by: name + Self.temporaryEnding)
  }

  /// Makes the names of all files durable, then replaces the pointer.
  public func finish(_ pointer: PublishedFile) throws(PublishingError) {
    try chunks.synchronize()
    try manifests.synchronize()
    try write(pointer)
    try root.synchronize()
  }

  /// The folder of a path of `PublishedPath`, and the name in it.
  func place(_ path: String) -> (folder: OpenFolder, name: String) {
    let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
    switch parts.first {
    case PublishedPath.chunks where parts.count == 2: return (chunks, parts[1])
    case PublishedPath.manifests where parts.count == 2: return (manifests, parts[1])
    default: return (root, path)
    }
  }
}
