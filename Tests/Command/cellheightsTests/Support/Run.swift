import Foundation
import Glibc

/// A running command; its output goes to files, so that no pipe can fill up.
final class Run {
  /// The source of standard input.
  enum Input {
    case nothing
    case text(String)
    /// Written by the test while the command runs.
    case pipe
  }

  private let process = Process()
  private let output: URL
  private let errors: URL
  private let ended: AsyncStream<Void>
  private let writer: FileHandle?

  /// Starts a program in a directory.
  init(
    _ executable: URL, _ arguments: [String], in directory: URL, input: Input,
    environment: [String: String]
  ) throws {
    let id = UUID().uuidString
    let talk = directory.appending(path: ".talk")
    try FileManager.default.createDirectory(at: talk, withIntermediateDirectories: true)
    output = talk.appending(path: "\(id).out")
    errors = talk.appending(path: "\(id).err")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // A `Process` never closes its handles, so ours are closed here once it has its own. With 1,350
    // open descriptors `Process.run` reads past the directory buffer of libc.
    var handles = [
      try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: errors),
    ]
    defer { for handle in handles { try? handle.close() } }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    switch input {
    case .nothing:
      process.standardInput = FileHandle.nullDevice
      writer = nil
    case .text(let text):
      let file = talk.appending(path: "\(id).in")
      try Data(text.utf8).write(to: file)
      let handle = try FileHandle(forReadingFrom: file)
      handles.append(handle)
      process.standardInput = handle
      writer = nil
    case .pipe:
      let pipe = Pipe()
      process.standardInput = pipe
      writer = pipe.fileHandleForWriting
    }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    ended = stream
    process.terminationHandler = { _ in continuation.finish() }
    // Threads of the test runner block signals, and a child inherits that.
    var (nothing, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&nothing)
    pthread_sigmask(SIG_SETMASK, &nothing, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try process.run()
  }

  /// Writes to a standard input that is a pipe.
  func write(_ text: String) throws { try writer?.write(contentsOf: Data(text.utf8)) }

  /// Ends a standard input that is a pipe.
  func closeInput() throws { try writer?.close() }

  /// Asks the command to end.
  func terminate() { process.terminate() }

  /// Interrupts the command, as Ctrl-C does.
  func interrupt() { process.interrupt() }

  /// Kills the command.
  func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

  /// Whether it still runs.
  var isRunning: Bool { process.isRunning }

  /// The memory that it takes now, in bytes: what is its own, and all that is mapped; 0 if it has
  /// ended.
  var memory: (anonymous: Int, all: Int) {
    let path = "/proc/\(process.processIdentifier)/status"
    guard let bytes = FileManager.default.contents(atPath: path) else { return (0, 0) }
    var found: [Substring: Int] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
      if words.count == 3, words[2] == "kB" { found[words[0]] = Int(words[1]) }
    }
    return ((found["RssAnon"] ?? 0) << 10, (found["VmHWM"] ?? 0) << 10)
  }

  /// Standard output so far.
  func outputSoFar() throws -> String {
    String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  /// Standard error so far.
  func errorsSoFar() throws -> String {
    String(decoding: try Data(contentsOf: errors), as: UTF8.self)
  }

  /// Waits until a condition holds, at most 20 seconds.
  func waits(until condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<2000 {
      if try condition() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// Waits for the end; a command that takes a minute is killed and the test fails.
  func outcome() async throws -> Program.Outcome {
    let process = process
    let arguments = process.arguments ?? []
    let identifier = process.processIdentifier
    let guardian = Task {
      try await Task.sleep(for: .seconds(60))
      Glibc.kill(identifier, SIGKILL)
    }
    for await _ in ended {}
    guardian.cancel()
    let code = process.terminationStatus
    if process.terminationReason == .uncaughtSignal, code == SIGKILL {
      throw Program.Trouble.tookTooLong(arguments)
    }
    return Program.Outcome(
      code: process.terminationReason == .uncaughtSignal ? 128 + code : code,
      output: try outputSoFar(),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
