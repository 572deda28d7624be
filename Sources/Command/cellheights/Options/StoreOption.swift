import ArgumentParser
import CommandSettings
import HeightStore

struct StoreOption: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The SQLite file that holds the heights. (default: \(Setting.store.standard[0]))",
      valueName: "file"), completion: .file(extensions: ["sqlite", "db"]))
  var store: String?

  func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store needs the path of a file") }
  }

  func add(to flags: inout SettingFlags) { flags.store = store }
}

struct KeepOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Generations to keep as files STORE.<number>, including the published one. "
        + "(default: \(Settings.standardKeep))", valueName: "n"))
  var keep: Int?

  func validate() throws { try Self.check(keep) }

  /// Throws if a number of generations to keep is out of range.
  static func check(_ keep: Int?) throws(ValidationError) {
    if let refusal = Setting.keep.refusal(of: keep) { throw ValidationError(refusal) }
  }
}

struct ListOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The list of the feed; feed is its own order.", valueName: "name"))
  var list = ListDescription.feedOrder
}
