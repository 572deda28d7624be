/// The solved states of other sets of active constraints.
///
/// Costs do not depend on constants. So a state stays optimal for any constants, and the dual
/// simplex makes it feasible, mostly without a pivot. The cache never changes a result: the optimum
/// is unique.
struct BasisCache: Sendable {
  /// A solved state.
  struct Entry: Sendable {
    /// The active constraints, a bit each.
    var pattern: [UInt64]
    var simplex: Simplex
    var uniqueness: UniquenessAnalysis
  }

  /// Maximum number of states; the oldest is removed first.
  static let capacity = 32
  /// Maximum number of tableau entries of all states together, 64 MB; one state is always kept.
  static let sizeCapacity = 8_000_000

  private var entries: [Entry] = []

  /// Removes every state: the constraints' left-hand sides or strengths changed.
  mutating func removeAll() { entries.removeAll() }

  /// Stores a state and returns that of another pattern, if there is one.
  mutating func exchange(_ present: Entry, for pattern: [UInt64]) -> Entry? {
    if let known = entries.firstIndex(where: { $0.pattern == pattern }) {
      let recalled = entries[known]
      // Replaced, so that the caller holds the only reference and nothing is copied.
      entries[known] = present
      return recalled
    }
    let room = Self.sizeCapacity / max(1, present.simplex.vertex.tableau.size)
    if entries.count >= max(1, min(room, Self.capacity)) { entries.removeFirst() }
    entries.append(present)
    return nil
  }
}
