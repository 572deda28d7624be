/// Occurrences by kind, each with its first example.
struct KindCounts {
  struct Entry {
    let kind: String
    /// The first occurrence in words.
    let first: String
    var count: Int
  }

  /// In the order of the first occurrences.
  private(set) var entries: [Entry] = []

  /// Number of occurrences of all kinds.
  var total: Int { entries.reduce(0) { $0 + $1.count } }

  mutating func note(_ kind: String, _ example: @autoclosure () -> String) {
    if let index = entries.firstIndex(where: { $0.kind == kind }) {
      entries[index].count += 1
    } else {
      entries.append(Entry(kind: kind, first: example(), count: 1))
    }
  }

  /// One line a kind.
  var lines: [String] {
    entries.map { entry in
      entry.count == 1
        ? entry.first : "\(entry.first) (\(grouped(entry.count)) times, this was the first)"
    }
  }
}
