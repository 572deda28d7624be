import Foundation

/// What can be seen of a file without reading it; links are followed.
struct FileStatus: Equatable {
  let isRegular: Bool
  /// Size in bytes.
  let size: Int
  private let number: UInt64
  /// When it was changed, in nanoseconds since 1970.
  let modified: Int

  /// `nil` when there is none, or it cannot be looked at.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    number = UInt64(status.st_ino)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }
}
