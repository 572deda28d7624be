public import Cassowary
public import LayoutPrimitives

/// Lays out the records of one template in one direction, with solvers that it keeps between
/// records.
///
/// Each worker has its own engine. Binding a record only changes constants, multipliers and
/// switches, so the solvers continue from their last optimum. The result of `layout` depends only
/// on the bound values.
public struct LayoutEngine: Sendable {
  /// The template, analyzed for one direction.
  public let plan: LayoutPlan
  /// Maximum number of settling passes of a cell, in each of which texts are measured and widths
  /// solved; 50...1000.
  public let passLimit: Int
  // reason: an option, set before a layout.
  /// The trace lane in which passes and solves are recorded; `nil` for none.
  public var trace: TraceLane?
  // reason: an option, set before a layout.
  /// Whether every answer of a compiled program is compared with the answer of the simplex.
  ///
  /// This is slow and intended for debugging. If the two answers differ, `layout` throws.
  public var verifiesPrograms: Bool = false {
    didSet { axes.setVerifiesPrograms(verifiesPrograms) }
  }

  private(set) var axes: AxisSolvers
  private(set) var bound: BoundConstraints
  /// The engine that solves both axes as one system, for cells with a contradiction across the
  /// axes; empty until the first such cell.
  private(set) var joined: [LayoutEngine] = []
  /// Priorities of the rows that were relaxed or won a tie by document order, in any pass of the
  /// last layout; recorded only if `notesOrder` is set.
  package private(set) var orderDependentPriorities: Set<Priority> = []
  private let notesOrder: Bool
  /// Counts of the engine's work, without the counts of the solvers.
  private var counts = EngineStatistics()
  /// The last measured size of each text item; shape `[items]`.
  private var extents: [TextExtent]
  /// Unwrapped width of each text item that must be measured unwrapped, in points; shape `[items]`.
  private var unwrappedWidths: ContiguousArray<Double>
  /// Snapped width of each measured item in the current pass, in points; `lastWidths` has the
  /// widths of the previous pass.
  private var widths: ContiguousArray<Double> = []
  private var lastWidths: ContiguousArray<Double> = []

  /// Creates an engine with every constraint of the template.
  ///
  /// - Parameters:
  ///   - plan: The template, analyzed for one direction.
  ///   - passLimit: Maximum number of settling passes of a cell, clamped to 50...1000.
  public init(_ plan: LayoutPlan, passLimit: Int = 100) {
    self.init(plan, passLimit: passLimit, notesOrder: false)
  }

  /// Creates an engine with every constraint of the template.
  ///
  /// - Parameter notesOrder: Whether `orderDependentPriorities` is recorded.
  package init(_ plan: LayoutPlan, passLimit: Int, notesOrder: Bool) {
    self.plan = plan
    self.passLimit = min(max(passLimit, 50), 1000)
    self.notesOrder = notesOrder
    axes = AxisSolvers(plan)
    bound = BoundConstraints(plan.system)
    extents = [TextExtent](repeating: .empty, count: plan.system.items.count)
    unwrappedWidths = ContiguousArray(repeating: 0, count: extents.count)
    for index in plan.system.constraints.indices { updateConstant(index) }
  }

  /// Counts of the work since the engine was made.
  public var statistics: EngineStatistics {
    var total = counts
    axes.add(to: &total)
    for engine in joined { total += engine.statistics }
    return total
  }

  // MARK: Binding

  /// Sets the constant of a constraint for the bound record, in points.
  public mutating func setConstant(_ constraint: Int, _ constant: Double) {
    if bound.setConstant(constraint, constant) { updateConstant(constraint) }
  }

  /// Sets the multiplier of a constraint for the bound record.
  ///
  /// This is cheap if the constraint multiplies a width that is a constant of the vertical solver.
  /// Otherwise a coefficient changes, and the next solve starts from scratch.
  public mutating func setMultiplier(_ constraint: Int, _ multiplier: Double) {
    guard bound.setMultiplier(constraint, multiplier) else { return }
    if plan.multiplierIsCoefficient[constraint] { axes.setMultiplier(constraint, multiplier) }
    updateConstant(constraint)
  }

  /// Sets whether a constraint applies to the bound record; if it is in a group, it is active only
  /// while the group is on.
  public mutating func setPresent(_ constraint: Int, _ present: Bool) {
    if bound.setPresent(constraint, present) {
      axes.setActive(constraint, bound.holds(constraint))
    }
  }

  /// Switches a group of constraints on or off; in a new engine, every group is off.
  public mutating func setGroup(_ group: Int, active: Bool) {
    guard bound.setGroup(group, active: active) else { return }
    for index in plan.groupMembers[group] { axes.setActive(index, bound.holds(index)) }
  }

