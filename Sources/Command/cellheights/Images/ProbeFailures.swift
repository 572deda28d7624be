import StructuredDocuments

/// Failures of fetching pictures, by cause.
struct ProbeFailures {
  /// Number of causes that are told; further ones are counted together.
  private static let causes = 50

  private var groups: [(cause: String, count: Int, first: String)] = []
  private(set) var count = 0

  mutating func add(_ cause: String, _ url: String) {
    count += 1
    if let known = groups.firstIndex(where: { $0.cause == cause }) {
      groups[known].count += 1
    } else if groups.count < Self.causes {
      groups.append((cause, 1, url))
    }
  }

  /// One line a cause, in order of first occurrence.
  var lines: [String] {
    let told = groups.reduce(0) { $0 + $1.count }
    return groups.map { group in
      "failed   \(grouped(group.count))× \(group.cause), first \(group.first.printable())"
    } + (count > told ? ["failed   \(grouped(count - told))× for other causes"] : [])
  }
}
