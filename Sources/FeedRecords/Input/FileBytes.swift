#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The bytes of a file, a pipe, or standard input.
///
/// The file is read, not mapped, because truncating a mapped file would kill the reader.
final class FileBytes: ByteSource {
  /// Size of a regular file in bytes, or `nil` for others, such as pipes.
  let size: Int?
  private let path: String
  private let file: Int32
  private let isOurs: Bool

  /// Opens a file, or standard input for `-`.
  init(path: String) throws(FeedError) {
    self.path = path
    isOurs = path != "-"
    file = isOurs ? Self.open(path) : STDIN_FILENO
    guard file >= 0 else {
      let reason = errno
      throw reason == ENOENT || reason == ENOTDIR
        ? FeedError(.missing, path: path, Self.missing(path))
        : FeedError(.unreadable, path: path, "cannot be read: \(String(cString: strerror(reason)))")
    }
    var status = stat()
    let isRegular = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isRegular ? Int(status.st_size) : nil
  }

  deinit { if isOurs { close(file) } }

  func read() throws(FeedError) -> [UInt8] {
    while true {
      var status = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, count in
        #if canImport(Glibc)
        status = Glibc.read(file, buffer.baseAddress, buffer.count)
        #else
        status = Darwin.read(file, buffer.baseAddress, buffer.count)
        #endif
        count = max(status, 0)
      }
      if status >= 0 { return bytes }
      if errno == EINTR { continue }
      throw FeedError(
        .unreadable, path: path, "cannot be read: \(String(cString: strerror(errno)))")
    }
  }

  /// What to do about a file that does not exist.
  private static func missing(_ path: String) -> String {
    let scheme = path.prefix(8).lowercased()
    guard scheme.hasPrefix("http://") || scheme == "https://" else {
      return "no such file; check the path"
    }
    return "this is an address, and feeds are read from files; fetch it with "
      + "curl -fsSL '\(path)' | cellheights build - --feed NAME, or with cellheights nightly"
  }

  private static func open(_ path: String) -> Int32 {
    #if canImport(Glibc)
    Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #else
    Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #endif
  }
}
