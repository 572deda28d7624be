import AutoLayout
import LayoutPrimitives

/// The arguments of a scene's layout: the root's extents, the pixel grid, the direction and the
/// maximum number of passes.
struct SceneRequest {
  let root: RootExtents
  let grid: PixelGrid
  let direction: LayoutDirection
  /// Maximum number of settling passes of the layout.
  let passLimit: Int
}

/// An engine of a scene, and the changes of the scene that the engine does not have yet.
struct SceneEngine: Sendable {
  private var engine: LayoutEngine
  /// Priorities of the rows that were relaxed or won a tie by document order, in any pass of the
  /// last layout.
  private(set) var orderDependentPriorities: Set<Priority> = []
  /// The margins that were bound last, in points; shape `[items]`.
  private var margins: [Insets] = []
  /// Indices of the rows that have anchors relative to margins, ascending.
  private let marginRows: [Int]
  /// Indices of the rows that changed since the last layout; before the first layout, all rows.
  private var changedRows: Set<Int>
  private var changedItems: Set<Int>

  init(_ plan: LayoutPlan, passLimit: Int) {
    engine = LayoutEngine(plan, passLimit: passLimit, notesOrder: true)
    let constraints = plan.system.constraints
    marginRows = constraints.indices.filter { constraints[$0].speaksOfMargins }
    changedRows = Set(constraints.indices)
    changedItems = Set(plan.system.items.indices)
  }

  /// Records the indices of rows and items that must be bound before the next layout.
  mutating func markChanged(rows: Set<Int>, items: Set<Int>) {
    changedRows.formUnion(rows)
    changedItems.formUnion(items)
  }

  /// Lays out, repeatedly if margins depend on the layout, until the margins settle.
  mutating func layout<Sizing: ContentSizing>(
    _ request: SceneRequest, _ tree: SceneTree, _ table: ConstraintTable, _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    let margins = tree.margins(request.direction)
    var cell = SolvedCell()
    orderDependentPriorities.removeAll(keepingCapacity: true)
    let settlement = try margins.settle(limit: request.passLimit) {
      (inEffect) throws(SceneError) -> [Rect] in
      bind(tree, table, request.direction, margins: inEffect ?? margins.own)
      do throws(LayoutError) {
        try engine.layout(root: request.root, grid: request.grid, sizing: &sizing, into: &cell)
      } catch {
        throw .layout(Self.named(error, tree, table))
      }
      orderDependentPriorities.formUnion(engine.orderDependentPriorities)
      return cell.frames
    }
    switch settlement {
    case .loop(let items):
      throw .marginLoop(passes: request.passLimit, items: items.map { tree.items[$0].name })
    case .settled(let inEffect):
      let frames = margins.frames(cell.frames)
      let findings = engine.findings
      func spelled(_ row: Int) -> String {
        guard case .constraint(let index) = engine.source(ofRow: row) else {
          return engine.name(of: row)
        }
        return Self.name(ofRow: index, tree, table)
      }
      return SceneLayout(
        alignmentRects: cell.frames, frames: frames, pixelFrames: frames.map(request.grid.snap),
        margins: inEffect, texts: cell.texts, relaxed: findings?.relaxed.map(spelled) ?? [],
        ambiguous: cell.ambiguous, ties: findings?.ties.map(spelled) ?? [])
    }
  }

  // MARK: Binding

  /// Binds the rows and items that changed since the last layout.
  ///
  /// - Parameter margins: The margins for this layout, in points; shape `[items]`.
  private mutating func bind(
    _ tree: SceneTree, _ table: ConstraintTable, _ direction: LayoutDirection, margins: [Insets]
  ) {
    if margins != self.margins {
      self.margins = margins
      changedRows.formUnion(marginRows)
    }
    for row in changedRows.sorted() { bind(row, table, direction) }
    for item in changedItems.sorted() where tree.items[item].content == .intrinsic {
      let record = tree.items[item]
      engine.setIntrinsic(item, width: record.intrinsicWidth, height: record.intrinsicHeight)
    }
    changedRows.removeAll(keepingCapacity: true)
    changedItems.removeAll(keepingCapacity: true)
  }

  private mutating func bind(_ row: Int, _ table: ConstraintTable, _ direction: LayoutDirection) {
    guard let owner = table.owner(ofRow: row), table.holds(owner) else {
      engine.setPresent(row, false)
      return
    }
    let constraint = owner.constraint
    engine.setMultiplier(row, constraint.multiplier)
    engine.setConstant(row, constant(constraint, direction))
    engine.setPresent(row, true)
  }

  /// The constant of a constraint plus the margins of its anchors, in points.
  private func constant(_ constraint: LayoutConstraint, _ direction: LayoutDirection) -> Double {
    guard !marginRows.isEmpty else { return constraint.constant }
    return constraint.constant
      + LayoutMargins.shift(
        of: constraint, multiplier: constraint.multiplier, margins: margins, direction)
  }

  // MARK: Explanations

