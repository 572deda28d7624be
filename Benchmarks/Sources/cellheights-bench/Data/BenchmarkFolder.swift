import Foundation

/// A folder of the benchmark, removed when the benchmark ends.
final class BenchmarkFolder {
  private let folder: URL

  /// Makes the folder among the system's temporary ones.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "cellheights-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that cannot be removed is removed with the system's other temporary files.
    do { try FileManager.default.removeItem(at: folder) } catch _ {}
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Removes a file, which need not exist.
  func remove(_ name: String) throws {
    guard FileManager.default.fileExists(atPath: path(name)) else { return }
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// Writes a feed with an open vocabulary, always the same for the same number of records.
  ///
  /// - Parameters:
  ///   - format: One that `scripts/generate-feed` writes.
  ///   - root: The project's folder.
  /// - Returns: The path of the feed.
  func generateFeed(records: Int, format: String = "ndjson", root: String) throws -> String {
    let feed = path("feed.\(format)")
    let script = "\(root)/scripts/generate-feed"
    guard FileManager.default.isExecutableFile(atPath: script) else {
      throw BenchmarkError("there is no \(script): name the project's folder with --root")
    }
    let generator = Process()
    generator.executableURL = URL(filePath: script)
    generator.arguments = [
      "--records", "\(records)", "--seed", "1", "--format", format, "-o", feed,
    ]
    try generator.run()
    generator.waitUntilExit()
    guard generator.terminationStatus == 0 else {
      throw BenchmarkError(
        "scripts/generate-feed ended with \(generator.terminationStatus); its words are above")
    }
    return feed
  }
}
