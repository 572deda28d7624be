import ArgumentParser

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