  /// Sets the intrinsic content size of an item, in points; `nil` if it has none along an axis.
  public mutating func setIntrinsic(_ item: Int, width: Double?, height: Double?) {
    axes.setIntrinsic(item, .horizontal, width)
    axes.setIntrinsic(item, .vertical, height)
  }

  /// Updates the right-hand side of a constraint from its constant, margins, measured baselines,
  /// and the widths that are constants of the vertical solver.
  private mutating func updateConstant(_ constraint: Int) {
    let offset = plan.offsets[constraint]
    let multiplier = bound.multipliers[constraint]
    var right = bound.constants[constraint] - offset.first
    right -= offset.firstBaseline?.distance(extents) ?? 0
    right += multiplier * (offset.second + (offset.secondBaseline?.distance(extents) ?? 0))
    if plan.isTying[constraint] {
      right -= axes.sum(of: plan.tyingWidths[constraint].first)
      right += multiplier * axes.sum(of: plan.tyingWidths[constraint].second)
    }
    axes.setConstant(constraint, right)
  }

  // MARK: Layout

  /// Lays out the bound record: widths, then texts measured at these widths, then heights.
  ///
  /// - Parameters:
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the smallest height that fits.
  ///   - grid: Device pixels, to which widths are snapped before text is measured.
  ///   - sizing: Measures the texts.
  ///   - settled: Called when widths have settled, with the measured size of each item's text;
  ///     returns groups to switch. If that changes any group, the widths settle once more.
  /// - Throws: `LayoutError.feedbackLoop` if widths do not settle within `passLimit` passes.
  ///   `LayoutError.solver` if numbers are too large, the root's width or height is negative, or
  ///   the check of a compiled program fails.
  public mutating func layout<Sizing: ContentSizing>(
    width: Double, height: Double? = nil, grid: PixelGrid, sizing: inout Sizing,
    settled: (_ texts: [TextExtent]) -> [GroupSwitch] = { _ in [] }
  ) throws(LayoutError) -> SolvedCell {
    var cell = SolvedCell()
    try layout(
      width: width, height: height, grid: grid, sizing: &sizing, into: &cell, settled: settled)
    return cell
  }

  /// Lays out the bound record into a reused cell; allocates nothing if compiled programs answer.
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

