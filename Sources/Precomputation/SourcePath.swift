import FeedRecords

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Compares the paths of feed files.
enum SourcePath {
  /// Whether two paths name one file, of which either may be compressed.
  ///
  /// Relative paths are those of the working folder.
  static func isSame(_ path: String, _ other: String) -> Bool {
    if path == other { return true }
    if let file = resolved(path), file == resolved(other) { return true }
    guard let place = place(of: path) else { return false }
    return place == self.place(of: other)
  }

  /// The folder without links and the name without a compression suffix; `nil` without such a folder.
  private static func place(of path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = path.dropLast(name.utf8.count)
    return resolved(folder.isEmpty ? "." : String(folder)).map {
      $0 + "/" + FeedSource.withoutCompressionSuffix(name)
    }
  }

  /// The absolute path without links; `nil` for nothing at the path.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
