/// The next keys of several shards, the smallest first: a binary heap.
struct ShardQueue<Key: Comparable> {
  typealias Entry = (key: Key, shard: Int)

  private var entries: [Entry] = []

  /// The smallest key with its shard; nil if empty.
  var first: Entry? { entries.first }

  mutating func insert(_ key: Key, _ shard: Int) {
    entries.append((key, shard))
    var child = entries.count - 1
    while child > 0, Self.isBefore(entries[child], entries[(child - 1) / 2]) {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Replaces the smallest key by the next one of its shard.
  mutating func replaceFirst(_ key: Key) {
    guard !entries.isEmpty else { return }
    entries[0].key = key
    sink()
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    sink()
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [parent * 2 + 1, parent * 2 + 2] where child < entries.count {
        if Self.isBefore(entries[child], entries[least]) { least = child }
      }
      if least == parent { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }

  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    (left.key, left.shard) < (right.key, right.shard)
  }
}
