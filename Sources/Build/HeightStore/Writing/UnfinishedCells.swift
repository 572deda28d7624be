/// The cells of a feed that an earlier build did not finish before its deadline.
///
/// They are in a store `STORE.unfinished`, which was verified and synced but not published. The
/// type is a class because it owns a database connection.
final class UnfinishedCells {
  private let reader: StoreReader
  private var feed: FeedEntry?
  /// The number that each environment of the open feed has in `STORE.unfinished`.
  private var environments: [EnvironmentID: EnvironmentID] = [:]

  /// Opens the store `STORE.unfinished`; nil if there is none, or if it cannot be read.
  ///
  /// A store that cannot be read is removed.
  init?(_ file: StagingFile) throws {
    guard try FileOperations.isOwnFile(file.unfinishedPath) else { return nil }
    do {
      reader = try StoreReader(path: file.unfinishedPath)
    } catch is StoreError {
      try FileOperations.remove(file.unfinishedPath)
      return nil
    }
  }

  /// Selects the feed in which `find` searches.
  func begin(feed name: String, environments described: [StoredEnvironment], _ keys: FeedKeys) {
    feed = reader.catalog.feed(named: name)
    environments = [:]
    for (environment, key) in zip(described, keys.environments) {
      let known = feed?.environments.first { $0.environment == environment }
      if let known { environments[key] = known.id }
    }
  }

  /// The cell of a record in an environment; nil if it is missing or damaged.
  func find(recordID: String, environment: EnvironmentID) throws -> StoredCell? {
    guard let feed, let environment = environments[environment] else { return nil }
    do {
      return try reader.cell(feed: feed, environment: environment, recordID: recordID)
    } catch StoreError.corrupt {
      return nil
    }
  }

  /// Whether every feed that was changed in `STORE.unfinished` has been published since.
  func isObsolete(store: String) throws -> Bool {
    let published = try StoreReader(path: store).catalog
    let number = reader.catalog.generation.number
    return reader.catalog.feeds.allSatisfy { feed in
      feed.generation < number || (published.feed(named: feed.name)?.generation ?? 0) >= number
    }
  }
}
