public import FeedRecords
public import HeightStore
import LayoutPrimitives

/// A named list of a feed's records, in another order than the feed.
public struct NamedList: Sendable {
  /// The criterion by which records are ordered.
  public enum Order: Sendable {
    /// Records are sorted by the value at a path; records without a value are last.
    case path(RecordPath, isDescending: Bool)
    /// Records are in the order in which the function passes their ids to its argument; other
    /// records are not in the list.
    case ids(@Sendable ((String) throws -> Void) throws -> Void)
  }

  /// The name, spacing and insets of the list.
  public var description: ListDescription
  /// The criterion by which records are ordered.
  public var order: Order

  /// Creates a list.
  public init(_ description: ListDescription, order: Order) {
    self.description = description
    self.order = order
  }
}

/// Builds the named lists of a feed during a build.
struct ListBuilder {
  private let lists: [NamedList]
  private let sorter: RecordSorter

  /// Creates a builder; nil if there are no lists.
  init?(_ lists: [NamedList]) throws {
    guard !lists.isEmpty else { return nil }
    self.lists = lists
    sorter = try RecordSorter()
  }

  /// Adds the next record with its cells, by environment.
  func add(_ record: FeedRecord, _ cells: [CellReference]) throws {
    var keys: [(list: Int, key: SortKey)] = []
    for (number, list) in lists.enumerated() {
      guard case .path(let path, _) = list.order, let key = record.sortKey(at: path) else {
        continue
      }
      keys.append((number, key))
    }
    try sorter.add(id: record.id, cells: cells, keys: keys)
  }

  /// Adds the next record of a merge; shards store no values to sort by.
  func add(id: String, _ cells: [CellReference]) throws {
    try sorter.add(id: id, cells: cells, keys: [])
  }

  /// Writes the lists, and adds a problem for each path without values and each unknown id.
  func write(
    _ writer: GenerationWriter, feed: String, _ keys: FeedKeys, _ problems: inout ProblemGroups
  ) throws {
    for (number, list) in lists.enumerated() {
      let made = try writer.makeList(list.description)
      var order = SortOrder.ids
      switch list.order {
      case .path(let path, let isDescending):
        order = .key(isDescending: isDescending)
        if !path.isWord, try !sorter.hasKeys(list: number) {
          problems.add(
            code: "CH0440", location: "list '\(list.description.name)' of feed '\(feed)'",
            message: "no record has a value at '\(path)', so that the list is in the feed's order"
              + NearestName(RecordPath.words).suggestion(for: "\(path)"))
        }
      case .ids(let read):
        try read { try sorter.add(id: $0, list: number) }
        let faults = try sorter.faults(list: number)
        if let example = faults.example {
          problems.add(
            code: "CH0437", location: "list '\(list.description.name)' of feed '\(feed)'",
            message: "\(faults.unknown) of its ids name no record and \(faults.repeated) are "
              + "repeated, such as '\(example)'; they are passed over")
        }
      }
      try sorter.forEach(list: number, order: order) { environment, cell in
        try writer.append(cell, to: made, environment: keys.environments[environment])
      }
    }
  }
}

extension FeedRecord {
  /// The value at a path, by which the record is sorted; nil if there is none.
  fileprivate func sortKey(at path: RecordPath) -> SortKey? {
    switch value(at: path) {
    case .number(let number, _): return number.isFinite ? .number(number) : nil
    case .text(let text):
      if text.isEmpty { return nil }
      // A title is sorted as text even if it looks like a date.
      if !path.isWord || ["published", "updated"].contains(path.description),
        let date = date(at: path)
      {
        return .date(date.secondsSince1970)
      }
      return .text(text)
    case .boolean, .structure, nil: return text(at: path).map { .text($0) }
    }
  }
}

extension ShardError {
  /// Throws an error if a list is sorted by a value of the records.
  static func check(_ lists: [NamedList], of feed: String) throws(ShardError) {
    for list in lists {
      guard case .ids = list.order else {
        throw .unsortable(feed: feed, list: list.description.name)
      }
    }
  }
}
