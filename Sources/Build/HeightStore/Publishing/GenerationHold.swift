#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A mark beside a store that keeps every build from publishing, so that a rollback lasts.
///
/// It is the file `STORE.hold`, with one line for people. Its existence alone stops builds.
public struct GenerationHold: Hashable, Sendable {
  /// Path of the file.
  public let path: String
  /// The content of the file: the held generation, and the time since when.
  public let note: String

  /// Longest note that is read, in bytes.
  private static let noteBytes = 256

  private static func path(store: String) throws(StoreError) -> String {
    try FileOperations.resolved(store) + ".hold"
  }

  /// The hold of a store; `nil` for none.
  ///
  /// - Throws: `StoreError.unreadable` if it exists and cannot be read.
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

  /// Holds the published generation of a store.
  ///
  /// - Parameters:
  ///   - lock: The held lock of the store.
  ///   - generation: Number of the published generation, for the note.
  ///   - sinceUTC: The current time, for the note.
  /// - Throws: `StoreError.cannotCreate`.
  public static func hold(_ lock: BuildLock, generation: Int, sinceUTC: String) throws(StoreError) {
    let path = try path(store: lock.store)
    let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      throw .cannotCreate(path: path, reason: FileOperations.reason(errno))
    }
    defer { close(opened) }
    let text = "generation \(generation) since \(sinceUTC)\n"
    // The file alone is the hold; its note is for people.
    _ = text.withCString { write(opened, $0, strlen($0)) }
    guard fsync(opened) == 0 else {
      throw .cannotCreate(path: path, reason: FileOperations.reason(errno))
    }
  }

  /// Lets builds publish again.
  ///
  /// - Parameter lock: The held lock of the store.
  /// - Returns: Whether it was held.
  /// - Throws: `StoreError.cannotCreate` if the mark cannot be removed.
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
