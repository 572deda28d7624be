/// Distinct things in the order in which they first came, each with its number of times; those
/// beyond a limit are left out.
struct Tally<Thing: Hashable & Sendable>: Sendable {
  private(set) var things: [Thing] = []
  private var counts: [Thing: Int] = [:]
  private let limit: Int

  /// Creates an empty tally.
  ///
  /// - Parameter limit: Maximum number of distinct things.
  init(limit: Int) { self.limit = limit }

  /// Counts a thing.
  mutating func add(_ thing: Thing) {
    if let count = counts[thing] {
      counts[thing] = count + 1
    } else if things.count < limit {
      counts[thing] = 1
      things.append(thing)
    }
  }

  /// Number of times that a thing came.
  func count(_ thing: Thing) -> Int { counts[thing] ?? 0 }
}
