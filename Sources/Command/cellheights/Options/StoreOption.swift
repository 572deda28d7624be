import ArgumentParser
import HeightStore

struct StoreOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The SQLite file that holds the heights. (default: Cache/heights.sqlite)",
      valueName: "file"), completion: .file(extensions: ["sqlite", "db"]))
  var store: String?

  func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store needs the path of a file") }
  }

  /// The effective path.
  func path(_ settings: Settings) -> String { settings.store(store).value }

  /// Whether a lookup needs `--store` to find the store.
  ///
  /// - Parameter configFileIsNamed: Whether `--config` is given.
  func isNamed(_ settings: Settings, configFileIsNamed: Bool) -> Bool {
    let store = settings.store(store)
    switch store.origin {
    case .standard, .store, .variable: return false
    case .file: return configFileIsNamed
    case .flag:
      return store.value != Settings.standardStore || settings.store(nil).origin != .standard
    }
  }
}

struct KeepOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Generations to keep as files STORE.<number>, the published one counted. "
        + "(default: \(Settings.standardKeep))", valueName: "n"))
  var keep: Int?

  func validate() throws { try Self.check(keep) }

  /// Checks a number of generations, of a store or of published files.
  static func check(_ keep: Int?) throws(ValidationError) {
    guard let keep, !Settings.keepRange.contains(keep) else { return }
    let range = Settings.keepRange
    throw ValidationError(
      "--keep is a number of generations from \(range.lowerBound) to \(range.upperBound)")
  }
}

struct ListOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The list of the feed; feed is its own order.", valueName: "name"))
  var list = ListDescription.feedOrder
}
