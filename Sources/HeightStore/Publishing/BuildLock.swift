#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lock that keeps two builds of one store apart; held until it is released or dies.
///
/// The lock file stays where it is: removing it would let two builds hold two files of one name.
public final class BuildLock {
  /// Path of the store that it guards.
  public let store: String
  private var descriptor: Int32?

  /// The lock file of a store.
  public static func path(store: String) -> String { store + ".lock" }

  /// Takes the lock, making the store's directory first where it is missing.
  ///
  /// - Parameters:
  ///   - store: Path of the store.
  ///   - startedUTC: The time now, for whoever finds the lock held.
  /// - Throws: `StoreError.locked` when it is held; `.cannotCreate` when it cannot be made.
  public init(store: String, startedUTC: String) throws {
    self.store = store
    try FileOperations.createDirectory(FileOperations.directory(of: store))
    let path = Self.path(store: store)
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      throw StoreError.cannotCreate(path: path, reason: FileOperations.reason(errno))
    }
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      let holder = code == EWOULDBLOCK ? Self.holder(opened) : nil
      close(opened)
      if let holder { throw StoreError.locked(path: path, holder: holder) }
      throw StoreError.cannotCreate(path: path, reason: FileOperations.reason(code))
    }
    // Informative only: the lock itself holds even where this cannot be written.
    let note = "pid \(getpid()) since \(startedUTC)\n"
    if ftruncate(opened, 0) == 0 {
      _ = note.withCString { pwrite(opened, $0, strlen($0), 0) }
    }
    descriptor = opened
  }

  deinit { release() }

  /// Gives the lock back; a second call does nothing.
  public func release() {
    guard let held = descriptor else { return }
    descriptor = nil
    _ = ftruncate(held, 0)
    // Closing alone would leave the lock to a process that was forked meanwhile, until it execs.
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
