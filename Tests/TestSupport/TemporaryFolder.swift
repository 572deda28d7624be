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

  /// Writes a script that can be run at once, and gives its path back.
  ///
  /// Another process writes it: a file that this process holds open for writing is held open by
  /// each process that another test starts meanwhile, and the system does not run such a file.
  public func writeScript(_ text: String, to name: String) throws -> String {
    let file = path(name)
    let script = #"mkdir -p "$(dirname "$0")" && cat > "$0" && chmod 755 "$0""#
    let written = try FinishedProcess("sh", ["-c", script, file], input: Array(text.utf8))
    guard written.code == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file
  }
}
