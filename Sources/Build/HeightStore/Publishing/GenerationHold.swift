#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A mark beside a store that prevents every build from publishing, so that a rollback lasts.
///
/// It is the file `STORE.hold`, which contains one line for people. Its existence alone stops
/// builds.
public struct GenerationHold: Hashable, Sendable {
  /// Path of the file `STORE.hold`.
  public let path: String
  /// The first line of the file: the number of the held generation, and the time of the hold.
  public let note: String

  /// Number of bytes that are read from the file.
  private static let noteBytes = 256

  private static func path(store: String) throws(StoreError) -> String {
    try FileOperations.resolved(store) + ".hold"
  }

  /// Reads the hold of a store; `nil` if there is none.
  ///
  /// - Throws: `StoreError.unreadable` if the file exists but cannot be read.
  public init?(store: String) throws(StoreError) {
    path = try Self.path(store: store)
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: FileOperations.reason(code))
    }
    defer { close(opened) }
    var bytes = [UInt8](repeating: 0, count: Self.noteBytes)
    let count = read(opened, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    note = line.isEmpty ? "its file says nothing" : String(decoding: line, as: UTF8.self)
  }

  /// Holds the published generation of a store, so that no build can publish.
  ///
  /// - Parameters:
  ///   - lock: The lock of the store, which this process holds.
  ///   - generation: Number of the published generation, for the note.
  ///   - sinceUTC: The current time, for the note.
  /// - Throws: `StoreError.cannotCreate` if the file cannot be created or synced.
  public static func hold(_ lock: BuildLock, generation: Int, sinceUTC: String) throws(StoreError) {
    let path = try path(store: lock.store)
    let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      throw .cannotCreate(path: path, reason: FileOperations.reason(errno))
    }
    defer { close(opened) }
    let text = "generation \(generation) since \(sinceUTC)\n"
    // Errors are ignored here: the file alone stops builds, and the note only informs people.
    _ = text.withCString { write(opened, $0, strlen($0)) }
    guard fsync(opened) == 0 else {
      throw .cannotCreate(path: path, reason: FileOperations.reason(errno))
    }
  }

  /// Removes the hold, so that builds can publish again.
  ///
  /// - Parameter lock: The lock of the store, which this process holds.
  /// - Returns: Whether there was a hold.
  /// - Throws: `StoreError.cannotCreate` if the file cannot be removed.
  public static func release(_ lock: BuildLock) throws(StoreError) -> Bool {
    let path = try path(store: lock.store)
    guard unlink(path) != 0 else { return true }
    let code = errno
    guard code == ENOENT else {
      throw .cannotCreate(path: path, reason: FileOperations.reason(code))
    }
    return false
  }
}
