import Foundation
import TestSupport

/// A new directory in which one test works, removed after the test.
final class Workshop {
  private let folder: TemporaryFolder
  var directory: URL { folder.url }

  init() throws { folder = try TemporaryFolder() }

  /// A directory with a store in the usual place.
  convenience init(holding store: SampleStore) async throws {
    try self.init()
    try FileManager.default.createDirectory(
      at: directory.appending(path: "Cache"), withIntermediateDirectories: false)
    try await store.bytes().write(to: directory.appending(path: "Cache/heights.sqlite"))
    try write("", to: "Cache/heights.sqlite.lock")
  }

  /// The package, for its demo feeds and templates.
  static let package = Checkout.folder

  /// A file of `Feeds`.
  static func demo(_ name: String) -> String { package.appending(path: "Feeds/\(name)").path }

  /// Writes a file and gives its name back.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try folder.write(text.utf8, to: name)
    return name
  }

  /// Writes a script that can be run.
  func writeScript(_ text: String, to name: String) throws {
    _ = try folder.writeScript(text, to: name)
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: directory.appending(path: name))
  }

  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: directory.appending(path: name).path)
  }

  /// Names in a folder, in order.
  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: directory.appending(path: folder).path
    ).sorted()
  }

  /// Makes a pipe with a name.
  func makePipe(_ name: String) throws -> String {
    guard mkfifo(directory.appending(path: name).path, 0o600) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    return name
  }

  /// Starts the command.
  func start(
    _ arguments: [String], input: Run.Input = .nothing, environment: [String: String] = [:]
  ) throws -> Run {
    try Run(
      Program.url(), arguments, in: directory, input: input, environment: environment)
  }

  /// Runs the command to its end.
  @discardableResult
  func run(
    _ arguments: String..., input: Run.Input = .nothing, environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    try await start(arguments, input: input, environment: environment).outcome()
  }

  /// Runs a line of bash, in which `$cellheights` is the command.
  func shell(_ line: String) async throws -> Program.Outcome {
    try await Run(
      URL(filePath: "/bin/bash"), ["-c", line], in: directory, input: .nothing,
      environment: ["cellheights": Program.url().path]
    ).outcome()
  }
}
