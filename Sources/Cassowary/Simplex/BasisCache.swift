/// A cache of solved simplex states, one for each set of active constraints.
///
/// Costs do not depend on constants. So a state stays optimal for any constants, and the dual
/// simplex makes it feasible, mostly without a pivot. The cache never changes a result: the optimum
/// is unique.
struct BasisCache: Sendable {
  /// A solved simplex and the set of active constraints that it was solved for.
  struct Entry: Sendable {
    /// Bit set of the active constraints, by index.
    var pattern: [UInt64]
    var simplex: Simplex
    var uniqueness: UniquenessAnalysis
  }

  /// Maximum number of cached states; the oldest is removed first.
  static let capacity = 32
  /// Maximum number of tableau entries of all cached states together, 64 MB; a single state may be
  /// larger.
  static let sizeCapacity = 8_000_000

  private var entries: [Entry] = []

  /// Removes every state; called when constraints were added or their terms or strengths changed.
  mutating func removeAll() { entries.removeAll() }

  /// Stores the present state, and returns the cached state for another set of active constraints.
  ///
  /// - Returns: `nil` where no such state is cached.
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
