import LayoutPrimitives

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A stream of bytes, such as a file, or a decompressor that reads another stream.
protocol ByteSource: AnyObject {
  /// Reads the next bytes; the result is empty only at the end of the source.
  func read() throws(FeedError) -> [UInt8]
}

extension Collection<UInt8> {
  /// Length of a byte order mark in UTF-8 at the beginning, in bytes; 0 if there is none.
  var markLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// Maximum number of bytes that sources return at once.
let pieceBytes = 1 << 17

final class MemoryBytes: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read() -> [UInt8] {
    defer { rest = rest.dropFirst(pieceBytes) }
    return Array(rest.prefix(pieceBytes))
  }
}

/// A source whose first bytes can be examined before they are read.
final class PeekedBytes: ByteSource {
  let prefix: [UInt8]
  private var held: [UInt8]
  private let rest: any ByteSource

  /// Reads the first bytes of a source.
  ///
  /// - Parameter count: Number of bytes to examine, if the source has so many.
  init(_ source: any ByteSource, count: Int) throws(FeedError) {
    var held: [UInt8] = []
    while held.count < count {
      let bytes = try source.read()
      if bytes.isEmpty { break }
      held += bytes
    }
    rest = source
    self.held = held
    prefix = Array(held.prefix(count))
  }

  func read() throws(FeedError) -> [UInt8] {
    defer { held = [] }
    return held.isEmpty ? try rest.read() : held
  }

  /// Skips bytes of the prefix, such as a byte order mark.
  func skip(_ count: Int) { held.removeFirst(min(count, held.count)) }
}

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

  /// The advice for a file that does not exist.
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

/// Counts and hashes the bytes of a source as they are read, and enforces a limit on their number.
final class CountedBytes: ByteSource {
  private(set) var count = 0
  private let source: any ByteSource
  private let path: String
  private let limit: Int
  private var hasher = ContentHasher()

  /// Creates a source that counts.
  ///
  /// - Parameter limit: Maximum number of bytes, `FeedLimits.sourceBytes`.
  init(_ source: any ByteSource, path: String, limit: Int) {
    self.source = source
    self.path = path
    self.limit = limit
  }

  var digest: SourceDigest {
    SourceDigest(path: path, hash: hasher.finish().description, bytes: count)
  }

  func read() throws(FeedError) -> [UInt8] {
    let bytes = try source.read()
    count += bytes.count
    guard count <= limit else {
      throw FeedError(
        .tooLarge, path: path, location: RecordLocation(byteOffset: limit),
        "has more than \(limit) bytes (limit source_bytes)")
    }
    hasher.update(bytes)
    return bytes
  }
}
