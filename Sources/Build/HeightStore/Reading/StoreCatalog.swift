public import LayoutPrimitives

/// The content of a store, except its cells.
public struct StoreCatalog: Hashable, Sendable {
  /// The published generation.
  public let generation: Generation
  /// The feeds, sorted by name.
  public let feeds: [FeedEntry]
  /// All environments, by number.
  public let environments: [EnvironmentID: StoredEnvironment]
  /// All templates, by number.
  public let templates: [TemplateID: StoredTemplate]
  /// The checksum of the catalog, which identifies the store.
  package let checksum: ContentHash

  /// Finds a feed by its name; nil if the store does not contain it.
  public func feed(named name: String) -> FeedEntry? {
    feeds.first { $0.name == name }
  }
}

/// A feed of a store.
public struct FeedEntry: Hashable, Sendable {
  /// Row number of the feed.
  public let id: Int64
  /// Name of the feed.
  public let name: String
  /// Number of records whose cells all have a layout.
  public let records: Int
  /// Number of the generation in which the feed was last replaced.
  public let generation: Int
  /// Digest of the feed's cells.
  public let digest: String
  /// Whether the cells have frames; if not, they have only heights.
  public let keepsFrames: Bool
  /// Whether the cells have the lines of their labels.
  public let keepsLines: Bool
  /// Everything that the cells depend on except the records, as entries `NAME:HASH` with spaces
  /// between them.
  public let inputs: String
  /// The stored entries of `FailedPositions`; nil if there were too many.
  let failedPositions: [UInt8]?
  /// The source files in order, followed by the change files that were applied later.
  public let sources: [SourceFile]
  /// The environments, in the order of the build.
  public let environments: [FeedEnvironment]
  /// The templates, in the order of the build.
  public let templates: [TemplateID]
  /// The options of the build command that the store keeps for later commands.
  public let arguments: [FeedArgument]
  /// The lists, sorted by name.
  public let lists: [ListEntry]
  /// The findings, in the order of the build.
  public let findings: [Finding]
  /// The paths that have values in the records, sorted.
  public let paths: [SeenPath]
}

extension FeedEntry {
  /// Whether a list has cells besides those of records.
  package var hasListCells: Bool {
    lists.contains { $0.description.shape?.kinds.isEmpty == false }
  }

  /// The paths of the files from which the records were read; change files are not included.
  public var recordFiles: [String] { sources.filter { !$0.isChanges }.map(\.path) }
}

/// An environment of a feed, with the counts of its cells.
public struct FeedEnvironment: Hashable, Sendable {
  /// Row number of the environment.
  public let id: EnvironmentID
  /// The environment.
  public let environment: StoredEnvironment
  /// Number of cells with a height, those of lists included.
  public let cells: Int
  /// Number of failed cells.
  public let failed: Int
  /// Number of cells that lists have besides those of records.
  public let listCells: Int

  /// Number of cells of records with a height.
  public var recordCells: Int { cells - listCells }
}

/// A list of a feed, in all environments.
public struct ListEntry: Hashable, Sendable {
  /// Row number of the list.
  public let id: ListID
  /// Name, spacing, insets and shape.
  public let description: ListDescription
  /// The totals, by environment; an environment in which the list is empty is missing.
  let totals: [EnvironmentID: ListTotals]
}

/// The totals of a list in one environment.
struct ListTotals: Hashable, Sendable {
  let environment: EnvironmentID
  let cells: Int
  /// Sum of the heights in grid steps, without spacing.
  let heightSum: Int64
  /// The digest of the record ids, in list order.
  let digest: String
  /// The order of the chunks, in the stored form of `ChunkOrder`.
  let chunks: [UInt8]
  /// The numbers of cells of the sections, as stored; nil for a list of records alone.
  let sections: [UInt8]?
}

/// A complete, published state of a store.
public struct Generation: Hashable, Sendable {
  /// Number of the generation; the first is 1, and later ones are greater.
  public let number: Int
  /// The time at which the build began, such as `2026-01-31T08:00:00Z`.
  public let createdUTC: String
  /// The version of the layout engine that the build used; cells of other feeds may be older.
  public let engineVersion: String
  /// Digest of all cells, independent of their order, of times and of paths.
  public let digest: String
  /// Digest of all lists, with the order of their record ids.
  public let listDigest: String
  /// Number of cells with a height.
  public let cells: Int
  /// Number of failed cells.
  public let failed: Int
}

/// The counts of a feed's cells in a build.
public struct FeedSummary: Hashable, Sendable {
  /// Number of new and changed cells, failed ones included.
  public let written: Int
  /// Number of cells reused from the last generation.
  public let reused: Int
  /// Number of failed cells, both written and reused.
  public let failed: Int
  /// Number of cells of the last generation that the build removed.
  public let removedCells: Int
  /// Number of records of the last generation that the build removed.
  public let removedRecords: Int
  /// `FeedEntry.records` of the feed in the last generation; 0 for a new feed.
  public let previousRecords: Int
}

