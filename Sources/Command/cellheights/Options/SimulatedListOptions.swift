import ArgumentParser

/// The list that a simulation scrolls, and what its strategies need.
struct SimulatedListOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Stored heights: a store, a folder of published files, or the address of such files or of a "
        + "service. (default: the store)", valueName: "path-or-address"))
  var source: String?

  @Option(name: .long, help: "The feed; needed where the source holds several.", completion: .feed)
  var feed: String?

  @Option(
    name: .long, help: "The environment, such as 390; needed where there are several.",
    completion: .storedEnvironment)
  var environment: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The environment that the profile rotate turns to.", valueName: "environment"),
    completion: .storedEnvironment)
  var rotateTo: String?

  @OptionGroup var list: ListOption

  @OptionGroup var store: StoreOption

  @Option(
    name: .long,
    help: "A file to read records from for measured costs, instead of those of the build.",
    completion: .file())
  var input: [String] = []

  @OptionGroup var reading: InputOptions
  @OptionGroup var template: TemplateOption
  @OptionGroup var fonts: FontOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var formats: FormatOptions

  func validate() throws {
    if source?.isEmpty == true { throw ValidationError("--source needs a path or an address") }
    if source != nil, store.store != nil {
      throw ValidationError("--source and --store both name the heights; give one")
    }
  }
}
