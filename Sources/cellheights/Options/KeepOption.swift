import ArgumentParser

struct KeepOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Generations to keep as files STORE.<number>, the published one counted. (default: 3)",
      valueName: "n"))
  var keep: Int?

  func validate() throws {
    guard keep.map({ Settings.keepRange.contains($0) }) ?? true else {
      throw ValidationError("--keep is a number of generations from 1 to 1000")
    }
  }
}
