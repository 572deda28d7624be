public import ArgumentParser
public import FeedRecords

extension FeedFormat: ExpressibleByArgument {}

/// How records are found in the input.
struct InputOptions: ParsableArguments {
  @Option(
    name: .long,
    help:
      "A configured or built-in mapping's name, or a mapping file; by default found by content.",
    completion: .mapping)
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What the input is, where its content does not tell.", valueName: "format"))
  var inputFormat: FeedFormat?

  /// The mapping that the flag, a variable or a configured feed names.
  func mapping(_ settings: Settings, feed: ConfiguredFeed? = nil) throws(FeedError)
    -> RecordMapping?
  {
    guard let name = settings.mappingName(mapping, feed: feed) else { return nil }
    return try settings.mapping(name.value)
  }

  /// The format that the flag, a variable or a configured feed names.
  func format(
    _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(Failure) -> FeedFormat? {
    try settings.inputFormat(inputFormat, feed: feed)?.value
  }

  /// A reader of sources, set up by the flags, variables and a configured feed.
  func reader(
    _ sources: [FeedSource], _ settings: Settings, feed: ConfiguredFeed? = nil,
    imageSizes: ImageSizes? = nil
  ) throws -> FeedReader {
    try FeedReader(
      sources: sources, mapping: try mapping(settings, feed: feed),
      format: try format(settings, feed: feed), limits: settings.feedLimits,
      imageSizes: imageSizes)
  }
}
