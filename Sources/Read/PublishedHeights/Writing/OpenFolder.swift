#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder whose files are opened relative to its descriptor, so that no link leads out of it.
///
/// Errors name the path of the folder. It is a class because it owns the descriptor.
public final class OpenFolder {
  let path: String
  private let descriptor: Int32

  static var reason: String { String(cString: strerror(errno)) }

  /// Opens the folder at a path, which may be a link.
  ///
  /// - Returns: nil if there is no such folder.
  public convenience init?(path: String) throws(PublishingError) {
    try self.init(path, at: AT_FDCWD, name: path, flags: 0)
  }

  /// Opens a folder inside another folder; the inner folder must not be a link.
  ///
  /// - Returns: nil if there is no such folder.
  public convenience init?(_ name: String, in parent: OpenFolder) throws(PublishingError) {
    try self.init("\(parent.path)/\(name)", at: parent.descriptor, name: name, flags: O_NOFOLLOW)
  }

  private init?(
    _ path: String, at parent: Int32, name: String, flags: Int32
  ) throws(PublishingError) {
    descriptor = openat(parent, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP where flags != 0: throw .unreadable(path: path, reason: Self.link)
      default: throw .unreadable(path: path, reason: Self.reason)
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      close(descriptor)
      throw .unreadable(path: path, reason: "it is a file, not a folder")
    }
    self.path = path
  }

  deinit { close(descriptor) }

  private static let link = "it is a link, and links in a published folder are not followed"

  /// Creates a folder and its missing parents; does nothing if the folder exists.
  static func make(_ path: String) throws(PublishingError) {
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
      try make(String(parent[..<slash]))
    }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, reason: reason)
    }
  }

  /// Opens a folder inside this folder; creates it if it is missing.
  ///
  /// - Throws: `PublishingError.cannotCreate`, also if the name belongs to a link or a file.
  func made(_ name: String) throws(PublishingError) -> OpenFolder {
    let fullPath = fullPath(name)
    guard mkdirat(descriptor, name, 0o755) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: fullPath, reason: Self.reason)
    }
    do {
      if let folder = try OpenFolder(name, in: self) { return folder }
    } catch .unreadable(_, let reason) {
      throw .cannotCreate(path: fullPath, reason: reason)
    }
    throw .cannotCreate(path: fullPath, reason: Self.reason)
  }

  /// The size of a regular file, in bytes; nil if the name is missing or belongs to another kind of
  /// entry.
  func size(_ name: String) throws(PublishingError) -> Int? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: fullPath(name), reason: Self.reason)
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Opens a file that is to be locked, and returns its descriptor; creates it if it is missing.
  func openLock(_ name: String) throws(PublishingError) -> Int32 {
    let opened = openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard opened >= 0 else { throw .cannotCreate(path: fullPath(name), reason: Self.reason) }
    return opened
  }

  /// Writes a file under a temporary name, syncs it, and renames it.
  func write(
    _ bytes: [UInt8], to name: String, by temporary: String
  ) throws(PublishingError) {
    // A program that was killed may have left a file with the temporary name.
    guard unlinkat(descriptor, temporary, 0) == 0 || errno == ENOENT else {
      throw .cannotCreate(path: fullPath(temporary), reason: Self.reason)
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor, temporary, flags, 0o644)
    guard file >= 0 else { throw .cannotCreate(path: fullPath(temporary), reason: Self.reason) }
    do throws(PublishingError) {
      defer { close(file) }
      try fill(file, bytes, name)
    } catch {
      unlinkat(descriptor, temporary, 0)
      throw error
    }
    guard renameat(descriptor, temporary, descriptor, name) == 0 else {
      let error = PublishingError.writeFailed(path: fullPath(name), reason: Self.reason)
      unlinkat(descriptor, temporary, 0)
      throw error
    }
  }

  private func fill(_ file: Int32, _ bytes: [UInt8], _ name: String) throws(PublishingError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(file, buffer.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .writeFailed(path: fullPath(name), reason: Self.reason) }
      done += count
    }
    guard fsync(file) == 0 else { throw .writeFailed(path: fullPath(name), reason: Self.reason) }
  }

  /// Syncs the names of the files in the folder.
  func synchronize() throws(PublishingError) {
    guard fsync(descriptor) == 0 else { throw .writeFailed(path: path, reason: Self.reason) }
  }

  /// Reads the bytes of a file; nil if the file is missing.
  ///
  /// - Parameters:
  ///   - name: Name of the file in the folder.
  ///   - limit: Maximum size in bytes. If the file is larger, one byte more is returned, so that
  ///     the caller can detect it.
  /// - Throws: `PublishingError.unreadable`, also if the name belongs to a link, a folder or a
  ///   device.
  public func read(_ name: String, limit: Int) throws(PublishingError) -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .unreadable(path: fullPath(name), reason: Self.link)
      default: throw .unreadable(path: fullPath(name), reason: Self.reason)
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: fullPath(name), reason: "it is no regular file")
    }
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), limit) + 1)
    var done = 0
    while done < bytes.count {
      let room = bytes.count - done
      let count = bytes.withUnsafeMutableBytes { buffer in
        systemRead(file, buffer.baseAddress.map { $0 + done }, room)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: fullPath(name), reason: Self.reason) }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }

  /// Reads the bytes of a file in a published folder; nil if the file is missing.
  ///
  /// - Parameters:
  ///   - path: A path from `PublishedPath`.
  ///   - folder: The published folder, which may be a link; links inside it are not followed.
  ///   - limit: The same as in `read(_:limit:)`.
  /// - Throws: `PublishingError.unreadable`.
  public static func read(
    _ path: String, inPublished folder: String, limit: Int
  ) throws(PublishingError) -> [UInt8]? {
    guard let root = try OpenFolder(path: folder) else { return nil }
    guard let slash = path.firstIndex(of: "/") else { return try root.read(path, limit: limit) }
    let inner = try OpenFolder(String(path[..<slash]), in: root)
    return try inner?.read(String(path[path.index(after: slash)...]), limit: limit)
  }

  /// The names of all entries in the folder, sorted.
  func names() throws(PublishingError) -> [String] {
    let again = openat(descriptor, ".", O_RDONLY | O_CLOEXEC)
    guard again >= 0, let opened = fdopendir(again) else {
      throw .unreadable(path: path, reason: Self.reason)
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

  /// Removes a file; does nothing if it is missing.
  func remove(_ name: String) throws(PublishingError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw .writeFailed(path: fullPath(name), reason: Self.reason)
    }
  }

  /// The path of a file in the folder, for errors.
  func fullPath(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  // The module name is needed, because this type has methods with the names of these system calls.
  private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    Darwin.write(file, bytes, count)
    #elseif canImport(Musl)
    Musl.write(file, bytes, count)
    #else
    Glibc.write(file, bytes, count)
    #endif
  }

  private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    Darwin.read(file, bytes, count)
    #elseif canImport(Musl)
    Musl.read(file, bytes, count)
    #else
    Glibc.read(file, bytes, count)
    #endif
  }
}
