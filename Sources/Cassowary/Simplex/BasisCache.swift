/// The solved states of other sets of active constraints.
///
/// Costs do not depend on constants, so a state stays optimal for any of them and is made feasible
/// by the dual simplex alone, mostly without a pivot. A feed whose records switch the same few
/// groups on and off comes back to it at every other record. The result is the same either way: the
/// optimum is unique.
struct BasisCache: Sendable {
  /// A solved state.
  struct Entry: Sendable {
    /// The active constraints, a bit each.
    var pattern: [UInt64]
    var simplex: Simplex
    var uniqueness: UniquenessAnalysis
  }

  /// Most solved states that are kept; the oldest is forgotten first.
  static let capacity = 32
  /// Most tableau entries that they hold together, at least one state; 64 MB.
  static let sizeCapacity = 8_000_000

  private var entries: [Entry] = []

  /// Forgets every state: the constraints' left-hand sides or strengths changed.
  mutating func removeAll() { entries.removeAll() }

  /// Keeps a state and gives out that of another pattern, if there is one.
  mutating func exchange(_ present: Entry, for pattern: [UInt64]) -> Entry? {
    if let known = entries.firstIndex(where: { $0.pattern == pattern }) {
      let recalled = entries[known]
      // In its place, so that nothing but the caller refers to what it is about to change.
      entries[known] = present
      return recalled
    }
    let room = Self.sizeCapacity / max(1, present.simplex.vertex.tableau.size)
    if entries.count >= max(1, min(room, Self.capacity)) { entries.removeFirst() }
    entries.append(present)
    return nil
  }
}
