import Foundation

/// A program of the system that ran to its end; its standard error is dropped.
public struct FinishedProcess: Sendable {
  /// The exit code, or the number of the signal that ended it.
  public let code: Int32
  /// Standard output.
  public let output: [UInt8]

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked for in `PATH`.
  ///   - input: Standard input.
  public init(_ program: String, _ arguments: [String], input: [UInt8] = []) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (given, taken) = (Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = taken
    process.standardError = FileHandle.nullDevice
    try process.run()
    let writer = given.fileHandleForWriting
    // A program may write before it has read everything.
    DispatchQueue.global().async {
      try? writer.write(contentsOf: Data(input))
      try? writer.close()
    }
    output = [UInt8](taken.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    code = process.terminationStatus
  }

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
}