extension StoreCatalog {
  /// Reads the catalog of a published store.
  ///
  /// - Throws: `StoreError.corrupt` if the checksum is wrong or rows are inconsistent.
  static func read(_ connection: ReadConnection) throws -> StoreCatalog {
    let path = connection.errors.path
    let tables = try CatalogTables(connection.database, errors: connection.errors)
    guard tables.generations.count == 1, tables.checksum == tables.stored else {
      throw StoreError.corrupt(
        path: path,
        detail: tables.generations.count == 1
          ? "its catalogue is not what was published"
          : "\(tables.generations.count) generations instead of one")
    }
    return try StoreCatalog(tables, path: path)
  }

  /// Creates a catalog from the rows of its tables.
  ///
  /// - Throws: `StoreError.corrupt` if rows are inconsistent.
  init(_ tables: CatalogTables, path: String) throws {
    guard let generation = tables.generations.first, generation.number > 0,
      generation.number < Int32.max
    else { throw StoreError.corrupt(path: path, detail: "the number of its generation") }
    self.generation = generation
    checksum = tables.checksum
    let environments = try Self.environments(tables, path)
    self.environments = environments
    let views = Dictionary(grouping: tables.views) { $0.owner }
    let described = tables.templates.map { template in
      let views = (views[template.id] ?? []).map(\.value)
      return (
        TemplateID(rawValue: template.id),
        StoredTemplate(name: template.name, hash: template.hash, views: views)
      )
    }
    templates = Dictionary(described) { first, _ in first }
    let sources = Dictionary(grouping: tables.sources) { $0.owner }
    let used = Dictionary(grouping: tables.feedEnvironments) { $0.owner }
    let chosen = Dictionary(grouping: tables.feedTemplates) { $0.owner }.mapValues { rows in
      rows.sorted { $0.position < $1.position }.map(\.value)
    }
    let arguments = Dictionary(grouping: tables.feedArguments) { $0.owner }
    let lists = Self.lists(tables)
    let findings = Self.findings(tables, chosen, environments)
    let paths = Dictionary(grouping: tables.paths) { $0.owner }
    let entries = try tables.feeds.map { feed in
      FeedEntry(
        id: feed.id, name: feed.name, records: feed.records, generation: feed.generation,
        digest: feed.digest, keepsFrames: feed.keepsFrames,
        keepsLines: feed.keepsLines, inputs: feed.inputs,
        failedPositions: feed.failedPositions,
        sources: (sources[feed.id] ?? []).map(\.value),
        environments: try (used[feed.id] ?? []).sorted { $0.position < $1.position }.map { row in
          let id = EnvironmentID(rawValue: row.value.environment)
          guard let environment = environments[id] else {
            throw StoreError.corrupt(path: path, detail: "environment \(id.rawValue) is not listed")
          }
          return FeedEnvironment(
            id: id, environment: environment, cells: row.value.cells, failed: row.value.failed,
            listCells: row.value.listCells)
        },
        templates: chosen[feed.id] ?? [],
        arguments: (arguments[feed.id] ?? []).compactMap(\.value),
        lists: lists[feed.id] ?? [], findings: findings[feed.id] ?? [],
        paths: (paths[feed.id] ?? []).map(\.value))
    }
    feeds = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func environments(
    _ tables: CatalogTables, _ path: String
  ) throws -> [EnvironmentID: StoredEnvironment] {
    let rows = try tables.environments.map { row in
      do {
        let environment = try StoredEnvironment(
          key: row.key, stepsPerPoint: row.stepsPerPoint, state: row.state)
        return (EnvironmentID(rawValue: row.id), environment)
      } catch {
        throw StoreError.corrupt(path: path, detail: "\(error)")
      }
    }
    return Dictionary(rows) { first, _ in first }
  }

  private static func lists(_ tables: CatalogTables) -> [Int64: [ListEntry]] {
    let totals = Dictionary(grouping: tables.listEnvironments) { $0.owner }
    let entries = tables.lists.map { list in
      let rows = (totals[list.id] ?? []).map { ($0.value.environment, $0.value) }
      return (
        feed: list.feed,
        entry: ListEntry(
          id: ListID(rawValue: list.id), description: list.description,
          totals: Dictionary(rows) { first, _ in first })
      )
    }
    return Dictionary(grouping: entries) { $0.feed }.mapValues { lists in
      lists.map(\.entry).sorted {
        $0.description.name.utf8.lexicographicallyPrecedes($1.description.name.utf8)
      }
    }
  }

  /// The findings, by the row number of their feed.
  private static func findings(
    _ tables: CatalogTables, _ templates: [Int64: [TemplateID]],
    _ environments: [EnvironmentID: StoredEnvironment]
  ) -> [Int64: [Finding]] {
    let counts = Dictionary(grouping: tables.findingEnvironments) { $0.owner }
    return Dictionary(grouping: tables.findings) { $0.owner }.mapValues { rows in
      rows.map { row in
        var finding = row.value.finding
        finding.template = row.value.template.flatMap {
          templates[row.owner]?.firstIndex(of: $0)
        }
        finding.environments = (counts[row.position] ?? []).compactMap { count in
          environments[count.value.environment].map {
            Finding.InEnvironment(key: $0.key, cells: count.value.cells)
          }
        }
        return finding
      }
    }
  }
}
