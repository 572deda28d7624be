import ArgumentParser

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
