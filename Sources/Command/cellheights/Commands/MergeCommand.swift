import ArgumentParser
import CommandSettings
import Foundation
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the shards of a build into one store.",
    discussion: """
      Shards are made by `cellheights build FEED --shard I/N --store FILE`, on any number of \
      machines. The store is what one build of all records would have made: the same cells in the \
      same order, the same digests. The limits of a build are judged here, over all records.
      """)

  @Argument(help: "The stores of all shards, in any order.", completion: .file())
  var shards: [String]

  @OptionGroup var store: StoreOption
  @OptionGroup var keep: KeepOption
  @OptionGroup var tolerance: ToleranceOptions

  @Flag(
    name: .long,
    help:
      "Drop stored environments and templates that the shards do not have.")
  var replace = false

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    let settings = try configured.settings(store)
    let store = settings.storePath
    var configuration = try settings.mergeConfiguration(shards: shards, store: store)
    configuration.tolerance = try tolerance.tolerance()
    configuration.allowsDrops = replace
    configuration.storeSettings.keptGenerations = settings.keep(keep.keep).value
    configuration.storeSettings.verificationThreads = ProcessInfo.processInfo.activeProcessorCount
    // A maximum in the flag replaces the maximum of every feed.
    if tolerance.maxRemoved == nil {
      for feed in settings.file?.feeds ?? [] {
        configuration.maximumRemoved[feed.name] = feed.maximumRemoved?.value.bound
      }
    }
    let start = Stopwatch()
    let progress = ProgressReporter()
    let result = Result { () throws -> (BuildSummary, ShardMerge) in
      var merge = try ShardMerge(configuration, progress: progress)
      try settings.checkLists(feeds: merge.feeds, store: store)
      return (try merge.run(), merge)
    }
    progress.finish()
    let (summary, merge) = try result.get()
    for line in BuildReport.warnings(summary) { StandardError.write(line) }
    for (feed, lists) in merge.feedsWithoutLists {
      StandardError.write(
        "cellheights: feed '\(feed)': the shards were built for list '\(lists)', which the "
          + "configuration does not have, nor now the store; name the configuration of the build with "
          + "--config")
    }
    for line in FindingLines(merged: summary.findings).lines { StandardError.write(line) }
    let isSeveral = BuildReport.needsFeed(summary, feeds: merge.feeds.count, store: store)
    let report = BuildReport(
      summary: summary, store: store,
      storeIsNamed: settings.storeIsNamed(configFileIsNamed: configured.config != nil),
      feed: isSeveral ? merge.feeds.first : nil,
      environment: merge.environments.count > 1 ? merge.environments.first : nil,
      wallSeconds: start.wallSeconds, cpuSeconds: start.cpuSeconds, check: nil, documents: [],
      leftOut: LeftOutFeeds(isAllowed: false), hasPacks: false)
    report.write(as: format)
  }
}
