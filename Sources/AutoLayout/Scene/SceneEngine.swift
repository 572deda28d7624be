import LayoutPrimitives

/// An engine of a scene, with what has still to be bound to it.
struct SceneEngine: Sendable {
  var engine: LayoutEngine
  /// Priorities within which the order of rows decided something in the last layout.
  var orderMatteredAt: Set<Priority> = []
  /// Margins as bound, in points; shape `[items]`.
  private var margins: [Insets] = []
  /// Rows whose anchors speak of margins, ascending.
  private let marginRows: [Int]
  private var dirtyRows: [Int] = []
  private var dirtyItems: [Int] = []
  private var everythingIsDirty = true

  init(_ engine: LayoutEngine) {
    self.engine = engine
    self.engine.notesOrder = true
    marginRows = engine.plan.system.constraints.indices.filter {
      engine.plan.system.constraints[$0].speaksOfMargins
    }
  }

  mutating func touch(row: Int) {
    guard !everythingIsDirty else { return }
    dirtyRows.append(row)
    // A scene that is never laid out must not gather changes without end.
    if dirtyRows.count > 2 * engine.plan.system.constraints.count { everythingIsDirty = true }
  }

  mutating func touch(item: Int) {
    guard !everythingIsDirty else { return }
    dirtyItems.append(item)
    if dirtyItems.count > 2 * engine.plan.system.items.count { everythingIsDirty = true }
  }

  /// Binds what changed since the last time.
  ///
  /// - Parameter margins: Margins in effect, in points; shape `[items]`.
  mutating func bind(_ scene: LayoutScene, margins: [Insets]) {
    let marginsChanged = margins != self.margins
    self.margins = margins
    if everythingIsDirty {
      for row in 0..<scene.rows.count { bind(row, scene) }
      for item in scene.items.indices { bind(item: item, scene) }
    } else {
      for row in dirtyRows { bind(row, scene) }
      for item in dirtyItems { bind(item: item, scene) }
      if marginsChanged { for row in marginRows { bind(row, scene) } }
    }
    everythingIsDirty = false
    dirtyRows.removeAll(keepingCapacity: true)
    dirtyItems.removeAll(keepingCapacity: true)
  }

  private mutating func bind(_ row: Int, _ scene: LayoutScene) {
    guard let owner = scene.rows[row].owner, let place = scene.knownPlace(of: owner),
      scene.holds(scene.constraints[place])
    else {
      engine.setPresent(row, false)
      return
    }
    let constraint = scene.constraints[place].constraint
    engine.setMultiplier(row, constraint.multiplier)
    engine.setConstant(row, constant(constraint, scene.direction))
    engine.setPresent(row, true)
  }

  private mutating func bind(item: Int, _ scene: LayoutScene) {
    let record = scene.items[item]
    guard record.content == .intrinsic else { return }
    engine.setIntrinsic(item, width: record.intrinsicWidth, height: record.intrinsicHeight)
  }

  /// The constant of a constraint with the margins that its anchors speak of.
  private func constant(_ constraint: LayoutConstraint, _ direction: LayoutDirection) -> Double {
    guard !marginRows.isEmpty else { return constraint.constant }
    return constraint.constant
      + LayoutMargins.shift(
        of: constraint, multiplier: constraint.multiplier, margins: margins, direction)
  }
}
