import FeedRecords

/// The order of a feed's records after changes, without the records that keep their position.
///
/// A stored record is identified by the number of its cell in the first environment. Records with a
/// new position are in sections: one at the top of the feed, and one before each stored record that
/// needs it, even if that record is deleted.
struct ChangedOrder {
  /// The section at the top.
  static let top: Int64 = 0

  /// A record with a new position, or the sentinel of a section.
  private struct Node {
    var record: FeedRecord?
    var previous: Int
    var next: Int
  }

  private var nodes: [Node] = []
  /// The sentinels by section.
  private var sections: [Int64: Int] = [:]
  /// The nodes by id, in UTF-8: equal texts are not always equal ids.
  private var moved: [[UInt8]: Int] = [:]
  /// New records that keep the position of stored ones, by cell number.
  private var updated: [Int64: FeedRecord] = [:]
  /// The stored numbers whose records are deleted or have a new position.
  private var gone: Set<Int64> = []
  /// Finds the number of a stored record.
  private let place: (String) throws -> Int64?

  /// - Parameter place: Finds the number of a stored record by its id; `nil` for none.
  init(place: @escaping (String) throws -> Int64?) { self.place = place }

  /// The location of a record.
  private enum Location {
    case stored(Int64)
    case node(Int)
    case nowhere
  }

  /// Applies a change.
  ///
  /// - Returns: The id of `delete` or `before` that the feed does not have; `nil` otherwise.
  mutating func apply(_ kind: FeedChange.Kind) throws -> String? {
    switch kind {
    case .delete(let id):
      guard try remove(id) else { return id }
      return nil
    case .put(let record, let before):
      let anchor = try before.map { try find($0) }
      if let before, before.utf8.elementsEqual(record.id.utf8) {
        // Before itself: it keeps its position.
        switch anchor {
        case .stored(let place):
          updated[place] = record
          return nil
        case .node(let node):
          nodes[node].record = record
          return nil
        case .nowhere, nil: break
        }
      }
      _ = try remove(record.id)
      let follower: Int
      switch anchor {
      case .stored(let place): follower = section(place)
      case .node(let node): follower = node
      case .nowhere, nil: follower = nodes[section(Self.top)].next
      }
      insert(record, before: follower)
      if case .nowhere = anchor { return before }
      return nil
    }
  }

  /// Whether the record of a stored number keeps its position.
  func keeps(_ place: Int64) -> Bool { !gone.contains(place) }

  /// The new record for a stored number that keeps its position; `nil` for an unchanged one.
  func update(of place: Int64) -> FeedRecord? { updated[place] }

  /// The records of a section in order.
  func records(of section: Int64) -> [FeedRecord] {
    guard let sentinel = sections[section] else { return [] }
    var records: [FeedRecord] = []
    var node = nodes[sentinel].next
    while node != sentinel {
      if let record = nodes[node].record { records.append(record) }
      node = nodes[node].next
    }
    return records
  }

  private func find(_ id: String) throws -> Location {
    if let node = moved[Array(id.utf8)] { return .node(node) }
    guard let place = try place(id), !gone.contains(place) else { return .nowhere }
    return .stored(place)
  }

  /// Removes a record from its position.
  ///
  /// - Returns: Whether it had one.
  private mutating func remove(_ id: String) throws -> Bool {
    switch try find(id) {
    case .nowhere: return false
    case .stored(let place):
      gone.insert(place)
      updated[place] = nil
    case .node(let node):
      moved[Array(id.utf8)] = nil
      nodes[nodes[node].previous].next = nodes[node].next
      nodes[nodes[node].next].previous = nodes[node].previous
      nodes[node].record = nil
    }
    return true
  }

  /// The sentinel of a section, which follows its last record.
  private mutating func section(_ section: Int64) -> Int {
    if let known = sections[section] { return known }
    let sentinel = nodes.count
    nodes.append(Node(record: nil, previous: sentinel, next: sentinel))
    sections[section] = sentinel
    return sentinel
  }

  private mutating func insert(_ record: FeedRecord, before follower: Int) {
    let previous = nodes[follower].previous
    moved[Array(record.id.utf8)] = nodes.count
    nodes[previous].next = nodes.count
    nodes[follower].previous = nodes.count
    nodes.append(Node(record: record, previous: previous, next: follower))
  }
}
