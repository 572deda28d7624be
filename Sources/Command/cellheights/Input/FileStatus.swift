import Foundation

/// The metadata of a file; symbolic links are followed.
struct FileStatus: Equatable {
  let isRegular: Bool
  /// Size in bytes.
  let size: Int
  private let inode: UInt64
  /// Time of the last modification, in nanoseconds since 1970.
  let modified: Int

  /// `nil` for a file that is missing or not accessible.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    inode = UInt64(status.st_ino)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }
}
