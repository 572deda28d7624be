import AutoLayout

/// The views of a scene, without guides, in the orders in which a render loop visits them.
struct ViewTree: Sendable {
  /// Index of each item's nearest ancestor that is a view; `nil` for the root; shape `[items]`.
  private(set) var superviews: [Int?] = []
  /// Indices of each view's subviews in document order; empty for guides; shape `[items]`.
  private(set) var subviews: [[Int]] = []
  /// Number of superviews of each item; shape `[items]`.
  private(set) var depths: [Int] = []
  /// Indices of the views; each view follows its superview and precedes its later siblings.
  private(set) var fromRoot: [Int] = []
  /// Indices of the views; each view precedes its superview and its later siblings.
  private(set) var fromLeaves: [Int] = []
  private var isGuide: [Bool] = []
  private var isSorted = true

  /// Number of items, including guides.
  var items: Int { superviews.count }

  /// Adds items as the last ones in document order; superviews precede their subviews.
  ///
  /// The orders of visits are updated by `sort`.
  ///
  /// - Parameter records: The new items of the scene, with their indices in the scene.
  mutating func append(_ records: ArraySlice<ItemRecord>) {
    for (index, record) in zip(records.indices, records) {
      // The parent itself; if the parent is a guide, the nearest view that contains the guide.
      let superview = record.parent.flatMap { isGuide[$0] ? superviews[$0] : $0 }
      superviews.append(superview)
      subviews.append([])
      depths.append(superview.map { depths[$0] + 1 } ?? 0)
      isGuide.append(record.traits.isGuide)
      if let superview, !record.traits.isGuide { subviews[superview].append(index) }
    }
    isSorted = false
  }

  /// Updates the orders of visits, if items were added.
  mutating func sort() {
    guard !isSorted else { return }
    isSorted = true
    fromRoot = []
    fromLeaves = []
    guard items > 0 else { return }
    // A stack instead of recursion, because the depth of a scene may equal its number of items.
    var open = [(view: 0, next: 0)]
    fromRoot.append(0)
    while let last = open.last {
      if last.next < subviews[last.view].count {
        let view = subviews[last.view][last.next]
        open[open.count - 1].next += 1
        open.append((view, 0))
        fromRoot.append(view)
      } else {
        open.removeLast()
        fromLeaves.append(last.view)
      }
    }
  }

  /// Whether an index belongs to a view.
  func isView(_ item: Int) -> Bool { isGuide.indices.contains(item) && !isGuide[item] }

  /// Indices of a view and its descendants, in the order of `fromRoot`.
  func subtree(of view: Int) -> [Int] {
    guard let index = fromRoot.firstIndex(of: view) else { return [] }
    let inside = fromRoot[(index + 1)...].prefix { depths[$0] > depths[view] }
    return [view] + inside
  }
}

/// Which views are marked for which phases.
struct RenderMarks: Sendable {
  /// Whether each item is marked for each phase; shape `[phases × items]`.
  private var marked = [[Bool]](repeating: [], count: RenderPhase.allCases.count)
  /// Number of marked items for each phase; shape `[phases]`.
  private var counts = [Int](repeating: 0, count: RenderPhase.allCases.count)

  /// Number of items for which marks are stored.
  var items: Int { marked[0].count }

  /// Whether an item is marked for a phase; `false` if the item was not added.
  subscript(phase: RenderPhase, item: Int) -> Bool {
    marked[phase.index].indices.contains(item) && marked[phase.index][item]
  }

  /// Number of items marked for a phase.
  func count(_ phase: RenderPhase) -> Int { counts[phase.index] }

  /// Adds an item, last in document order; it is marked for all phases or for none.
  mutating func add(isMarked: Bool) {
    for index in marked.indices {
      marked[index].append(isMarked)
      if isMarked { counts[index] += 1 }
    }
  }

  /// Marks an item for a phase or clears the mark; does nothing if the item was not added.
  mutating func set(_ phase: RenderPhase, _ item: Int, _ isMarked: Bool) {
    let index = phase.index
    guard marked[index].indices.contains(item), marked[index][item] != isMarked else { return }
    marked[index][item] = isMarked
    counts[index] += isMarked ? 1 : -1
  }
}

extension RenderPhase {
  fileprivate var index: Int {
    switch self {
    case .updateConstraints: 0
    case .layout: 1
    case .display: 2
    }
  }
}
