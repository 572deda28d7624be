package import CommandSettings
import Foundation
import Heights
import HeightStore
package import Precomputation
package import PublishedHeights

/// The shards of a build, to be published together.
///
/// If the build has lists besides those in feed order, the shards are merged into a temporary store:
/// the order of such a list, and the cells that it has besides those of records, are known only when
/// all shards are joined.
package enum ShardPublication {
  /// All lists are in feed order.
  case plain(ShardPublisher)
  /// The shards were merged in a temporary folder.
  case merged(HeightPublisher, ScratchFolder)

  /// Opens or merges the shards; nothing is published yet.
  ///
  /// - Parameters:
  ///   - paths: Paths of all shards, in any order.
  ///   - settings: The configuration with which the shards were built.
  ///   - options: The parts to publish.
  /// - Throws: `ShardError` if the shards do not belong together, or were built for other lists;
  ///   `BuildError` if a cell of a list cannot be laid out; `StoreError`; `Failure`.
  package init(paths: [String], _ settings: Settings, options: PublishingOptions) throws {
    do {
      self = .plain(try ShardPublisher(paths: paths, options: options))
      return
    } catch ShardError.unpublishable(let path, let feed, let list) {
      // Without the configuration of the build, the lists would be missing without a word.
      guard (settings.file?.lists ?? []).contains(where: { $0.feed == feed }) else {
        throw ShardError.unpublishable(path: path, feed: feed, list: list)
      }
    }
    let folder = try ScratchFolder()
    var configuration = try settings.mergeConfiguration(
      shards: paths, store: folder.path + "/merged.sqlite")
    // The limits of a build are not applied, as to shards with lists in feed order.
    configuration.tolerance.maximumFailed = .share(1, atLeast: 0)
    configuration.tolerance.allowPartial = true
    var merge = try ShardMerge(configuration)
    _ = try merge.run()
    let lookup = try HeightLookup(store: configuration.store, readsLines: options.hasLines)
    self = .merged(
      HeightPublisher(lookup, options: options, shards: try ShardPublisher.generations(paths)),
      folder)
  }

  /// Publishes the shards.
  ///
  /// - Throws: `Miss` if a feed is unknown; `StoreError`; `PublishedFormatError`; errors of the
  ///   sink.
  package func publish(into sink: inout some PublishingSink) throws -> PublishingSummary {
    switch self {
    case .plain(let publisher): try publisher.publish(into: &sink)
    case .merged(let publisher, let folder):
      try withExtendedLifetime(folder) { try publisher.publish(into: &sink) }
    }
  }
}

extension Settings {
  /// What a merge of shards needs besides its flags: the configured lists, and what their cells are
  /// laid out with.
  ///
  /// - Throws: `Failure` and `TemplateError` for invalid lists.
  package func mergeConfiguration(shards: [String], store: String) throws -> MergeConfiguration {
    var configuration = MergeConfiguration(
      shards: shards, store: store, createdUTC: Date.now.utcText)
    for feed in Set((file?.lists ?? []).map(\.feed)) {
      let lists = try FeedLists(ofFeed: feed, self)
      configuration.lists[feed] = (lists.own, lists.named)
    }
    let named = configuration.lists.mapValues(\.named)
    configuration.formats = try formats(for: [])
    configuration.layout = { entry in
      try listCellLayout(ofFeed: entry.name, entry.arguments, named[entry.name] ?? [])
    }
    return configuration
  }
}
