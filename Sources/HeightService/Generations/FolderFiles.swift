import Glibc

/// Published files in a folder.
struct FolderFiles: Sendable {
  let folder: String

  /// Bytes of a file at most, as readers of published files take them.
  static let mostBytes = 64 << 20

  /// The bytes of a file; nil where there is none.
  ///
  /// - Parameter name: A name that was made here, not one of a request.
  /// - Throws: `FileTrouble`.
  func bytes(of name: String) throws(FileTrouble) -> [UInt8]? {
    let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileTrouble(name: name, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileTrouble(name: name, reason: "it is no file")
    }
    let size = Int(status.st_size)
    guard size <= Self.mostBytes else {
      throw FileTrouble(name: name, reason: "it has \(size) bytes, at most \(Self.mostBytes)")
    }
    var count = 0
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      while count < size, let start = buffer.baseAddress {
        let more = read(descriptor, start + count, size - count)
        if more < 0 && errno == EINTR { continue }
        if more < 0 { failure = errno }
        if more <= 0 { break }
        count += more
      }
      initialized = count
    }
    guard failure == 0, count == size else {
      throw FileTrouble(
        name: name,
        reason: failure == 0 ? "it ends early" : String(cString: strerror(failure)))
    }
    return bytes
  }
}

/// A published file that cannot be read or made.
struct FileTrouble: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "the published file \(name): \(reason)" }
}
