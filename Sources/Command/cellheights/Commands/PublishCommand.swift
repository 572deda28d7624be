import ArgumentParser
import CommandSettings
import Heights
import Operations
import PublishedHeights
import StructuredDocuments

struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write the heights as plain files, for web servers, CDNs and apps.",
    discussion: """
      Writes a pointer, a manifest and chunks, which are named by their SHA-256. Readers need no \
      database and fetch only what has changed. Existing files stay, unless --prune removes those \
      that no kept manifest names.

      For example:  cellheights publish public/heights
      Shards:       cellheights publish public/heights --shard 1.sqlite --shard 2.sqlite
      """)

  @Argument(
    help: ArgumentHelp("The folder, created if missing.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A shard to publish without a store of all; repeat it for every shard.",
      valueName: "file"), completion: .file(extensions: ["sqlite", "db"]))
  var shard: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Publish only the chunks of these cells (- is standard input), and print a line for each.",
      valueName: "file"), completion: .file())
  var fromCells: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Publish a generation from the lines that --from-cells printed (- is standard input).",
      valueName: "file"), completion: .file())
  var fromParts: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Number of the generation of --from-parts. (default: one more than that of the folder)",
      valueName: "n"))
  var generation: Int?

  @Option(
    name: .long,
    help: "Publish this feed; may be repeated. (default: all feeds of the store)",
    completion: .feed)
  var feed: [String] = []

  @Flag(name: .long, help: "Omit the frames of views.")
  var noFrames = false

  @Flag(name: .long, help: "Omit the lines of labels, which a store has after build --lines.")
  var noLines = false

  @Flag(name: .long, help: "Omit the versions of records.")
  var noVersions = false

  @Flag(name: .long, help: "Remove files that no kept manifest names.")
  var prune = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Generations that --prune keeps, including this one. "
        + "(default: \(Settings.standardKeep))", valueName: "n"))
  var keep: Int?

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder has no name") }
    try KeepOption.check(keep)
    if shard.contains("") { throw ValidationError("--shard needs the path of a file") }
    let others = [store.store != nil, !shard.isEmpty, fromCells != nil, fromParts != nil]
    if others.count(where: { $0 }) > 1 {
      throw ValidationError("give one of --store, --shard, --from-cells and --from-parts")
    }
    if fromParts != nil, feed.count != 1 {
      throw ValidationError("--from-parts needs --feed once: the name of the feed of all chunks")
    }
    if feed.contains("") { throw ValidationError("--feed needs a name that is not empty") }
    if fromParts != nil, noFrames || noVersions || noLines {
      throw ValidationError("--from-parts publishes what the chunks have; give it to --from-cells")
    }
    if fromCells != nil, !feed.isEmpty {
      throw ValidationError("--from-cells takes no --feed; --from-parts does")
    }
    if let generation {
      if fromParts == nil { throw ValidationError("--generation is for --from-parts") }
      guard (1...Int(Int32.max)).contains(generation) else {
        throw ValidationError("--generation is a number from 1 to \(Int32.max)")
      }
    }
    if fromCells != nil, prune {
      throw ValidationError("--from-cells publishes no generation; --from-parts may --prune")
    }
    if keep != nil, !prune { throw ValidationError("--keep says what --prune keeps; give both") }
  }

  func run() throws {
    let settings = try configured.settings(store)
    let options = PublishingOptions(
      feeds: feed.isEmpty ? nil : Set(feed), hasFrames: !noFrames, hasVersions: !noVersions,
      hasLines: !noLines)
    if let fromCells {
      try PartStream.write(
        try LineInput(path: fromCells, limits: settings.feedLimits),
        into: { try FolderSink(folder: folder) }, options: options,
        to: StandardOutput.write(_:))
      return
    }
    // Heights are read first, so that an error in them leaves no new folder.
    var sink: FolderSink
    let summary: PublishingSummary
    if let fromParts, let feed = feed.first {
      try settings.checkOwnListOnly(ofFeed: feed)
      let parts = try PartStream.read(
        try LineInput(path: fromParts, limits: settings.feedLimits), feed: feed,
        list: settings.ownList(ofFeed: feed))
      sink = try FolderSink(folder: folder)
      let last = try generation.map { $0 - 1 } ?? sink.publishedGeneration() ?? 0
      guard (0..<Int(Int32.max)).contains(last) else {
        throw Failure(.badData, "generation \(last) of \(folder) has no next one")
      }
      // The sink's lock keeps other processes from removing files until the pointer is written.
      if let gap = try parts.missingFile(sink.size(ofFile:)) { throw PartStream.incomplete(gap) }
      do {
        summary = try parts.publish(into: &sink, generation: last + 1)
      } catch let gap as PartPublisher.Gap {
        throw PartStream.incomplete(gap)
      }
    } else if shard.isEmpty {
      let publisher = HeightPublisher(
        try HeightLookup(store: settings.storePath), options: options)
      sink = try FolderSink(folder: folder)
      summary = try publisher.publish(into: &sink)
    } else {
      let shards = try ShardPublication(paths: shard, settings, options: options)
      sink = try FolderSink(folder: folder)
      summary = try shards.publish(into: &sink)
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

/// The report of `publish`; `pruned` is nil if no old files were to be removed.
struct PublishReport {
  let folder: String
  let summary: PublishingSummary
  let pruned: PrunedFiles?

  private typealias Amount = PublishingSummary.Amount

  private var path: String { summary.manifest.map(PublishedPath.manifest) ?? "" }

  /// The document `cellheights.publish/1`.
  var json: String {
    JSONWriter.document("cellheights.publish/1") { json in
      json.member("folder", folder)
      json.member("generation", summary.generation)
      if let shards = summary.shards { json.member("shards", shards) }
      json.member("manifest", path)
      json.member("manifestBytes", summary.manifestBytes)
      json.member("cells", summary.cells)
      Self.write(summary.written, "written", &json)
      Self.write(summary.kept, "kept", &json)
      json.object("chunks") { json in
        for kind in PublishingSummary.Kind.allCases {
          if let amount = summary.chunks[kind] { Self.write(amount, kind.rawValue, &json) }
        }
      }
      guard let pruned else { return }
      json.object("pruned") { json in
        json.member("files", pruned.paths.count)
        json.member("bytes", pruned.bytes)
        json.numbers("generations", pruned.generations.map(Double.init))
      }
    }
  }

  /// The output for people.
  var lines: [String] {
    var lines = [
      "published  generation \(summary.generation), \(summary.cells) cells"
        + (summary.shards.map { " of \($0) shards" } ?? ""),
      "manifest   \(path)  \(summary.manifestBytes) bytes",
    ]
    for kind in PublishingSummary.Kind.allCases {
      guard let amount = summary.chunks[kind] else { continue }
      let gap = String(repeating: " ", count: max(0, 11 - kind.rawValue.count))
      lines.append(
        "\(kind.rawValue)\(gap)\(Self.text(amount)), \(hundredths(amount.bytes)) bytes a cell")
    }
    lines.append("written    \(Self.text(summary.written)); kept \(Self.text(summary.kept))")
    if let pruned {
      lines.append(
        "pruned     \(counted(pruned.paths.count, "file")), \(counted(pruned.bytes, "byte")); kept "
          + (pruned.generations.count == 1 ? "generation " : "generations ")
          + pruned.generations.map(String.init).joined(separator: ", "))
    }
    lines.append("folder     \(folder)")
    return lines
  }

  private static func write(
    _ amount: PublishingSummary.Amount, _ name: String, _ json: inout JSONWriter
  ) {
    json.object(name) { json in
      json.member("files", amount.files)
      json.member("bytes", amount.bytes)
    }
  }

  private static func text(_ amount: PublishingSummary.Amount) -> String {
    "\(amount.files) \(amount.files == 1 ? "file" : "files"), \(amount.bytes) bytes"
  }

  /// The average number of bytes per cell, with two decimals.
  private func hundredths(_ bytes: Int) -> String {
    guard summary.cells > 0 else { return "0" }
    let all = (bytes * 100 + summary.cells / 2) / summary.cells
    return "\(all / 100).\(all % 100 < 10 ? "0" : "")\(all % 100)"
  }
}
