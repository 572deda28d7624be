#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock on a store, so that only one build at a time writes it.
///
/// It is held until it is released or deallocated. The file `STORE.lock` is not removed: otherwise
/// two builds could lock two files of the same name.
public final class BuildLock {
  /// Path of the locked store.
  public let store: String
  private var descriptor: Int32?

  private static func path(store: String) -> String { store + ".lock" }

  /// Takes the lock; creates the directory of the store if it is missing.
  ///
  /// If the lock file cannot be created or locked, the directories that were created are removed.
  ///
  /// - Parameters:
  ///   - store: Path of the store; symbolic links are resolved.
  ///   - startedUTC: The current time, for the note in the lock file.
  ///   - passesHold: Whether a `GenerationHold` is ignored.
  /// - Throws: `StoreError.locked` if another process holds the lock; `.held` if a generation is
  ///   held; `.notAStore` if there is another file at the path; `.unreadable` if the file cannot be
  ///   read; `.cannotCreate` if the lock file cannot be created.
  public init(store: String, startedUTC: String, passesHold: Bool = false) throws {
    guard let last = store.split(separator: "/", omittingEmptySubsequences: false).last,
      !["", ".", ".."].contains(last)
    else {
      throw StoreError.cannotCreate(path: store, reason: "a store's path ends in a file's name")
    }
    let store = try FileOperations.resolved(store)
    self.store = store
    if try FileOperations.identity(store) != nil { try StoreHeader.checkIsOurs(path: store) }
    let made = try FileOperations.createDirectory(FileOperations.directory(of: store))
    let path = Self.path(store: store)
    do {
      descriptor = try Self.acquire(path, startedUTC: startedUTC)
    } catch {
      FileOperations.removeDirectories(made)
      throw error
    }
    if !passesHold, let hold = try GenerationHold(store: store) {
      release()
      throw StoreError.held(store: store, note: hold.note)
    }
  }

  /// Opens and locks a lock file.
  ///
  /// - Returns: The locked file descriptor.
  private static func acquire(_ path: String, startedUTC: String) throws(StoreError) -> Int32 {
    // The flags prevent that a symbolic link is followed and that opening a pipe blocks.
    let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      let code = errno
      throw .cannotCreate(
        path: path,
        reason: code == ELOOP ? "it is a symbolic link; remove it" : FileOperations.reason(code))
    }
    guard isLockFile(opened) else {
      close(opened)
      throw .cannotCreate(path: path, reason: "it is no lock of a build; move it away")
    }
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      let holder = code == EWOULDBLOCK ? Self.holder(opened) : nil
      close(opened)
      if let holder { throw .locked(path: path, holder: holder) }
      throw .cannotCreate(path: path, reason: FileOperations.reason(code))
    }
    // The note only informs people, so that its errors are ignored.
    let note = "\(notePrefix)\(getpid()) since \(startedUTC)\n"
    if ftruncate(opened, 0) == 0 {
      _ = note.withCString { pwrite(opened, $0, strlen($0), 0) }
    }
    return opened
  }

  private static let notePrefix = "pid "

  /// Whether a file is empty or contains the note of a build; another file must not be overwritten.
  private static func isLockFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    if status.st_size == 0 { return true }
    guard status.st_size <= 128 else { return false }
    var bytes = [UInt8](repeating: 0, count: notePrefix.utf8.count)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    // A build that ends at the same time may just have truncated the file.
    return count == 0 || bytes.elementsEqual(notePrefix.utf8)
  }

  deinit { release() }

  /// Releases the lock; further calls do nothing.
  public func release() {
    guard let held = descriptor else { return }
    descriptor = nil
    _ = ftruncate(held, 0)
    // After closing alone, a forked child process would still hold the lock until its `exec`.
    _ = flock(held, LOCK_UN)
    close(held)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let note = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let line = note.prefix { $0 != "\n" }
    return line.isEmpty ? "its process is not known" : String(line)
  }
}
