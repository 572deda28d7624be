#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// File operations with errors that name the path.
package enum FolderFiles {
  static var reason: String { String(cString: strerror(errno)) }

  /// Makes a folder and those that lead to it.
  static func makeFolder(_ path: String) throws(PublishingError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw .cannotCreate(path: path, reason: "it is a file, not a folder")
      }
      return
    }
    guard errno == ENOENT else { throw .cannotCreate(path: path, reason: reason) }
    var parent = path[...]
    while parent.last == "/" { parent = parent.dropLast() }
    if let slash = parent.lastIndex(of: "/"), slash != parent.startIndex {
      try makeFolder(String(parent[..<slash]))
    }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, reason: reason)
    }
  }

  /// The size of a regular file, in bytes; nil for nothing or anything else.
  static func size(_ path: String) throws(PublishingError) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: reason)
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Writes a file under another name, makes it durable and renames it.
  static func write(
    _ bytes: [UInt8], to path: String, by temporary: String
  ) throws(PublishingError) {
    // What a killed program left.
    guard unlink(temporary) == 0 || errno == ENOENT else {
      throw .cannotCreate(path: temporary, reason: reason)
    }
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .cannotCreate(path: temporary, reason: reason) }
    do throws(PublishingError) {
      defer { close(file) }
      try fill(file, bytes, path)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = PublishingError.writeFailed(path: path, reason: reason)
      unlink(temporary)
      throw error
    }
  }

  private static func fill(
    _ file: Int32, _ bytes: [UInt8], _ path: String
  ) throws(PublishingError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(file, buffer.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .writeFailed(path: path, reason: reason) }
      done += count
    }
    guard fsync(file) == 0 else { throw .writeFailed(path: path, reason: reason) }
  }

  /// Makes the names in a folder durable.
  static func synchronize(_ folder: String) throws(PublishingError) {
    let opened = open(folder, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .writeFailed(path: folder, reason: reason) }
    defer { close(opened) }
    guard fsync(opened) == 0 else { throw .writeFailed(path: folder, reason: reason) }
  }

  /// A file's bytes; nil where there is none.
  ///
  /// - Parameter limit: Of a longer file one byte more is read, so that it is seen to be longer.
  package static func read(_ path: String, limit: Int) throws(PublishingError) -> [UInt8]? {
    guard let size = try size(path) else { return nil }
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path: path, reason: reason) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: min(size, limit) + 1)
    var done = 0
    while done < bytes.count {
      let room = bytes.count - done
      let count = bytes.withUnsafeMutableBytes { buffer in
        systemRead(file, buffer.baseAddress.map { $0 + done }, room)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, reason: reason) }
      if count == 0 { break }
      done += count
    }
    return Array(bytes.prefix(done))
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws(PublishingError) -> [String] {
    guard let opened = opendir(folder) else {
      throw .unreadable(path: folder, reason: reason)
    }
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { field in
          field.withMemoryRebound(
            to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)
          ) { String(cString: $0) }
        })
    }
    return names.sorted()
  }

  /// Removes a file if it is there.
  static func remove(_ path: String) throws(PublishingError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .writeFailed(path: path, reason: reason)
    }
  }

  // The names of these calls are those of functions here.
  private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes, count)
    #elseif canImport(Musl)
      Musl.write(file, bytes, count)
    #else
      Glibc.write(file, bytes, count)
    #endif
  }

  private static func systemRead(
    _ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.read(file, bytes, count)
    #elseif canImport(Musl)
      Musl.read(file, bytes, count)
    #else
      Glibc.read(file, bytes, count)
    #endif
  }
}
