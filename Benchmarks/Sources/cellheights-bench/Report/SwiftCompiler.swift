import Foundation

/// The compiler on the search path, which `scripts/bench` compiles with.
enum SwiftCompiler {
  /// Its version, such as `6.3.1`.
  static func version() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let words = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let mark = words.firstIndex(of: "version"), mark + 1 < words.count else {
      return "unknown"
    }
    return String(words[mark + 1])
  }
}