  /// Lays out the bound record for a root whose width and height are fixed or preferred.
  package mutating func layout<Sizing: ContentSizing>(
    root: RootExtents, grid: PixelGrid, sizing: inout Sizing, into cell: inout SolvedCell,
    settled: (_ texts: [TextExtent]) -> [GroupSwitch] = { _ in [] }
  ) throws(LayoutError) {
    if notesOrder { orderDependentPriorities.removeAll(keepingCapacity: true) }
    axes.setRoot(root)
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

  /// Switches groups on or off; returns whether any of them changed.
  private mutating func switchGroups(_ switches: [GroupSwitch]) -> Bool {
    var changed = false
    for change in switches where bound.groupIsActive[change.group] != change.isActive {
      setGroup(change.group, active: change.isActive)
      changed = true
    }
    return changed
  }

  /// Alternates between solving widths and measuring texts until the snapped widths no longer
  /// change.
  private mutating func settle<Sizing: ContentSizing>(
    _ grid: PixelGrid, _ sizing: inout Sizing, _ passes: inout Int
  ) throws(LayoutError) {
    for item in plan.measuredItems where plan.needsUnwrappedWidth[item] || plan.program == .joined {
      let extent = sizing.unwrapped(item: item)
      counts.measurements += 1
      setIntrinsicSize(of: item, to: extent, isUnwrapped: true)
      extents[item] = extent
      unwrappedWidths[item] = extent.width
    }
    if plan.program == .joined {
      for index in plan.baselineConstraints { updateConstant(index) }
    }
    try solve(0)
    guard !plan.measuredItems.isEmpty else { return }
    axes.readSnappedWidths(grid, into: &widths)
    var watched: [[Double]] = []
    while true {
      let start = trace?.now()
      passes += 1
      swap(&widths, &lastWidths)
      for (index, item) in plan.measuredItems.enumerated() {
        let extent = sizing.wrapped(item: item, width: lastWidths[index])
        counts.measurements += 1
        extents[item] = extent
        var handed = extent
        if plan.needsUnwrappedWidth[item], sizing.isSingleLine(item: item) {
          handed.width = unwrappedWidths[item]
        }
        setIntrinsicSize(of: item, to: handed, isUnwrapped: false)
      }
      for index in plan.baselineConstraints { updateConstant(index) }
      try solve(0)
      if let start { trace?.span("pass", since: start, [.init("pass", .count(passes))]) }
      axes.readSnappedWidths(grid, into: &widths)
      if widths == lastWidths { return }
      if passes + FeedbackLoop.watchedPasses > passLimit { watched.append(Array(widths)) }
      guard passes < passLimit else {
        throw .feedbackLoop(feedbackLoop(passes: passes, widths: watched))
      }
    }
  }

  /// Sets the intrinsic content size of a text item to a measured extent.
  ///
  /// For an unwrapped text only the width is set; if the axes are joined, the height is set too.
  private mutating func setIntrinsicSize(of item: Int, to extent: TextExtent, isUnwrapped: Bool) {
    axes.setIntrinsic(item, .horizontal, plan.needsUnwrappedWidth[item] ? extent.width : nil)
    if !isUnwrapped || plan.program == .joined {
      axes.setIntrinsic(item, .vertical, extent.height)
    }
  }

  private mutating func solve(_ solver: Int) throws(LayoutError) {
    let start = trace?.now()
    let before = start == nil ? nil : axes.solvers[solver].statistics
    do { try axes.solve(solver) } catch { throw .solver(error) }
    if notesOrder { orderDependentPriorities.formUnion(axes.prioritiesDecidedByOrder(solver)) }
    if let start, let before { traceSolve(solver, since: start, before) }
  }

  /// Records a solve in the trace: its axis, the method that gave the answer, and its pivots.
  private func traceSolve(
    _ solver: Int, since start: UInt64, _ before: SimplexSolver.Statistics
  ) {
    let after = axes.solvers[solver].statistics
    let axis = plan.program == .joined ? "both" : solver == 0 ? "horizontal" : "vertical"
    let basis: String
    if after.coldSolves > before.coldSolves {
      basis = "miss: from nothing"
    } else if after.crashSolves > before.crashSolves {
      basis = "miss: guessed and proved"
    } else if after.repairs > before.repairs {
      basis = "miss: repaired"
    } else if after.evaluations > before.evaluations {
      basis = "miss: same basis"
    } else {
      // A compiled program answered, or nothing had changed since the last solve.
      basis = "hit"
    }
    trace?.span(
      "solve", since: start,
      [
        .init("axis", .text(axis)), .init("basis", .text(basis)),
        .init("pivots", .count(after.pivots - before.pivots)),
      ])
  }

  /// Reads frames, measured texts and findings of the last layout into a cell.
  private mutating func read(_ cell: inout SolvedCell) {
    let items = extents.count
    if cell.frames.count != items {
      cell.frames = [Rect](repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: items)
      cell.texts = [TextExtent?](repeating: nil, count: items)
    }
    axes.read(into: &cell.frames)
    for item in 0..<items { cell.texts[item] = nil }
    for item in plan.measuredItems { cell.texts[item] = extents[item] }
    cell.relaxed.removeAll(keepingCapacity: true)
    cell.ties.removeAll(keepingCapacity: true)
    cell.ambiguous = nil
    guard let findings = axes.findings() else { return }
    cell.relaxed = findings.relaxed.map(name)
    cell.ties = findings.ties.map(name)
    cell.ambiguous = findings.ambiguous.map { "\(plan.system.items[$0.item].name).\($0.variable)" }
  }

  /// The origin of a row of the plan.
  package func source(ofRow row: Int) -> ConstraintSource { plan.rows[row].origin }

  // MARK: Both axes at once

  /// The findings of the last layout; `nil` if nothing was relaxed or ambiguous and there was no
  /// tie.
  package var findings: LayoutFindings? {
    if contradictionReachesHeights, let engine = joined.last { return engine.findings }
    return axes.findings()
  }

  /// Whether a contradiction among widths prevents solving them before heights for the bound
  /// record.
  ///
  /// In a required constraint that relates the axes, the width is a constant, because required
  /// constraints before it decide the width. If one of these is relaxed, it no longer decides the
  /// width, and the relating constraint may change the width.
  var contradictionReachesHeights: Bool {
    plan.program == .axesApart && plan.hasRequiredTie && axes.relaxesWidths
  }

  /// Lays out the bound record as one system over both axes.
  private mutating func layoutJoined<Sizing: ContentSizing>(
    root: RootExtents, grid: PixelGrid, sizing: inout Sizing,
    into cell: inout SolvedCell, settled: (_ texts: [TextExtent]) -> [GroupSwitch]
  ) throws(LayoutError) {
    // Moved out of `self`: a second reference would cause a copy.
    var engine =
      joined.popLast()
      ?? LayoutEngine(plan.joined(), passLimit: passLimit, notesOrder: notesOrder)
    defer { joined = [engine] }
    engine.trace = trace
    if engine.verifiesPrograms != verifiesPrograms { engine.verifiesPrograms = verifiesPrograms }
    engine.bind(like: self)
    defer { orderDependentPriorities.formUnion(engine.orderDependentPriorities) }
    try engine.layout(root: root, grid: grid, sizing: &sizing, into: &cell, settled: settled)
  }

  /// Copies the bound values of another engine of the same template and direction.
  private mutating func bind(like other: LayoutEngine) {
    for index in plan.system.constraints.indices {
      setMultiplier(index, other.bound.multipliers[index])
      setConstant(index, other.bound.constants[index])
      setPresent(index, other.bound.isPresent[index])
    }
    for group in plan.groupMembers.indices {
      setGroup(group, active: other.bound.groupIsActive[group])
    }
    for item in plan.system.items.indices {
      for axis in Axis.allCases {
        axes.setIntrinsic(item, axis, other.axes.intrinsic(item, axis))
      }
    }
  }
}

/// A request to switch a group of constraints on or off.
public struct GroupSwitch: Hashable, Sendable {
  /// Index of the group in the `LayoutSystem`.
  public var group: Int
  /// Whether to switch the group's constraints on.
  public var isActive: Bool

