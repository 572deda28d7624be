import Foundation

/// The metadata of a file; a symbolic link stands for its target.
package struct FileStatus: Equatable {
  let isRegular: Bool
  /// Size in bytes.
  package let size: Int
  private let inode: UInt64
  /// Time of the last modification, in nanoseconds since 1970.
  let modified: Int

  /// Reads the metadata; `nil` if the file is missing or not accessible.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    inode = UInt64(status.st_ino)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }
}

/// Detects changes of the content of files.
///
/// It polls, which works on every file system, and with editors that replace the file.
package struct FileWatcher {
  /// Time between two polls, in seconds.
  package static let interval = 0.1
  /// Time without a change after which files are considered saved, in seconds.
  package static let rest = 0.05
  /// Number of polls after which files that keep changing are considered saved.
  package static let patience = 100
  /// Size up to which files are compared by content, in bytes.
  ///
  /// For these files, saving the same content is not a change.
  static let comparedBytes = 4 << 20

  private var paths: [String] = []
  private var stamps: [FileStatus?] = []
  private var contents: [Data?] = []

  /// Begins to watch files, with their current state as the start.
  package init(_ paths: [String]) {
    add(paths)
  }

  /// Watches further files, with their current state as the start.
  package mutating func add(_ others: [String]) {
    for path in others where !paths.contains(path) {
      paths.append(path)
      stamps.append(FileStatus(path))
      contents.append(Self.content(path))
    }
  }

  /// Waits for a change, and then until the files no longer change.
  ///
  /// - Returns: The files that changed, in the order in which they are watched.
  package mutating func nextChange() -> [String] {
    while true {
      Thread.sleep(forTimeInterval: Self.interval)
      var seen = paths.map { FileStatus($0) }
      guard seen != stamps else { continue }
      for _ in 0..<Self.patience {
        Thread.sleep(forTimeInterval: Self.rest)
        let again = paths.map { FileStatus($0) }
        if again == seen { break }
        seen = again
      }
      let current = paths.map(Self.content)
      let changed = paths.indices.filter { index in
        // A file that is too large to compare is considered changed if its metadata changed.
        seen[index] != stamps[index]
          && (current[index] == nil || contents[index] == nil || current[index] != contents[index])
      }
      stamps = seen
      contents = current
      if !changed.isEmpty { return changed.map { paths[$0] } }
    }
  }

  private static func content(_ path: String) -> Data? {
    guard let status = FileStatus(path), status.size <= comparedBytes else { return nil }
    return FileManager.default.contents(atPath: path)
  }
}