  /// Finds the constraints that decide the frames of items, given by index; in document order.
  func constraintsDeciding(
    _ items: [Int], _ tree: SceneTree, _ table: ConstraintTable
  ) -> [ImposedConstraint] {
    guard !items.isEmpty else { return [] }
    var result: [Int: ImposedConstraint] = [:]
    for constraint in engine.determining(items).flatMap(\.constraints) {
      result[constraint.order] = constraint.imposed
    }
    var constraints = result.sorted { $0.key < $1.key }.map(\.value)
    Self.name(&constraints, tree, table)
    return constraints
  }

  /// Explains the ambiguities of the last layout, at most one per axis.
  func ambiguities(_ tree: SceneTree, _ table: ConstraintTable) -> [AmbiguousLayout] {
    engine.diagnosis().ambiguous.map { ambiguity in
      var result = ambiguity
      Self.name(&result.affecting, tree, table)
      return result
    }
  }

  // MARK: Names

  /// The name of the constraint that uses a row; empty for a spare row.
  private static func name(
    ofRow row: Int, _ tree: SceneTree, _ table: ConstraintTable
  ) -> String {
    table.owner(ofRow: row).map { tree.text(of: $0.constraint) } ?? ""
  }

  /// Adds the names of constraints to an error; the plan's rows have no names, because their owners
  /// change.
  private static func named(
    _ error: LayoutError, _ tree: SceneTree, _ table: ConstraintTable
  ) -> LayoutError {
    guard case .feedbackLoop(var loop) = error else { return error }
    name(&loop.constraints, tree, table)
    return .feedbackLoop(loop)
  }

  /// Gives constraints from the engine the names of the constraints that use their rows.
  private static func name(
    _ constraints: inout [ImposedConstraint], _ tree: SceneTree, _ table: ConstraintTable
  ) {
    for index in constraints.indices {
      guard case .constraint(let row) = constraints[index].source else { continue }
      constraints[index].name = name(ofRow: row, tree, table)
    }
  }
}

/// The engines of a scene: one per direction for layouts at a fixed width, and one per direction
/// for fitting sizes at other priorities than `Priority.fitting`, or without a fixed width.
struct SceneEngines: Sendable {
  /// Number of engines made so far.
  private(set) var created = 0
  /// The engines as a flat array, `[fixed width, fitting] × [left to right, right to left]`; `nil`
  /// if there is none.
  private var engines = [SceneEngine?](repeating: nil, count: 4)
  /// Index in `engines` of the engine of the last layout.
  private var lastIndex = 0
  /// All priorities used for fitting sizes so far.
  private var fittingPriorities: Set<Priority> = [.fitting]

  /// Lays out a scene with the engine for a request; creates the engine if it does not exist.
  mutating func layout<Sizing: ContentSizing>(
    _ request: SceneRequest, _ tree: inout SceneTree, _ table: inout ConstraintTable,
    _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    tellEngines(&tree, &table)
    admit(request.root)
    let index =
      (request.direction == .leftToRight ? 0 : 1) + (request.root.needsFittingRows ? 2 : 0)
    lastIndex = index
    while true {
      // Moved out of the array: a second reference would cause a copy.
      var engine = engines[index] ?? makeEngine(request, tree, table)
      engines[index] = nil
      defer { engines[index] = engine }
      let layout = try engine.layout(request, tree, table, &sizing)
      // The order of rows matters only within the priorities of ties and relaxed constraints.
      if table.rows.areInDocumentOrder(at: engine.orderDependentPriorities) { return layout }
      table.markStructureChanged()
      tellEngines(&tree, &table)
      engine = makeEngine(request, tree, table)
    }
  }

  /// Explains the ambiguities of the last layout; empty if its engine no longer exists.
  func ambiguities(_ tree: SceneTree, _ table: ConstraintTable) -> [AmbiguousLayout] {
    engines[lastIndex]?.ambiguities(tree, table) ?? []
  }

  /// Finds the constraints that decide the frames of items in the last layout, by index; empty if
  /// its engine no longer exists.
  func constraintsDeciding(
    _ items: [Int], _ tree: SceneTree, _ table: ConstraintTable
  ) -> [ImposedConstraint] {
    engines[lastIndex]?.constraintsDeciding(items, tree, table) ?? []
  }

  /// Passes the scene's changes to the engines; if there are new items or terms, removes the
  /// engines.
  private mutating func tellEngines(_ tree: inout SceneTree, _ table: inout ConstraintTable) {
    table.layOutRows()
    let items = tree.removeChanges()
    let rows = table.removeChanges()
    for index in engines.indices {
      if let rows {
        engines[index]?.markChanged(rows: rows, items: items)
      } else {
        engines[index] = nil
      }
    }
  }

  /// Records the priorities of the root's preferred extents.
  ///
  /// If a priority is new, the engines for fitting sizes are removed, because they have no rows for
  /// it.
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
      // If the multiplier were 0, the plan would not detect that the row relates two items.
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
  /// Whether the extents require rows that a cell's plan does not have.
  ///
  /// They do not if the width is fixed, and the height is fixed or preferred at `Priority.fitting`.
  fileprivate var needsFittingRows: Bool {
    if case .pulled = horizontal { return true }
    if case .pulled(_, let priority) = vertical { return priority != .fitting }
    return false
  }
}
