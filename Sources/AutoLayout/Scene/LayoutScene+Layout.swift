import LayoutPrimitives

extension LayoutScene {
  /// Lays the scene out.
  ///
  /// - Parameters:
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the height that fits.
  ///   - sizing: Measures the texts.
  /// - Throws: `SceneError` for absurd numbers; `SceneError.layout` or `.marginLoop` for a
  ///   feedback loop.
  public mutating func layout<Sizing: ContentSizing>(
    width: Double, height: Double? = nil, sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    try check(width, "the width of the scene")
    if let height { try check(height, "the height of the scene") }
    return try solve(.cell(width: width, height: height), &sizing)
  }

  /// Lays out a scene without text.
  ///
  /// - Parameters:
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the height that fits.
  /// - Throws: `SceneError` for absurd numbers, or when there is a text to measure.
  public mutating func layout(
    width: Double, height: Double? = nil
  ) throws(SceneError) -> SceneLayout {
    var sizing = try noText()
    return try layout(width: width, height: height, sizing: &sizing)
  }

  /// A sizing for scenes that have nothing to measure.
  func noText() throws(SceneError) -> NoText {
    if let text = items.first(where: { $0.content == .text }) { throw .textNeedsSizing(text.name) }
    return NoText()
  }

  /// Lays out by the long-lived engine of the direction.
  mutating func solve<Sizing: ContentSizing>(
    _ root: RootExtents, _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    if !isBinding { closeBinding() }
    layOutRows()
    let needsOpenWidth = root.needsFittingRows
    if needsOpenWidth { admit(root) }
    let place = (direction == .leftToRight ? 0 : 1) + (needsOpenWidth ? 2 : 0)
    while true {
      // Leaves the only reference here, so that nothing is copied.
      var engine = engines[place] ?? makeEngine(hasOpenWidth: needsOpenWidth)
      engines[place] = nil
      defer { engines[place] = engine }
      let layout = try settle(&engine, root, &sizing)
      // The order of rows only shows where a tie was decided or something had to give, and there
      // only among those of one priority.
      if rows.areInDocumentOrder(at: engine.orderMatteredAt) { return layout }
      structureChanged()
      layOutRows()
      engine = makeEngine(hasOpenWidth: needsOpenWidth)
    }
  }

  /// Lays out by an engine that is made for it and thrown away: what benchmarks compare with.
  mutating func solveFresh<Sizing: ContentSizing>(
    _ root: RootExtents, _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    layOutRows()
    if root.needsFittingRows { admit(root) }
    var engine = makeEngine(hasOpenWidth: root.needsFittingRows)
    let layout = try settle(&engine, root, &sizing)
    if rows.areInDocumentOrder(at: engine.orderMatteredAt) { return layout }
    structureChanged()
    return try solveFresh(root, &sizing)
  }

  /// Brings the rows into document order when the structure has changed.
  private mutating func layOutRows() {
    guard rowsNeedLayingOut else { return }
    rows.layOut(&constraints, keeping: limits.spareRows)
    rowsNeedLayingOut = false
  }

  /// Sees to it that there are rows for the priorities at which the root is pulled.
  private mutating func admit(_ root: RootExtents) {
    for axis in Axis.allCases {
      guard case .pulled(_, let priority) = root[axis], !fittingPriorities.contains(priority)
      else { continue }
      fittingPriorities.insert(priority)
      engines[2] = nil
      engines[3] = nil
    }
  }

  private mutating func makeEngine(hasOpenWidth: Bool) -> SceneEngine {
    enginesCreated += 1
    var optional: Set<Int> = []
    var constraints: [LayoutConstraint] = []
    constraints.reserveCapacity(rows.count)
    for index in 0..<rows.count {
      let row = rows[index]
      if !row.isPermanent { optional.insert(index) }
      constraints.append(
        LayoutConstraint(
          name: RowName(index).text, first: row.terms.first, relation: row.terms.relation,
          // A factor of nothing would hide from the plan that the row ties two items.
          multiplier: row.multiplier == 0 ? 1 : row.multiplier, second: row.terms.second,
          priority: row.terms.priority))
    }
    let system = LayoutSystem(
      items: items.map(\.layoutItem), constraints: constraints,
      groups: [Int?](repeating: nil, count: constraints.count), groupCount: 0)
    let traits = LayoutPlan.Traits(
      optionalConstraints: optional, fittingPriorities: hasOpenWidth ? fittingPriorities : [])
    let plan = LayoutPlan(system, direction: direction, traits: traits)
    return SceneEngine(LayoutEngine(plan, passLimit: passLimit))
  }

  /// Lays out until the margins that depend on the layout have settled.
  private func settle<Sizing: ContentSizing>(
    _ engine: inout SceneEngine, _ root: RootExtents, _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    let sceneMargins = self.margins
    var margins = sceneMargins.own
    var passes = 0
    engine.orderMatteredAt.removeAll(keepingCapacity: true)
    while true {
      engine.bind(self, margins: margins)
      var cell = SolvedCell()
      do throws(LayoutError) {
        try engine.engine.layout(root: root, grid: grid, sizing: &sizing, into: &cell)
      } catch {
        throw .layout(error)
      }
      engine.orderMatteredAt.formUnion(engine.engine.orderMatteredAt)
      let frames = sceneMargins.frames(cell.frames)
      let found = sceneMargins.inEffect(frames)
      if found == margins { return result(cell, frames, margins) }
      passes += 1
      guard passes < passLimit else {
        let loose = items.indices.filter { found[$0] != margins[$0] }
        throw .marginLoop(passes: passes, items: loose.map { items[$0].name })
      }
      margins = found
    }
  }

  private func result(_ cell: SolvedCell, _ frames: [Rect], _ margins: [Insets]) -> SceneLayout {
    SceneLayout(
      alignmentRects: cell.frames, frames: frames, pixelFrames: frames.map(grid.snap),
      margins: margins, texts: cell.texts, relaxed: cell.relaxed.map(spelledOut),
      ambiguous: cell.ambiguous, ties: cell.ties.map(spelledOut))
  }

  /// What a person calls a row.
  private func spelledOut(_ name: String) -> String {
    guard let row = RowName(text: name)?.row, row < rows.count, let owner = rows[row].owner,
      let place = knownPlace(of: owner)
    else { return name }
    return text(of: constraints[place].constraint)
  }
}

/// What the engine calls a row of the scene, whose constraint may change under it.
private struct RowName {
  var row: Int

  init(_ row: Int) { self.row = row }

  init?(text: String) {
    guard text.first == "#", let row = Int(text.dropFirst()) else { return nil }
    self.row = row
  }

  var text: String { "#\(row)" }
}

/// The sizing of scenes without text.
struct NoText: ContentSizing {
  private static let nothing = TextExtent(
    width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0,
    lines: LabelLines(count: 0, truncated: false))

  func unwrapped(item: Int) -> TextExtent { Self.nothing }
  func wrapped(item: Int, width: Double) -> TextExtent { Self.nothing }
  func isSingleLine(item: Int) -> Bool { true }
}

extension RootExtents {
  /// Whether the plan of a cell has no rows for this.
  fileprivate var needsFittingRows: Bool {
    if case .pulled = horizontal { return true }
    if case .pulled(_, let priority) = vertical { return priority != .fitting }
    return false
  }
}
