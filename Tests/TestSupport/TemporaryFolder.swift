public import Foundation

/// A folder of its own for one test; it is removed with this object.
public final class TemporaryFolder: Sendable {
  /// Where it is, after all links.
  public let url: URL

  /// Makes an empty folder.
  ///
  /// - Parameter name: A part of its name.
  public init(_ name: String = "tests") throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "cellheights-\(name)-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: url) } catch { print("left \(url.path)") }
  }

  /// The path of a file in the folder.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, with the folders that lead to it, and gives its path back.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}
