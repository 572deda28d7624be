import ArgumentParser

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
      "Generations that --prune keeps, this one counted. (default: 3)", valueName: "n"))
  var keep: Int?

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder has no name") }
    guard keep.map({ Settings.keepRange.contains($0) }) ?? true else {
      throw ValidationError("--keep is a number of generations from 1 to 1000")
    }
    if shard.contains("") { throw ValidationError("--shard needs the path of a file") }
    if store.store != nil, !shard.isEmpty {
      throw ValidationError("--store is one store and --shard all shards of a build; give one")
    }
    if keep != nil, !prune { throw ValidationError("--keep says what --prune keeps; give both") }
  }

  func run() throws {
    let settings = try configured.settings()
    // Joined, because a name may begin with a hyphen.
    var words = ["write"] + shard.map { "--shard=\($0)" }
    if shard.isEmpty { words.append("--store=\(store.path(settings))") }
    words.append("--format=\(format.rawValue)")
    words += feed.map { "--feed=\($0)" }
    if noFrames { words.append("--no-frames") }
    if noVersions { words.append("--no-versions") }
    if prune { words.append("--prune") }
    if let keep { words.append("--keep=\(keep)") }
    try CompanionProgram(name: "cellheights-publish").become(words + ["--", folder])
  }
}
