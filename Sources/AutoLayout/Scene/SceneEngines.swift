import LayoutPrimitives

/// The engines of a scene: one for each direction, for roots with a given width and for other
/// fitting sizes.
struct SceneEngines: Sendable {
  /// Number of engines made so far.
  private(set) var created = 0
  /// Flat array, `[given width, fitting] × [left to right, right to left]`; `nil` where none is
  /// made.
  private var engines = [SceneEngine?](repeating: nil, count: 4)
  /// Place in `engines` of the one that made the last layout.
  private var lastPlace = 0
  /// All priorities that fitting sizes have used so far.
  private var fittingPriorities: Set<Priority> = [.fitting]

  /// Lays out a scene by the engine for the request, which is made where there is none.
  mutating func layout<Sizing: ContentSizing>(
    _ request: SceneRequest, _ tree: inout SceneTree, _ table: inout ConstraintTable,
    _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    tellEngines(&tree, &table)
    admit(request.root)
    let place =
      (request.direction == .leftToRight ? 0 : 1) + (request.root.needsFittingRows ? 2 : 0)
    lastPlace = place
    while true {
      // Moved out, so that this is the only reference and nothing is copied.
      var engine = engines[place] ?? makeEngine(request, tree, table)
      engines[place] = nil
      defer { engines[place] = engine }
      let layout = try engine.layout(request, tree, table, &sizing)
      // The order of rows only matters within the priorities of ties and relaxed constraints.
      if table.rows.areInDocumentOrder(at: engine.orderMatteredAt) { return layout }
      table.noteStructure()
      tellEngines(&tree, &table)
      engine = makeEngine(request, tree, table)
    }
  }

  /// Explains the ambiguities of the last layout; none where its engine is gone.
  func ambiguities(_ tree: SceneTree, _ table: ConstraintTable) -> [AmbiguousLayout] {
    engines[lastPlace]?.ambiguities(tree, table) ?? []
  }

  /// Finds the constraints that decide the frames of items, by index, in the last layout; none
  /// where its engine is gone.
  func constraintsDeciding(
    _ items: [Int], _ tree: SceneTree, _ table: ConstraintTable
  ) -> [ImposedConstraint] {
    engines[lastPlace]?.constraintsDeciding(items, tree, table) ?? []
  }

  /// Passes the scene's changes to the engines, or removes the engines if there are new items or
  /// terms.
  private mutating func tellEngines(_ tree: inout SceneTree, _ table: inout ConstraintTable) {
    table.layOutRows()
    let items = tree.takeChanges()
    let rows = table.takeChanges()
    for index in engines.indices {
      if let rows { engines[index]?.note(rows: rows, items: items) } else { engines[index] = nil }
    }
  }

  /// Notes the priorities of the root's preferred extents.
  ///
  /// A new priority removes the engines for fitting sizes, because they have no rows for it.
  private mutating func admit(_ root: RootExtents) {
    guard root.needsFittingRows else { return }
    for axis in Axis.allCases {
      guard case .pulled(_, let priority) = root[axis],
        fittingPriorities.insert(priority).inserted
      else { continue }
      engines[2] = nil
      engines[3] = nil
    }
  }

  private mutating func makeEngine(
    _ request: SceneRequest, _ tree: SceneTree, _ table: ConstraintTable
  ) -> SceneEngine {
    created += 1
    let rows = (0..<table.rows.count).map { table.rows[$0] }
    let constraints = rows.map { row in
      var constraint = row.terms
      // With a factor of 0 the plan would not see that the row ties two items.
      if row.multiplier != 0 { constraint.multiplier = row.multiplier }
      return constraint
    }
    let system = LayoutSystem(
      items: tree.items.map(\.layoutItem), constraints: constraints,
      groups: [Int?](repeating: nil, count: constraints.count), groupCount: 0)
    let traits = LayoutPlan.Traits(
      optionalConstraints: Set(rows.indices.filter { !rows[$0].isPermanent }),
      fittingPriorities: request.root.needsFittingRows ? fittingPriorities : [])
    let plan = LayoutPlan(system, direction: request.direction, traits: traits)
    return SceneEngine(plan, passLimit: request.passLimit)
  }
}

extension RootExtents {
  /// Whether the extents need rows that the plan of a cell does not have.
  ///
  /// They do unless the width is given, and the height is given or preferred at `Priority.fitting`.
  fileprivate var needsFittingRows: Bool {
    if case .pulled = horizontal { return true }
    if case .pulled(_, let priority) = vertical { return priority != .fitting }
    return false
  }
}
