import CellTemplates
import HeightStore
import LayoutPrimitives

/// The stored feed that changes are applied to.
struct ChangeTarget {
  let feed: FeedInput
  let entry: FeedEntry
  let reader: StoreReader
  let pool: WorkerPool

  /// Finds the feed, and checks that its unchanged cells are those of a full build.
  ///
  /// - Throws: `BuildError.changesRefused`; `StoreError` if the store cannot be read.
  init(_ configuration: BuildConfiguration, _ pool: WorkerPool?) throws {
    guard let feed = configuration.feeds.first, configuration.feeds.count == 1, let pool else {
      throw StoreError.invalid("changes are those of one feed")
    }
    func refuse(_ reason: String) -> BuildError { .changesRefused(feed: feed.name, reason: reason) }
    guard let reader = try StoreReader.published(configuration.store),
      let entry = reader.catalog.feed(named: feed.name)
    else { throw refuse("the store \(configuration.store) does not have it") }
    let selector = configuration.templates(of: feed)
    let differences = try FeedInputs(of: configuration, selector).differences(from: entry.inputs)
    guard differences.isEmpty else {
      throw refuse("since its last build there changed " + differences.joined(separator: ", "))
    }
    if let template = selector.templates.first(where: \.readsClock) {
      throw refuse("template '\(template.name)' reads the clock, so that any cell may change")
    }
    guard entry.environments.map(\.environment.key) == pool.environments.map(\.key) else {
      throw refuse("it is stored for other environments than it would be built for")
    }
    guard entry.environments.first?.environment.isRange != true else {
      throw refuse("it has only ranges of widths, in which the store keeps no order of its records")
    }
    let lists = entry.lists.map(\.description.name).filter { $0 != ListDescription.feedOrder }
    if let list = lists.first ?? feed.lists.first?.description.name {
      throw refuse("the order of its list '\(list)' needs all records")
    }
    self.feed = feed
    self.entry = entry
    self.reader = reader
    self.pool = pool
  }
}
