import Foundation

/// Tells when the content of files changes.
///
/// It looks at them again and again, which works on every file system and however an editor saves:
/// in place, or by another file that takes the place.
struct FileWatcher {
  /// Time between two looks, in seconds.
  static let interval = 0.1
  /// Files stay this long as they are before they count as saved, in seconds.
  static let rest = 0.05
  /// Files that never come to rest count as saved after so many looks.
  static let patience = 100
  /// Files up to this size are compared by content, so that saving the same again is no change.
  static let comparedBytes = 4 << 20

  /// What can be seen of a file without reading it.
  private struct Stamp: Hashable {
    var size: Int
    var modified: Date
    var number: Int
  }

  private var paths: [String] = []
  private var stamps: [Stamp?] = []
  private var contents: [Data?] = []

  /// Begins with files as they are now.
  init(_ paths: [String]) {
    add(paths)
  }

  /// Watches further files, beginning with them as they are now.
  mutating func add(_ others: [String]) {
    for path in others where !paths.contains(path) {
      paths.append(path)
      stamps.append(Self.stamp(path))
      contents.append(Self.content(path))
    }
  }

  /// Waits until files have changed and come to rest.
  ///
  /// - Returns: The files that changed, in the order in which they are watched.
  mutating func nextChange() -> [String] {
    while true {
      Thread.sleep(forTimeInterval: Self.interval)
      var seen = paths.map(Self.stamp)
      guard seen != stamps else { continue }
      for _ in 0..<Self.patience {
        Thread.sleep(forTimeInterval: Self.rest)
        let again = paths.map(Self.stamp)
        if again == seen { break }
        seen = again
      }
      let found = paths.map(Self.content)
      let changed = paths.indices.filter { index in
        // Of a file too large to keep only the stamp can tell.
        seen[index] != stamps[index]
          && (found[index] == nil || contents[index] == nil || found[index] != contents[index])
      }
      stamps = seen
      contents = found
      if !changed.isEmpty { return changed.map { paths[$0] } }
    }
  }

  private static func stamp(_ path: String) -> Stamp? {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    // A file that is gone for the moment has no stamp.
    guard let found = try? FileManager.default.attributesOfItem(atPath: target) else { return nil }
    return Stamp(
      size: (found[.size] as? NSNumber)?.intValue ?? 0,
      modified: found[.modificationDate] as? Date ?? .distantPast,
      number: (found[.systemFileNumber] as? NSNumber)?.intValue ?? 0)
  }

  private static func content(_ path: String) -> Data? {
    guard let stamp = stamp(path), stamp.size <= comparedBytes else { return nil }
    return FileManager.default.contents(atPath: path)
  }
}
