import AutoLayout
import LayoutPrimitives

/// The inputs of a layout of a scene: the root's extents, pixel grid, direction and maximum of
/// passes.
struct SceneRequest {
  let root: RootExtents
  let grid: PixelGrid
  let direction: LayoutDirection
  /// Maximum number of settling passes of the layout.
  let passLimit: Int
}

/// An engine of a scene, and the scene's changes that are not bound to it yet.
struct SceneEngine: Sendable {
  private var engine: LayoutEngine
  /// Priorities of the rows that were relaxed or decided a tie by their order, in any pass of the
  /// last layout.
  private(set) var orderMatteredAt: Set<Priority> = []
  /// The margins in effect that were bound last, in points; shape `[items]`.
  private var margins: [Insets] = []
  /// Indices of the rows with anchors relative to margins, ascending.
  private let marginRows: [Int]
  /// Indices of the rows that changed since the last layout; at first all.
  private var changedRows: Set<Int>
  private var changedItems: Set<Int>

  init(_ plan: LayoutPlan, passLimit: Int) {
    engine = LayoutEngine(plan, passLimit: passLimit, notesOrder: true)
    let constraints = plan.system.constraints
    marginRows = constraints.indices.filter { constraints[$0].speaksOfMargins }
    changedRows = Set(constraints.indices)
    changedItems = Set(plan.system.items.indices)
  }

  /// Notes rows and items, by index, that must be bound again before the next layout.
  mutating func note(rows: Set<Int>, items: Set<Int>) {
    changedRows.formUnion(rows)
    changedItems.formUnion(items)
  }

  /// Lays out until the margins that depend on the layout have settled.
  mutating func layout<Sizing: ContentSizing>(
    _ request: SceneRequest, _ tree: SceneTree, _ table: ConstraintTable, _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    let margins = tree.margins(request.direction)
    var cell = SolvedCell()
    orderMatteredAt.removeAll(keepingCapacity: true)
    let settlement = try margins.settle(limit: request.passLimit) {
      (inEffect) throws(SceneError) -> [Rect] in
      bind(tree, table, request.direction, margins: inEffect ?? margins.own)
      do throws(LayoutError) {
        try engine.layout(root: request.root, grid: request.grid, sizing: &sizing, into: &cell)
      } catch {
        throw .layout(Self.named(error, tree, table))
      }
      orderMatteredAt.formUnion(engine.orderMatteredAt)
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
  /// - Parameter margins: The margins in effect, in points; shape `[items]`.
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

  /// The constant of a constraint plus the share of its anchors' margins, in points.
  private func constant(_ constraint: LayoutConstraint, _ direction: LayoutDirection) -> Double {
    guard !marginRows.isEmpty else { return constraint.constant }
    return constraint.constant
      + LayoutMargins.shift(
        of: constraint, multiplier: constraint.multiplier, margins: margins, direction)
  }

  // MARK: Explanations

  /// Finds the constraints that decide the frames of items, by index, in document order.
  func constraintsDeciding(
    _ items: [Int], _ tree: SceneTree, _ table: ConstraintTable
  ) -> [ImposedConstraint] {
    guard !items.isEmpty else { return [] }
    var found: [Int: ImposedConstraint] = [:]
    for constraint in engine.determining(items).flatMap(\.constraints) {
      found[constraint.order] = constraint.imposed
    }
    var constraints = found.sorted { $0.key < $1.key }.map(\.value)
    Self.name(&constraints, tree, table)
    return constraints
  }

  /// Explains the ambiguities of the last layout, at most one for each axis.
  func ambiguities(_ tree: SceneTree, _ table: ConstraintTable) -> [AmbiguousLayout] {
    engine.diagnosis().ambiguous.map { known in
      var found = known
      Self.name(&found.affecting, tree, table)
      return found
    }
  }

  // MARK: Names

  /// The name of the constraint that has a row at present; empty for a spare row.
  private static func name(
    ofRow row: Int, _ tree: SceneTree, _ table: ConstraintTable
  ) -> String {
    table.owner(ofRow: row).map { tree.text(of: $0.constraint) } ?? ""
  }

  /// Adds the names of constraints to an error; the plan's rows have none, because their owners
  /// change.
  private static func named(
    _ error: LayoutError, _ tree: SceneTree, _ table: ConstraintTable
  ) -> LayoutError {
    guard case .feedbackLoop(var loop) = error else { return error }
    name(&loop.constraints, tree, table)
    return .feedbackLoop(loop)
  }

  /// Gives constraints in the engine the names of those that have their rows at present.
  private static func name(
    _ constraints: inout [ImposedConstraint], _ tree: SceneTree, _ table: ConstraintTable
  ) {
    for index in constraints.indices {
      guard case .constraint(let row) = constraints[index].source else { continue }
      constraints[index].name = name(ofRow: row, tree, table)
    }
  }
}

/// The engines of a scene: one for each direction, for roots with a given width and for other
/// fitting sizes.
struct SceneEngines: Sendable {
  /// Number of engines made so far.
  private(set) var created = 0
  /// Flat array, `[given width, fitting] × [left to right, right to left]`; `nil` if none is
  /// created.
  private var engines = [SceneEngine?](repeating: nil, count: 4)
  /// Index in `engines` of the one that did the last layout.
  private var lastPlace = 0
  /// All priorities that fitting sizes have used so far.
  private var fittingPriorities: Set<Priority> = [.fitting]

  /// Lays out a scene with the engine for the request; creates the engine if there is none.
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
      // Moved out, so that there is only one reference and nothing is copied.
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

  /// Explains the ambiguities of the last layout; none if its engine is gone.
  func ambiguities(_ tree: SceneTree, _ table: ConstraintTable) -> [AmbiguousLayout] {
    engines[lastPlace]?.ambiguities(tree, table) ?? []
  }

  /// Finds the constraints that decide the frames of items, by index, in the last layout; none if
  /// its engine is gone.
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
      // With a factor of 0 the plan would not detect that the row relates two items.
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
  /// Whether the extents require rows that the plan of a cell does not have.
  ///
  /// They do unless the width is given, and the height is given or preferred at `Priority.fitting`.
  fileprivate var needsFittingRows: Bool {
    if case .pulled = horizontal { return true }
    if case .pulled(_, let priority) = vertical { return priority != .fitting }
    return false
  }
}
