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
    solvers[widthSlot.solver].setConstant(widthSlot.index, width)
    solvers[heightSlot.solver].setActive(heightSlot.index, height != nil)
    if let height { solvers[heightSlot.solver].setConstant(heightSlot.index, height) }
    var passes = 0
    repeat {
      try settle(grid, &sizing, &passes)
      if contradictionReachesHeights {
        statistics.passes += passes
        return try layoutJoined(
          width: width, height: height, grid: grid, sizing: &sizing, settled: settled)
      }
    } while switchGroups(settled(extents))
    if plan.program == .axesApart {
      for index in plan.tyingConstraints { updateConstant(index) }
      try solve(1)
    }
    statistics.layouts += 1
    statistics.passes += passes
    return solvedCell()
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
      statistics.measurements += 1
      hand(extent, to: item, isUnwrapped: true)
      extents[item] = extent
    }
    if plan.program == .joined {
      for index in plan.baselineConstraints { updateConstant(index) }
    }
    try solve(0)
    guard !plan.measuredItems.isEmpty else { return }
    var widths = snappedTextWidths(grid)
    var watched: [[Double]] = []
    while true {
      let start = trace?.now()
      passes += 1
      for (place, item) in plan.measuredItems.enumerated() {
        let extent = sizing.wrapped(item: item, width: widths[place])
        statistics.measurements += 1
        var handed = extent
        if sizing.isSingleLine(item: item), plan.needsUnwrappedWidth[item] {
          handed.width = sizing.unwrapped(item: item).width
        }
        extents[item] = extent
        hand(handed, to: item, isUnwrapped: false)
      }
      for index in plan.baselineConstraints { updateConstant(index) }
      try solve(0)
      if let start { trace?.span("pass", since: start, [.init("pass", .count(passes))]) }
      let settled = snappedTextWidths(grid)
      if settled == widths { return }
      if passes + FeedbackLoop.watchedPasses > passLimit { watched.append(settled) }
      guard passes < passLimit else {
        throw .feedbackLoop(feedbackLoop(passes: passes, widths: watched))
      }
      widths = settled
    }
  }

  private mutating func hand(_ extent: TextExtent, to item: Int, isUnwrapped: Bool) {
    setIntrinsic(item, .horizontal, plan.needsUnwrappedWidth[item] ? extent.width : nil)
    if !isUnwrapped || plan.program == .joined {
      setIntrinsic(item, .vertical, extent.height)
    }
  }

  private mutating func solve(_ solver: Int) throws(LayoutError) {
    let start = trace?.now()
    let before = solvers[solver].statistics
    do { try solvers[solver].solve() } catch { throw .solver(error) }
    let after = solvers[solver].statistics
    statistics.pivots += after.pivots - before.pivots
    statistics.coldSolves += after.coldSolves - before.coldSolves
    statistics.evaluations += after.evaluations - before.evaluations
    statistics.repairs += after.repairs - before.repairs
    if let start { traceSolve(solver, since: start, before, after) }
  }

  /// The snapped width of each measured item, in points.
  private func snappedTextWidths(_ grid: PixelGrid) -> [Double] {
    plan.measuredItems.map { item in
      let (left, right) = horizontalEdges(item)
      return grid.points(grid.pixel(ofEdge: right) - grid.pixel(ofEdge: left))
    }
  }

  /// Physical left and right edges of an item, in points.
  private func horizontalEdges(_ item: Int) -> (left: Double, right: Double) {
    let leading = origin(item, .leading)
    let width = value(item, .width)
    guard plan.direction == .rightToLeft else { return (leading, leading + width) }
    let root = value(0, .width)
    return (root - leading - width, root - leading)
  }

  private func origin(_ item: Int, _ variable: ItemVariable) -> Double {
    var sum = 0.0
    var current = item
    while let parent = plan.system.items[current].parent {
      sum += value(current, variable)
      current = parent
    }
    return sum
  }

  private func solvedCell() -> SolvedCell {
    let frames = plan.system.items.indices.map { item in
      let (left, right) = horizontalEdges(item)
      return Rect(
        x: left, y: origin(item, .top), width: right - left, height: value(item, .height))
    }
    var texts = [TextExtent?](repeating: nil, count: plan.system.items.count)
    for item in plan.measuredItems { texts[item] = extents[item] }
    var cell = SolvedCell(frames: frames, texts: texts, relaxed: [], ambiguous: nil, ties: [])
    describeWeakness(&cell)
    return cell
  }
}