  /// Creates a request to switch a group.
  public init(group: Int, isActive: Bool) {
    self.group = group
    self.isActive = isActive
  }
}

/// The layout of one record: frames, sizes of texts, and findings.
public struct SolvedCell: Hashable, Sendable {
  /// Physical frame of each item relative to the root's top-left corner, in points on the 2⁻²⁶
  /// grid; shape `[items]`.
  public var frames: [Rect]
  /// The measured text size of each item; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Names of required constraints that were relaxed, in document order.
  public var relaxed: [String]
  /// The ambiguous item and attribute as `name.attribute`; `nil` for none.
  public var ambiguous: String?
  /// Names of the constraints that won a tie by document order, in document order.
  public var ties: [String]

  /// Creates an empty cell, for `LayoutEngine.layout` to fill.
  public init() {
    frames = []
    texts = []
    relaxed = []
    ambiguous = nil
    ties = []
  }

  /// The caveats of this layout: `relaxed` and `ambiguous`, if they apply.
  public var caveats: Caveats {
    var caveats: Caveats = []
    if !relaxed.isEmpty { caveats.insert(.relaxed) }
    if ambiguous != nil { caveats.insert(.ambiguous) }
    return caveats
  }
}

/// Why a cell has no layout.
public enum LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The widths did not settle within the maximum number of passes.
  case feedbackLoop(FeedbackLoop)
  /// The solver found no answer.
  case solver(SolverError)

  /// The stable code of the error, such as `CH0107`.
  public var code: String {
    switch self {
    case .feedbackLoop: "CH0107"
    case .solver(.programDiffers), .solver(.diagnosisDiffers): "CH0111"
    case .solver: "CH0108"
    }
  }

  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .feedbackLoop(let loop):
      "layout feedback loop: after \(loop.passes) passes the width of "
        + loop.views.map { "'\($0)'" }.joined(separator: ", ")
        + " still changes with the text measured at it: \(loop.variable) goes round "
        + loop.values.map { Quantity.literal(($0 * 1000).rounded() / 1000).description }
        .joined(separator: ", ") + " points"
    case .solver(let error): error.description
    }
  }
}

/// Counts of an engine's work since it was made.
public struct EngineStatistics: Hashable, Sendable {
  /// Number of cells laid out without an error.
  public var layouts = 0
  /// Number of settling passes, in which texts are measured.
  public var passes = 0
  /// Number of text measurements requested from `ContentSizing`.
  public var measurements = 0
  /// Counts of the simplex solvers.
  var solver = SimplexSolver.Statistics()

  /// Number of solves that a compiled program answered.
  public var programEvaluations: Int { solver.programEvaluations }
  /// Number of solves, after the first five of each solver, that no compiled program could answer.
  public var basisMisses: Int { solver.basisMisses }
  /// Number of pivots of the simplex.
  public var pivots: Int { solver.pivots }
  /// Number of solves in which the simplex started from scratch.
  public var coldSolves: Int { solver.coldSolves }

  /// Creates statistics with all counts 0.
  public init() {}

  /// Adds the counts of another engine.
  public static func += (left: inout EngineStatistics, right: EngineStatistics) {
    left.layouts += right.layouts
    left.passes += right.passes
    left.measurements += right.measurements
    left.solver += right.solver
  }
}
