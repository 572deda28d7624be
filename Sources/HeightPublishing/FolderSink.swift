public import PublishedFormat

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
  private let lock: Int32

  /// The lock file, which stays.
  static let lockName = ".publishing.lock"
  /// The ending of a file that is being written.
  static let temporaryEnding = ".writing"

  /// Takes a folder, which is made when it is missing.
  ///
  /// - Throws: `PublishingError.locked` while another program publishes into it.
  public init(folder: String) throws(PublishingError) {
    self.folder = folder
    for name in [PublishedPath.chunks, PublishedPath.manifests] {
      try FolderFiles.makeFolder("\(folder)/\(name)")
    }
    let path = "\(folder)/\(Self.lockName)"
    let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard opened >= 0 else { throw .cannotCreate(path: path, reason: FolderFiles.reason) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      throw .locked(path: folder)
    }
    lock = opened
  }

  deinit { close(lock) }

  /// The size of a regular file, in bytes; nil for none.
  public func size(of path: String) throws(PublishingError) -> Int? {
    try FolderFiles.size(place(path))
  }

  /// Writes a file under another name, makes its content durable and renames it.
  public func write(_ file: PublishedFile) throws(PublishingError) {
    try FolderFiles.write(
      file.bytes, to: place(file.path), by: place(file.path) + Self.temporaryEnding)
  }

  /// Makes the names of all files durable, then replaces the pointer.
  public func finish(_ pointer: PublishedFile) throws(PublishingError) {
    for name in [PublishedPath.chunks, PublishedPath.manifests] {
      try FolderFiles.synchronize(place(name))
    }
    try write(pointer)
    try FolderFiles.synchronize(folder)
  }

  func place(_ path: String) -> String { "\(folder)/\(path)" }
}
