import ArgumentParser
import CommandSettings
import Foundation
import Heights
import HeightStore
import LayoutPrimitives

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the cells of two stores: which differ, by how much, and why.",
    discussion: """
      A number means that generation of --store, kept or published. Exits 1 when anything differs.

      For example:  cellheights diff Cache/heights.sqlite.41 Cache/heights.sqlite
                    cellheights diff 41 42 --feed home --limit 20
      """)

  @Argument(
    help: ArgumentHelp("The earlier store, or its number.", valueName: "old"),
    completion: .file(extensions: ["sqlite", "db"]))
  var old: String

  @Argument(
    help: ArgumentHelp("The later store, or its number.", valueName: "new"),
    completion: .file(extensions: ["sqlite", "db"]))
  var new: String

  @Option(name: .long, help: "The feed; by default all of them.", completion: .feed)
  var feed: String?

  @Option(
    name: .long,
    help: "An environment, such as 390; may be repeated. By default all of them.",
    completion: .storedEnvironment)
  var environment: [String] = []

  @Option(
    name: .long, help: ArgumentHelp("The number of changes to list, largest first.", valueName: "n")
  )
  var limit = 10

  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    guard !old.isEmpty, !new.isEmpty else {
      throw ValidationError("give the paths of two stores, or the numbers of two generations")
    }
    guard (0...100_000).contains(limit) else {
      throw ValidationError("--limit is a number of changes from 0 to 100000")
    }
  }

  func run() throws {
    let settings = try configured.settings(store)
    let before = try StoreReader(path: try path(old, settings))
    let after = try StoreReader(path: try path(new, settings))
    let entries = before.catalog.feeds + after.catalog.feeds
    if let feed, !entries.contains(where: { $0.name == feed }) {
      throw unknown("feed", feed, entries.map(\.name))
    }
    let wanted = try environment.flatMap { try settings.storedEnvironmentSet($0) }
    let stored = entries.filter { feed == nil || $0.name == feed }.flatMap(\.environments)
      .map(\.environment)
    var keys: Set<String> = []
    for pattern in wanted { keys.formUnion(try self.keys(pattern, in: stored)) }
    (before.readsLines, after.readsLines) = (true, true)
    let comparison = try StoreComparison(from: before, to: after, limit: limit) { name, stored in
      (feed == nil || name == feed)
        && (wanted.isEmpty || keys.contains(stored.key))
    }
    let report = DiffReport(
      old: (before.path, before.catalog.generation), new: (after.path, after.catalog.generation),
      comparison: comparison)
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: for line in report.lines { StandardOutput.write(line) }
    }
    if comparison.differs { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }

  /// The path of a store: the argument itself, or the path of the generation with its number.
  private func path(_ argument: String, _ settings: Settings) throws -> String {
    guard let number = Int(argument), !FileManager.default.fileExists(atPath: argument) else {
      return argument
    }
    let store = settings.storePath
    if try StoreReader(path: store).catalog.generation.number == number { return store }
    let kept = try StoreGenerations.kept(store: store)
    guard let file = kept.first(where: { $0.number == number }) else {
      throw Failure(
        .inputMissing,
        "\(StoreError.unknownGeneration(store: store, number: number, kept: kept.map(\.number)))")
    }
    return file.path
  }

  /// The keys of the one stored environment that a pattern matches, one key per allowed state.
  ///
  /// - Throws: `Failure.usage` if the pattern matches no environment or several.
  private func keys(
    _ pattern: EnvironmentPattern, in stored: [StoredEnvironment]
  ) throws(Failure) -> [String] {
    let parts = stored.map(\.parts)
    let matches = pattern.matches(in: parts).filter { $0.widthPixel == nil }
    guard !matches.isEmpty else { throw unknown("environment", pattern.text, stored.map(\.key)) }
    let several = EnvironmentPattern.ambiguity(matches, in: parts)
    guard several.isEmpty else {
      throw Failure(
        .usage,
        "the stores have several environments '\(pattern.text)'; name one with --environment: "
          + several.joined(separator: ", "))
    }
    return matches.map { stored[$0.index].key }
  }

  /// The usage error for a name that is in neither store; exit code 1 would mean a difference.
  private func unknown(_ kind: String, _ name: String, _ all: [String]) -> Failure {
    var names: [String] = []
    for name in all where !names.contains(name) { names.append(name) }
    return Failure(
      .usage,
      "neither store has \(kind) '\(name)'; they have \(names.joined(separator: ", "))"
        + NearestName(names).suggestion(for: name))
  }
}
