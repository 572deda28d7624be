import ArgumentParser
import Glibc
import Heights
import PublishedHeights
import HeightStore
import StructuredDocuments

/// What `cellheights publish` becomes.
struct WriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write the heights of a store as plain files.")

  /// The forms of output.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  @Argument(help: "The folder; it is made when it is missing.") var folder: String
  @Option(name: .long, help: "The SQLite file that holds the heights.") var store: String?
  @Option(name: .long, help: "A shard of a build; repeated, for all of them.")
  var shard: [String] = []
  @Option(name: .long, help: "Publish this feed; may be repeated.") var feed: [String] = []
  @Flag(name: .long, help: "Leave the frames of views out.") var noFrames = false
  @Flag(name: .long, help: "Leave the versions of records out.") var noVersions = false
  @Flag(name: .long, help: "Remove files that no kept manifest names.") var prune = false
  @Option(name: .long, help: "Generations that --prune keeps, this one counted.") var keep = 3
  @Option(name: .long, help: "Output for people or for programs.") var format = Format.table

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder has no name") }
    guard (store != nil) == shard.isEmpty else {
      throw ValidationError("name one --store, or every --shard of a build")
    }
    if store?.isEmpty == true || shard.contains("") {
      throw ValidationError("--store and --shard need the path of a file")
    }
    guard (1...1_000).contains(keep) else {
      throw ValidationError("--keep is a number of generations from 1 to 1000")
    }
  }

  func run() throws {
    try ExitStatus.ending(publish)
  }

  private func publish() throws {
    let options = PublishingOptions(
      feeds: feed.isEmpty ? nil : Set(feed), hasFrames: !noFrames, hasVersions: !noVersions)
    // The heights first, so that what cannot be published makes no folder.
    var sink: FolderSink
    let summary: PublishingSummary
    if let store {
      let publisher = HeightPublisher(try HeightLookup(store: store), options: options)
      sink = try FolderSink(folder: folder)
      summary = try publisher.publish(into: &sink)
    } else {
      let publisher = try ShardPublisher(paths: shard, options: options)
      sink = try FolderSink(folder: folder)
      summary = try publisher.publish(into: &sink)
    }
    let pruned = prune ? try sink.prune(keep: keep) : nil
    let report = PublishReport(folder: folder, summary: summary, pruned: pruned)
    let text: [UInt8]
    switch format {
    case .json: text = JSONLineEscapes.escaping(Array(report.json.utf8)) + [UInt8(ascii: "\n")]
    case .table: text = report.table.printable
    }
    Streams.write(text, to: STDOUT_FILENO)
  }
}
