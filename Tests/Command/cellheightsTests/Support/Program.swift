import Foundation

/// The built command, run as a user runs it.
enum Program {
  /// The outcome of one run.
  struct Outcome {
    /// Exit code as a shell shows it: 128 + the signal for a process that a signal ended.
    var code: Int32
    var output: String
    var errors: String

    /// Lines of standard output.
    var lines: [String] { output.lineList }
    /// Lines of standard error.
    var errorLines: [String] { errors.lineList }
  }

  /// Why the command could not be run.
  enum Trouble: Error {
    case notBuilt(String)
    case tookTooLong([String])
  }

  /// An executable, which the build puts beside the test bundle.
  static func url(_ name: String = "cellheights") throws -> URL {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // The runner is the bundle itself; from Swift's own helper, the bundle is in the arguments.
    for place in [runner] + CommandLine.arguments {
      let url = URL(filePath: place).deletingLastPathComponent().appending(path: name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    throw Trouble.notBuilt(runner)
  }
}

extension String {
  /// Its lines, without an empty one after the last line break.
  var lineList: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
