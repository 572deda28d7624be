/// Which views need which phases.
struct RenderMarks: Sendable {
  /// Whether each item is marked, for each phase; shape `[phases × items]`.
  private var marked = [[Bool]](repeating: [], count: RenderPhase.allCases.count)
  /// Number of marked items of each phase.
  private var counts = [Int](repeating: 0, count: RenderPhase.allCases.count)

  /// Number of items that marks are kept for.
  var items: Int { marked[0].count }

  /// Whether an item is marked for a phase; `false` for an unknown item.
  subscript(phase: RenderPhase, item: Int) -> Bool {
    marked[phase.place].indices.contains(item) && marked[phase.place][item]
  }

  /// Number of items marked for a phase.
  func count(_ phase: RenderPhase) -> Int { counts[phase.place] }

  /// Adds an item, last in document order, that is marked for all phases or never to be visited.
  mutating func add(isMarked: Bool) {
    for place in marked.indices {
      marked[place].append(isMarked)
      if isMarked { counts[place] += 1 }
    }
  }

  /// Marks an item for a phase, or clears its mark; without effect for an unknown item.
  mutating func set(_ phase: RenderPhase, _ item: Int, _ isMarked: Bool) {
    let place = phase.place
    guard marked[place].indices.contains(item), marked[place][item] != isMarked else { return }
    marked[place][item] = isMarked
    counts[place] += isMarked ? 1 : -1
  }
}

extension RenderPhase {
  fileprivate var place: Int {
    switch self {
    case .updateConstraints: 0
    case .layout: 1
    case .display: 2
    }
  }
}
