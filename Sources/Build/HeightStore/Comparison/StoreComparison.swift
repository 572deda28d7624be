import LayoutPrimitives
import SQLiteDatabase

/// The differences between the cells and lists of two stores.
///
/// Both stores are read in the order of their keys, so that memory does not grow with the number of
/// cells.
public struct StoreComparison: Sendable {
  /// The feeds that have a compared environment in at least one store, sorted by name.
  public private(set) var feeds: [FeedComparison] = []
  /// The cells whose heights differ most, greatest difference first.
  public var largest: [HeightChange] { changes.changes.map(\.change) }

  private var changes: LargestChanges<HeightChange>

  /// Compares two stores.
  ///
  /// - Parameters:
  ///   - old: The earlier store.
  ///   - new: The later store.
  ///   - limit: Maximum number of cells in `largest`.
  ///   - includes: Returns whether an environment of a feed is compared.
  /// - Throws: `StoreError.corrupt` if a store is damaged.
  public init(
    from old: StoreReader, to new: StoreReader, limit: Int,
    where includes: (_ feed: String, StoredEnvironment) -> Bool
  ) throws {
    changes = LargestChanges(limit: limit)
    let names = Set((old.catalog.feeds + new.catalog.feeds).map(\.name))
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let pair = FeedPair(
        name: name, old: old, new: new, oldFeed: old.catalog.feed(named: name),
        newFeed: new.catalog.feed(named: name))
      var feed = FeedComparison(feed: name, presence: pair.presence)
      for (before, after) in pair.environments {
        guard let environment = (after ?? before)?.environment, includes(name, environment) else {
          continue
        }
        let (numbers, causes) = try compare(pair, before, after, environment)
        feed.environments.append(numbers)
        feed.causes.append(causes)
      }
      guard !feed.environments.isEmpty else { continue }
      feed.lists = pair.differingLists(where: { includes(name, $0) })
      feeds.append(feed)
    }
  }

  /// Whether any cell or list differs.
  public var differs: Bool { feeds.contains(where: \.differs) }

  /// Number of cells that differ in the given way.
  public func count(_ change: CellChange) -> Int { feeds.reduce(0) { $0 + $1.count(change) } }

  /// Compares the cells of one environment.
  private mutating func compare(
    _ pair: FeedPair, _ before: FeedEnvironment?, _ after: FeedEnvironment?,
    _ environment: StoredEnvironment
  ) throws -> (EnvironmentComparison, [FeedComparison.Cause]) {
    var cells = try CellPairs(
      old: try pair.scan(before, \.oldFeed, \.old), new: try pair.scan(after, \.newFeed, \.new))
    let grid = PixelGrid(stepsPerPoint: environment.stepsPerPoint)
    var numbers = EnvironmentComparison(environment: environment.key, grid: grid)
    var causes: [[String]: (cells: Int, heights: Int, steps: Int)] = [:]
    let inputs = pair.causes
    var matches = TemplateMatches(pair.old.catalog, pair.new.catalog)
    while let (old, new) = try cells.next() {
      guard let old, let new else {
        numbers.count(old == nil ? .added : .removed, before: old?.height, after: new?.height)
        continue
      }
      var change = matches.change(from: old, to: new)
      if change == .same, old.version != new.version { change = .otherwise }
      numbers.count(change, before: old.height, after: new.height)
      guard change != .same else { continue }
      let reasons =
        inputs?.causes(
          isOtherVersion: old.version != new.version,
          isOtherTemplate: matches.isOtherTemplate(old, new)) ?? [ChangeCauses.unknown]
      let sum = causes[reasons] ?? (0, 0, 0)
      causes[reasons] = (
        sum.cells + 1, sum.heights + (change == .height ? 1 : 0),
        sum.steps + (new.height ?? 0) - (old.height ?? 0)
      )
      guard change == .height, let earlier = old.height, let later = new.height else { continue }
      changes.add(
        size: grid.points(abs(later - earlier)),
        HeightChange(
          feed: pair.name, environment: environment.key, recordID: new.recordID, causes: reasons,
          before: grid.points(earlier), after: grid.points(later), by: grid.points(later - earlier))
      )
    }
    let sorted = FeedComparison.Cause.sorted(
      causes.map { reasons, sums in
        FeedComparison.Cause(
          causes: reasons, cells: sums.cells, heights: sums.heights, total: grid.points(sums.steps))
      })
    return (numbers, sorted)
  }
}

/// A feed in the old and in the new store; nil in a store that lacks the feed.
private struct FeedPair {
  let name: String
  let old: StoreReader
  let new: StoreReader
  let oldFeed: FeedEntry?
  let newFeed: FeedEntry?

  var presence: FeedComparison.Presence {
    oldFeed == nil ? .new : newFeed == nil ? .old : .both
  }

  var causes: ChangeCauses? {
    oldFeed.flatMap { before in
      newFeed.map {
        ChangeCauses(before, of: old.catalog.generation, $0, of: new.catalog.generation)
      }
    }
  }

  /// Pairs of old and new environments with the same key; a pair has nil for a store that lacks it.
  ///
  /// Their order is that of the new store; environments of only the old store follow.
  var environments: [(FeedEnvironment?, FeedEnvironment?)] {
    let (before, after) = (oldFeed?.environments ?? [], newFeed?.environments ?? [])
    return after.map { new in
      (before.first { $0.environment.key == new.environment.key }, new)
    }
      + before.filter { old in
        !after.contains { $0.environment.key == old.environment.key }
      }.map { ($0, nil) }
  }

