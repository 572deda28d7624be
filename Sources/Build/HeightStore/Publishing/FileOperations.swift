#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// File operations whose errors name the path.
enum FileOperations {
  /// The directory part of a path; `.` if the path has none.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func reason(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// Creates a directory and its missing parents.
  ///
  /// - Returns: The directories that were created, parents first.
  static func createDirectory(_ path: String) throws(StoreError) -> [String] {
    var missing: [String] = []
    var folder = path
    while true {
      var status = stat()
      if stat(folder, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFDIR else {
          throw .cannotCreate(path: folder, reason: "it is a file, not a directory")
        }
        break
      }
      let code = errno
      // If the working directory was deleted, no parent exists, so that the search ends there.
      guard code == ENOENT, folder != ".", folder != "/" else {
        throw .cannotCreate(path: folder, reason: reason(code))
      }
      missing.append(folder)
      folder = directory(of: folder)
    }
    var made: [String] = []
    for directory in missing.reversed() {
      if mkdir(directory, 0o755) == 0 {
        made.append(directory)
      } else if errno != EEXIST {
        let code = errno
        removeDirectories(made)
        throw .cannotCreate(path: directory, reason: reason(code))
      }
    }
    return made
  }

  /// Removes created directories, children first, until one is not empty.
  static func removeDirectories(_ made: [String]) {
    for directory in made.reversed() where rmdir(directory) != 0 { return }
  }

  /// Follows the symbolic links at a path, so that a build replaces the target and keeps the links.
  ///
  /// - Throws: `StoreError.cannotCreate` if there are more than 40 links, or a link cannot be read.
  static func resolved(_ path: String) throws(StoreError) -> String {
    var current = path
    for _ in 0..<40 {
      var status = stat()
      guard lstat(current, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return current }
      var bytes = [CChar](repeating: 0, count: 4_096)
      let count = readlink(current, &bytes, bytes.count)
      guard count > 0, count < bytes.count else {
        throw .cannotCreate(path: current, reason: "a link that cannot be read")
      }
      let target = String(
        decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if target.hasPrefix("/") {
        current = target
      } else {
        let folder = directory(of: current)
        current = folder == "/" ? "/" + target : folder + "/" + target
      }
    }
    throw .cannotCreate(path: path, reason: reason(ELOOP))
  }

  /// Whether there is a regular file at a path; a symbolic link is not followed.
  static func isOwnFile(_ path: String) throws(StoreError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return false }
      throw .unreadable(path: path, reason: reason(code))
    }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// The names in a directory, in no particular order; empty if the directory is missing.
  static func names(in directory: String) throws(StoreError) -> [String] {
    guard let opened = opendir(directory) else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return [] }
      throw .unreadable(path: directory, reason: reason(code))
    }
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee))
        { String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }

  /// Copies the permissions of a file to another file, and the owner if the process may.
  ///
  /// Does nothing if the first file is missing.
  static func copyPermissions(of source: String, to target: String) throws(StoreError) {
    var status = stat()
    guard stat(source, &status) == 0 else { return }
    // The error is ignored, because only the superuser may change the owner.
    _ = chown(target, status.st_uid, status.st_gid)
    guard chmod(target, status.st_mode & 0o777) == 0 else {
      throw .writeFailed(path: target, reason: reason(errno))
    }
  }

  /// Creates an empty file.
  ///
  /// - Throws: `StoreError.cannotCreate` if there is anything at the path.
  static func makeEmpty(_ path: String) throws(StoreError) {
    let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard made >= 0 else { throw .cannotCreate(path: path, reason: reason(errno)) }
    close(made)
  }

  /// The identity of a regular file; nil if the file is missing.
  ///
  /// - Throws: `StoreError.notAStore` if it is not a regular file; `.unreadable`.
  static func identity(_ path: String) throws(StoreError) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: reason(code))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notAStore(path: path, reason: "it is no regular file")
    }
    return FileIdentity(status)
  }

  /// The identity of the file, directory or other entry at a path; nil if there is none.
  static func entry(_ path: String) throws(StoreError) -> (isFile: Bool, identity: FileIdentity)? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: reason(code))
    }
    return (status.st_mode & S_IFMT == S_IFREG, FileIdentity(status))
  }

  /// Copies a file with its permissions to a new path, as a reflink if the file system supports it.
  ///
  /// - Returns: The new file, which is locked until the returned value is deallocated.
  @discardableResult
  static func copy(_ source: String, to target: String) throws(StoreError) -> LockedFile {
    let from = open(source, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else { throw .unreadable(path: source, reason: reason(errno)) }
    defer { close(from) }
    let into = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard into >= 0 else { throw .cannotCreate(path: target, reason: reason(errno)) }
    let file = LockedFile(descriptor: into)
    try copyPermissions(of: source, to: target)
    // The number is `FICLONE` from linux/fs.h; the call fails on a file system without reflinks.
    if ioctl(into, 0x4004_9409, from) != 0 {
      try copyThroughMemory(from: from, to: into, target: target)
    }
    return file
  }

  /// Reads `count` bytes of a file from an offset; fewer at the end of the file, or none if reading
  /// fails.
  static func bytes(of path: String, at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    defer { close(opened) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = pread(opened, &bytes, count, off_t(offset))
    return Array(bytes.prefix(max(0, length)))
  }

  /// Whether a regular file has content but no process has locked it: its writer was killed.
  static func isAbandoned(_ path: String) throws(StoreError) -> Bool {
    guard try isOwnFile(path), let file = try identity(path), file.bytes > 0 else { return false }
    let opened = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return false }
    defer { close(opened) }
    return flock(opened, LOCK_EX | LOCK_NB) == 0
  }

  /// Copies the remaining bytes of an open file to another open file.
  private static func copyThroughMemory(
    from: Int32, to into: Int32, target: String
  ) throws(StoreError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(from, &buffer, buffer.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .writeFailed(path: target, reason: reason(errno)) }
      var done = 0
      while done < count {
        let written = buffer.withUnsafeBytes { bytes in
          write(into, bytes.baseAddress.map { $0 + done }, count - done)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw .writeFailed(path: target, reason: reason(errno)) }
        done += written
      }
    }
  }

  /// Writes the cached content of a file or directory to the disk.
  static func synchronize(_ path: String) throws(StoreError) {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .writeFailed(path: path, reason: reason(errno)) }
    defer { close(opened) }
    guard fsync(opened) == 0 else { throw .writeFailed(path: path, reason: reason(errno)) }
  }

  /// Renames a file to the path of another file, which is replaced atomically.
  static func replace(_ target: String, with source: String) throws(StoreError) {
    guard rename(source, target) == 0 else {
      throw .writeFailed(path: target, reason: reason(errno))
    }
  }

  static func remove(_ path: String) throws(StoreError) {
    if unlink(path) != 0, errno != ENOENT {
      throw .cannotCreate(path: path, reason: "what an earlier build left: \(reason(errno))")
    }
  }
}

/// An open file that is locked while it is written, which shows that its writer still runs.
///
/// It is a class because it owns a file descriptor.
final class LockedFile {
  private let descriptor: Int32

  /// Locks an open file; the file is closed when the value is deallocated.
  ///
  /// On a file system without locks, `isAbandoned` is true even while the file is written.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit { close(descriptor) }
}

/// Identifies a file and its content: the identity changes when the file is written.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  let bytes: Int
  /// The time of the last change of the content.
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    bytes = Int(status.st_size)
    #if canImport(Darwin)
    let changed = status.st_mtimespec
    #else
    let changed = status.st_mtim
    #endif
    (seconds, nanoseconds) = (changed.tv_sec, changed.tv_nsec)
  }
}
