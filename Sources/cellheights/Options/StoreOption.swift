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
}
