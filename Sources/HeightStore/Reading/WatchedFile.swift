#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file whose content must stay as it was when it was opened.
///
/// It is a class because it owns a descriptor, so that the file is known under any name.
final class WatchedFile {
  let identity: FileIdentity
  private let path: String
  private let descriptor: Int32

  /// Opens a regular file.
  ///
  /// - Returns: nil for a missing one.
  init?(path: String) throws(StoreError) {
    // As the path says, for its errors, before a device or a pipe is opened.
    guard try FileOperations.identity(path) != nil else { return nil }
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: FileOperations.reason(errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(path: path, reason: FileOperations.reason(code))
    }
    identity = FileIdentity(status)
    self.path = path
  }

  deinit { close(descriptor) }

  /// - Throws: `StoreError.unreadable` once the content was changed.
  func check() throws(StoreError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity else {
      throw .unreadable(
        path: path,
        reason: "it was changed in place while it was read; to restore a store, copy the backup "
          + "beside it and rename the copy")
    }
  }
}
