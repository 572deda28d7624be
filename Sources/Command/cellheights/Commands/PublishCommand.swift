import ArgumentParser
import Heights
import PublishedHeights

struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write the heights as plain files, for web servers, CDNs and apps.",
    discussion: """
      A pointer, a manifest and chunks that are named by their SHA-256: whoever reads them needs no \
      database, and fetches only what changed since the last time. Files that are there already \
      stay, unless --prune removes those that no kept manifest names.

      For example:  cellheights publish public/heights
      Shards:       cellheights publish public/heights --shard 1.sqlite --shard 2.sqlite
      """)

  @Argument(
    help: ArgumentHelp("The folder; it is made when it is missing.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Publish shards of a build side by side, without a merge; repeated, for all of them.",
      valueName: "file"), completion: .file(extensions: ["sqlite", "db"]))
  var shard: [String] = []

  @Option(
    name: .long,
    help: "Publish this feed; may be repeated. (default: all feeds of the store)",
    completion: .feed)
  var feed: [String] = []

  @Flag(name: .long, help: "Leave the frames of views out.")
  var noFrames = false

  @Flag(name: .long, help: "Leave the versions of records out.")
  var noVersions = false

  @Flag(name: .long, help: "Remove files that no kept manifest names.")
  var prune = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Generations that --prune keeps, this one counted. "
        + "(default: \(Settings.standardKeep))", valueName: "n"))
  var keep: Int?

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder has no name") }
    try KeepOption.check(keep)
    if shard.contains("") { throw ValidationError("--shard needs the path of a file") }
    if store.store != nil, !shard.isEmpty {
      throw ValidationError("--store is one store and --shard all shards of a build; give one")
    }
    if keep != nil, !prune { throw ValidationError("--keep says what --prune keeps; give both") }
  }

  func run() throws {
    let settings = try configured.settings()
    let options = PublishingOptions(
      feeds: feed.isEmpty ? nil : Set(feed), hasFrames: !noFrames, hasVersions: !noVersions)
    // The heights first, so that what cannot be published makes no folder.
    var sink: FolderSink
    let summary: PublishingSummary
    if shard.isEmpty {
      let publisher = HeightPublisher(
        try HeightLookup(store: store.path(settings)), options: options)
      sink = try FolderSink(folder: folder)
      summary = try publisher.publish(into: &sink)
    } else {
      let publisher = try ShardPublisher(paths: shard, options: options)
      sink = try FolderSink(folder: folder)
      summary = try publisher.publish(into: &sink)
    }
    let kept = keep ?? Settings.standardKeep
    let pruned = prune ? try sink.prune(keep: kept) : nil
    let report = PublishReport(folder: folder, summary: summary, pruned: pruned)
    let remark = "the files are in \(folder)"
    switch format {
    case .json: StandardOutput.write(json: report.json, orTell: remark)
    case .table: StandardOutput.write(report.lines, orTell: remark)
    }
  }
}
