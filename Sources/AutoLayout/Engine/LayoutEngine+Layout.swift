import Cassowary
public import LayoutPrimitives

extension LayoutEngine {
  /// Lays out what is bound: widths, then text measured at those widths, then heights.
  ///
  /// - Parameters:
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the height that fits.
  ///   - grid: Device pixels, to which widths are snapped before text is measured at them.
  ///   - sizing: Measures the texts.
  ///   - settled: Asked when widths have settled, with each item's text as measured; returns the
  ///     groups that this switches. While it switches any, settling starts again.
  /// - Throws: `LayoutError.feedbackLoop` when widths never settle, `LayoutError.solver` when the
  ///   numbers are absurd.
  public mutating func layout<Sizing: ContentSizing>(
    width: Double, height: Double? = nil, grid: PixelGrid, sizing: inout Sizing,
    settled: (_ texts: [TextExtent]) -> [GroupSwitch] = { _ in [] }
  ) throws(LayoutError) -> SolvedCell {
    var cell = SolvedCell()
    try layout(
      width: width, height: height, grid: grid, sizing: &sizing, into: &cell, settled: settled)
    return cell
  }

  /// Lays out what is bound into a cell whose room is used again, so that nothing is allocated where
  /// compiled programs answer.
  ///
  /// Parameters and errors are those of `layout(width:height:grid:sizing:settled:)`.
  public mutating func layout<Sizing: ContentSizing>(
    width: Double, height: Double? = nil, grid: PixelGrid, sizing: inout Sizing,
    into cell: inout SolvedCell,
    settled: (_ texts: [TextExtent]) -> [GroupSwitch] = { _ in [] }
  ) throws(LayoutError) {
    try layout(
      root: .cell(width: width, height: height), grid: grid, sizing: &sizing, into: &cell,
      settled: settled)
  }

  /// Lays out what is bound for any extents of the root.
  mutating func layout<Sizing: ContentSizing>(
    root: RootExtents, grid: PixelGrid, sizing: inout Sizing, into cell: inout SolvedCell,
    settled: (_ texts: [TextExtent]) -> [GroupSwitch] = { _ in [] }
  ) throws(LayoutError) {
    if notesOrder { orderMatteredAt.removeAll(keepingCapacity: true) }
    setRoot(root)
    var passes = 0
    repeat {
      try settle(grid, &sizing, &passes)
      if contradictionReachesHeights {
        counts.passes += passes
        return try layoutJoined(
          root: root, grid: grid, sizing: &sizing, into: &cell, settled: settled)
      }
    } while switchGroups(settled(extents))
    if plan.program == .axesApart {
      for index in plan.tyingConstraints { updateConstant(index) }
      try solve(1)
    }
    counts.layouts += 1
    counts.passes += passes
    read(&cell)
  }

  /// Switches groups; whether any of them changed.
  private mutating func switchGroups(_ switches: [GroupSwitch]) -> Bool {
    var changed = false
    for change in switches where groupIsActive[change.group] != change.isActive {
      setGroup(change.group, active: change.isActive)
      changed = true
    }
    return changed
  }

  /// Solves and measures until the snapped widths are those of the last pass.
  private mutating func settle<Sizing: ContentSizing>(
    _ grid: PixelGrid, _ sizing: inout Sizing, _ passes: inout Int
  ) throws(LayoutError) {
    for item in plan.measuredItems where plan.needsUnwrappedWidth[item] || plan.program == .joined {
      let extent = sizing.unwrapped(item: item)
      counts.measurements += 1
      hand(extent, to: item, isUnwrapped: true)
      extents[item] = extent
      unwrappedWidths[item] = extent.width
    }
    if plan.program == .joined {
      for index in plan.baselineConstraints { updateConstant(index) }
    }
    try solve(0)
    guard !plan.measuredItems.isEmpty else { return }
    readSnappedWidths(grid)
    var watched: [[Double]] = []
    while true {
      let start = trace?.now()
      passes += 1
      swap(&widths, &lastWidths)
      for (place, item) in plan.measuredItems.enumerated() {
        let extent = sizing.wrapped(item: item, width: lastWidths[place])
        counts.measurements += 1
        extents[item] = extent
        var handed = extent
        if plan.needsUnwrappedWidth[item], sizing.isSingleLine(item: item) {
          handed.width = unwrappedWidths[item]
        }
        hand(handed, to: item, isUnwrapped: false)
      }
      for index in plan.baselineConstraints { updateConstant(index) }
      try solve(0)
      if let start { trace?.span("pass", since: start, [.init("pass", .count(passes))]) }
      readSnappedWidths(grid)
      if widths == lastWidths { return }
      if passes + FeedbackLoop.watchedPasses > passLimit { watched.append(Array(widths)) }
      guard passes < passLimit else {
        throw .feedbackLoop(feedbackLoop(passes: passes, widths: watched))
      }
    }
  }

  private mutating func hand(_ extent: TextExtent, to item: Int, isUnwrapped: Bool) {
    setIntrinsic(item, .horizontal, plan.needsUnwrappedWidth[item] ? extent.width : nil)
    if !isUnwrapped || plan.program == .joined {
      setIntrinsic(item, .vertical, extent.height)
    }
  }

  private mutating func solve(_ solver: Int) throws(LayoutError) {
    guard trace == nil else { return try solveTraced(solver) }
    do { try solvers[solver].solve() } catch { throw .solver(error) }
    if notesOrder { noteOrder(solver) }
  }

  private mutating func solveTraced(_ solver: Int) throws(LayoutError) {
    let start = trace?.now() ?? 0
    let before = solvers[solver].statistics
    do { try solvers[solver].solve() } catch { throw .solver(error) }
    if notesOrder { noteOrder(solver) }
    traceSolve(solver, since: start, before, solvers[solver].statistics)
  }

  /// Reads the snapped width of each measured item, in points.
  private mutating func readSnappedWidths(_ grid: PixelGrid) {
    reader.snappedWidths(of: plan.measuredItems, grid, solvers, into: &widths)
  }

  /// Reads frames and texts of what was solved.
  private mutating func read(_ cell: inout SolvedCell) {
    let items = extents.count
    if cell.frames.count != items {
      cell.frames = [Rect](repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: items)
      cell.texts = [TextExtent?](repeating: nil, count: items)
    }
    reader.read(solvers, into: &cell.frames)
    for item in 0..<items { cell.texts[item] = nil }
    for item in plan.measuredItems { cell.texts[item] = extents[item] }
    describeWeakness(&cell)
  }
}
