import FeedRecords

/// Collects changes to the records of a stored feed: new, moved, replaced and deleted records.
///
/// The number of a stored record is the number of its cell in the first environment. Records with a
/// new position are grouped in sections. One section is at the top of the feed. Each other section
/// is before a stored record, even if that record is deleted.
struct ChangedOrder {
  /// The number of the section at the top of the feed.
  static let top: Int64 = 0

  /// A record with a new position, or the sentinel that ends a section.
  private struct Node {
    var record: FeedRecord?
    var previous: Int
    var next: Int
  }

  private var nodes: [Node] = []
  /// The indices of the sentinels in `nodes`, by section.
  private var sections: [Int64: Int] = [:]
  /// The indices of the nodes, by the UTF-8 bytes of the record id; Swift treats some different ids
  /// as equal strings.
  private var moved: [[UInt8]: Int] = [:]
  /// The replacing records, by the number of the stored record whose position they keep.
  private var updated: [Int64: FeedRecord] = [:]
  /// The numbers of the stored records that are deleted or have a new position.
  private var gone: Set<Int64> = []
  /// Returns the number of the stored record with an id; `nil` if there is none.
  private let number: (String) throws -> Int64?

  /// Creates an order without changes.
  ///
  /// - Parameter number: Returns the number of the stored record with an id; `nil` for none.
  init(number: @escaping (String) throws -> Int64?) { self.number = number }

  /// Where a record is after the changes so far: at its stored position, in a section, or nowhere.
  ///
  /// The values are the number of the stored record, and the index of the node.
  private enum Location {
    case stored(Int64)
    case node(Int)
    case nowhere
  }

  /// Applies a change.
  ///
  /// - Returns: The id in `delete` or `before` that the feed does not contain; `nil` if it contains
  ///   the id.
  mutating func apply(_ kind: FeedChange.Kind) throws -> String? {
    switch kind {
    case .delete(let id):
      guard try remove(id) else { return id }
      return nil
    case .put(let record, let before):
      let anchor = try before.map { try find($0) }
      if let before, before.utf8.elementsEqual(record.id.utf8) {
        // The record is put before itself, so that it keeps its position.
        switch anchor {
        case .stored(let number):
          updated[number] = record
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
      case .stored(let number): follower = section(number)
      case .node(let node): follower = node
      case .nowhere, nil: follower = nodes[section(Self.top)].next
      }
      insert(record, before: follower)
      if case .nowhere = anchor { return before }
      return nil
    }
  }

  /// Whether the stored record with a number keeps its position.
  func keeps(_ number: Int64) -> Bool { !gone.contains(number) }

  /// The record that replaces a stored record at its position; `nil` if the stored record is
  /// unchanged.
  func update(of number: Int64) -> FeedRecord? { updated[number] }

  /// The records of a section in order; empty if there is no such section.
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
    guard let number = try number(id), !gone.contains(number) else { return .nowhere }
    return .stored(number)
  }

  /// Removes a record from its position.
  ///
  /// - Returns: Whether the feed contained the record.
  private mutating func remove(_ id: String) throws -> Bool {
    switch try find(id) {
    case .nowhere: return false
    case .stored(let number):
      gone.insert(number)
      updated[number] = nil
    case .node(let node):
      moved[Array(id.utf8)] = nil
      nodes[nodes[node].previous].next = nodes[node].next
      nodes[nodes[node].next].previous = nodes[node].previous
      nodes[node].record = nil
    }
    return true
  }

  /// The index of a section's sentinel, which follows the last record of the section.
  private mutating func section(_ section: Int64) -> Int {
    if let existing = sections[section] { return existing }
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
