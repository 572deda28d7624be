#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file without a name, which is gone when nobody holds it any more, also after a crash.
final class TemporaryFile {
  private let file: Int32
  private let directory: String
  private var size = 0

  init(directory: String) throws(FeedError) {
    self.directory = directory
    var name = Array("\(directory)/cellheights-XXXXXX".utf8CString)
    file = name.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return -1 }
      let file = mkstemp(start)
      if file >= 0 { unlink(start) }
      return file
    }
    guard file >= 0 else { throw failure() }
  }

  deinit { if file >= 0 { close(file) } }

  func append(_ bytes: [UInt8]) throws(FeedError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(file, buffer.baseAddress.map { $0 + written }, buffer.count - written, off_t(size))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
      size += count
    }
  }

  func read(at offset: Int, count: Int) throws(FeedError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(
          file, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw failure() }
      filled += read
    }
    return bytes
  }

  private func failure() -> FeedError {
    FeedError(
      .temporary, path: directory,
      "a temporary file cannot be used: \(String(cString: strerror(errno))); "
        + "free some space, or name another folder with TMPDIR")
  }
}
