import Glibc
import PublishedHeights

/// A temporary folder of published files, which takes a number of bytes at most.
struct TemporarySink: PublishingSink {
  /// The folder.
  let folder: String
  private let limit: Int
  private var bytes = 0
  private var paths: Set<String> = []

  /// Makes an empty folder in another one.
  ///
  /// - Throws: `FileTrouble`.
  init(in parent: String, limit: Int) throws(FileTrouble) {
    self.limit = limit
    var path = Array("\(parent)/cellheights-serve-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else {
      throw FileTrouble(name: "in \(parent)", reason: String(cString: strerror(errno)))
    }
    folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in [PublishedPath.chunks, PublishedPath.manifests] {
      mkdir("\(folder)/\(name)", 0o700)
    }
  }

  func holds(_ file: PublishedFile) -> Bool { paths.contains(file.path) }

  /// - Throws: `FileTrouble` for a full disk, `TooManyBytes`.
  mutating func write(_ file: PublishedFile) throws {
    bytes += file.bytes.count
    guard bytes <= limit else { throw TooManyBytes(limit: limit) }
    let path = "\(folder)/\(file.path)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw trouble(file) }
    paths.insert(file.path)
    defer { close(descriptor) }
    var rest = file.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw trouble(file) }
      rest = rest.dropFirst(count)
    }
  }

  /// Nobody reads the folder before its publisher is done.
  mutating func finish(_ pointer: PublishedFile) throws { try write(pointer) }

  /// Removes the folder.
  func remove() {
    for path in paths { unlink("\(folder)/\(path)") }
    for name in [PublishedPath.chunks, PublishedPath.manifests] { rmdir("\(folder)/\(name)") }
    rmdir(folder)
  }

  private func trouble(_ file: PublishedFile) -> FileTrouble {
    FileTrouble(name: file.path, reason: String(cString: strerror(errno)))
  }
}

/// More bytes than the files of a generation may have.
struct TooManyBytes: Error, CustomStringConvertible {
  let limit: Int

  var description: String { "all files have more than \(limit) bytes" }
}
