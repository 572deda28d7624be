/// The cells of a build whose deadline came within a feed.
///
/// They are in a store `STORE.unfinished` that was checked and synced but not published. It is a
/// class because it owns a database connection.
final class UnfinishedCells {
  private let reader: StoreReader
  private var feed: FeedEntry?
  /// The environments of the open feed, with their numbers in this store.
  private var environments: [EnvironmentID: EnvironmentID] = [:]

  /// Opens the store; nil for none.
  ///
  /// One that cannot be read is removed.
  init?(_ file: StagingFile) throws {
    guard try FileOperations.isOwnFile(file.unfinishedPath) else { return nil }
    do {
      reader = try StoreReader(path: file.unfinishedPath)
    } catch is StoreError {
      try FileOperations.remove(file.unfinishedPath)
      return nil
    }
  }

  /// Begins a feed.
  func begin(feed name: String, environments described: [StoredEnvironment], _ keys: FeedKeys) {
    feed = reader.catalog.feed(named: name)
    environments = [:]
    for (environment, key) in zip(described, keys.environments) {
      let known = feed?.environments.first { $0.environment == environment }
      if let known { environments[key] = known.id }
    }
  }

  /// The cell of a record in an environment; nil for none or a damaged one.
  func find(recordID: String, environment: EnvironmentID) throws -> StoredCell? {
    guard let feed, let environment = environments[environment] else { return nil }
    do {
      return try reader.cell(feed: feed, environment: environment, recordID: recordID)
    } catch StoreError.corrupt {
      return nil
    }
  }

  /// Whether every feed that it has was published since.
  func isObsolete(store: String) throws -> Bool {
    let published = try StoreReader(path: store).catalog
    let number = reader.catalog.generation.number
    return reader.catalog.feeds.allSatisfy { feed in
      feed.generation < number || (published.feed(named: feed.name)?.generation ?? 0) >= number
    }
  }
}