  func scan(
    _ environment: FeedEnvironment?, _ feed: KeyPath<Self, FeedEntry?>,
    _ reader: KeyPath<Self, StoreReader>
  ) throws -> CellScan? {
    guard let environment, let entry = self[keyPath: feed] else { return nil }
    return try CellScan(feed: entry, environment: environment, of: self[keyPath: reader])
  }

  /// Names of the lists that differ between the feeds, or that only one of the feeds has.
  func differingLists(where includes: (StoredEnvironment) -> Bool) -> [String] {
    guard let oldFeed, let newFeed else { return [] }
    let names = Set((oldFeed.lists + newFeed.lists).map(\.description.name))
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.filter { name in
      let old = oldFeed.lists.first { $0.description.name == name }
      let new = newFeed.lists.first { $0.description.name == name }
      guard let old, let new, old.description == new.description else { return true }
      return environments.contains { before, after in
        guard let before, let after, includes(after.environment) else { return false }
        return old.totals[before.id]?.digest != new.totals[after.id]?.digest
      }
    }
  }
}

/// The cells of one environment in two stores, paired by record id.
private struct CellPairs {
  private let scans: (old: CellScan?, new: CellScan?)
  private var old: StoredCell?
  private var new: StoredCell?

  init(old: CellScan?, new: CellScan?) throws {
    scans = (old, new)
    self.old = try old?.next()
    self.new = try new?.next()
  }

  /// The old and the new cell of the next record; a cell is nil if its store lacks the record.
  ///
  /// - Returns: nil after the last record.
  mutating func next() throws -> (old: StoredCell?, new: StoredCell?)? {
    guard old != nil || new != nil else { return nil }
    var pair = (old: old, new: new)
    if let left = old?.recordID.utf8, let right = new?.recordID.utf8 {
      if left.lexicographicallyPrecedes(right) {
        pair.new = nil
      } else if right.lexicographicallyPrecedes(left) {
        pair.old = nil
      }
    }
    if pair.old != nil { old = try scans.old?.next() }
    if pair.new != nil { new = try scans.new?.next() }
    return pair
  }
}

/// Compares cells of two stores; the views of each pair of templates are matched only once.
private struct TemplateMatches {
  private struct Key: Hashable {
    let old: TemplateID
    let new: TemplateID
  }

  private let templates: (old: [TemplateID: StoredTemplate], new: [TemplateID: StoredTemplate])
  private var cached: [Key: CellMatch] = [:]

  init(_ old: StoreCatalog, _ new: StoreCatalog) {
    templates = (old.templates, new.templates)
  }

  mutating func change(from old: StoredCell, to new: StoredCell) -> CellChange {
    let key = Key(old: old.template, new: new.template)
    if let match = cached[key] { return match.change(from: old.outcome, to: new.outcome) }
    guard let before = templates.old[old.template], let after = templates.new[new.template] else {
      return .otherwise
    }
    let match = CellMatch(before, after)
    cached[key] = match
    return match.change(from: old.outcome, to: new.outcome)
  }

  func isOtherTemplate(_ old: StoredCell, _ new: StoredCell) -> Bool {
    templates.old[old.template]?.hash != templates.new[new.template]?.hash
  }
}

extension StoredCell {
  /// The height in grid steps; nil for a failed cell.
  fileprivate var height: Int? {
    if case .layout(let layout) = outcome { layout.height } else { nil }
  }
}

/// Collects the largest of many changes.
public struct LargestChanges<Change> {
  /// The changes in descending order of size; changes of equal size are in the order of `add`.
  public private(set) var changes: [(size: Double, change: Change)] = []
  private let limit: Int

  /// Creates an empty collection.
  ///
  /// - Parameter limit: Maximum number of changes, at least 0.
  public init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// Adds a change if it is among the `limit` largest so far; otherwise it is not evaluated.
  ///
  /// - Parameters:
  ///   - size: The size by which changes are compared, in points.
  ///   - change: The change.
  public mutating func add(size: Double, _ change: @autoclosure () -> Change) {
    if changes.count >= limit {
      guard let last = changes.last, last.size < size else { return }
      changes.removeLast()
    }
    let index = changes.firstIndex { $0.size < size } ?? changes.endIndex
    changes.insert((size, change()), at: index)
  }
}

extension LargestChanges: Sendable where Change: Sendable {}

/// The cells of a feed in one environment, in the order of the bytes of their record ids.
///
/// It is a class because it owns a database statement. Only one cell is in memory at a time.
final class CellScan {
  private let reader: StoreReader
  private let row: PreparedStatement
  private let environment: FeedEnvironment
  /// Number of cells read so far; nil after the last cell.
  private var count: Int? = 0

  init(feed: FeedEntry, environment: FeedEnvironment, of reader: StoreReader) throws {
    self.reader = reader
    self.environment = environment
    // The index of keys has this order, so that SQLite does not sort.
    row = try reader.connection.prepare(
      "SELECT \(CellRow.columns) FROM cells WHERE feed_id = ? AND environment_id = ? "
        + "ORDER BY record_id")
    try row.bind(feed.id, at: 1)
    try row.bind(environment.id.rawValue, at: 2)
  }

  /// Reads the next cell; nil after the last cell.
  ///
  /// - Throws: `StoreError.corrupt` if a cell is damaged, or if there were fewer or more cells than
  ///   the catalog states.
  func next() throws -> StoredCell? {
    guard let read = count else { return nil }
    guard try row.step() else {
      count = nil
      let expected = environment.cells + environment.failed
      guard read == expected else {
        throw reader.corrupt(
          "its index leads to \(read) of \(expected) cells in \(environment.environment.key)")
      }
      return nil
    }
    count = read + 1
    return try reader.decode(row, recordID: row.text(CellRow.recordID))
  }
}
