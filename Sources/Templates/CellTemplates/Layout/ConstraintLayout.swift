import AutoLayout
import LayoutPrimitives

/// Lays out cells by constraints, with one engine per direction, which is reused for all cells.
struct ConstraintLayout: ViewLayout {
  /// The engines for left to right and for right to left, in this order.
  ///
  /// An engine is created with the first record in its direction.
  private var engines: [EngineBox?] = [nil, nil]
  private(set) var enginesCreated = 0

  var statistics: EngineStatistics {
    engines.reduce(into: EngineStatistics()) { total, engine in
      if let engine { total += engine.engine.statistics }
    }
  }

  mutating func forgetEngines() { engines = [nil, nil] }

  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?,
    into outcome: inout LayoutOutcome
  ) throws(CellError) {
    let box = engine(environment.engine, environment.environment.direction, cell.plan)
    box.engine.trace = cell.instrument?.trace
    if box.engine.verifiesPrograms != cell.options.verifiesPrograms {
      box.engine.verifiesPrograms = cell.options.verifiesPrograms
    }
    try cell.layOut(&box.engine, environment, height: height, into: &outcome)
  }

  /// The engine of a direction.
  ///
  /// If a copy of this layout shares the engine, the engine is copied first.
  private mutating func engine(
    _ slot: Int, _ direction: LayoutDirection, _ plan: TemplatePlan
  ) -> EngineBox {
    let isUnique = isKnownUniquelyReferenced(&engines[slot])
    if let box = engines[slot] {
      if isUnique { return box }
      let copy = EngineBox(box.engine)
      engines[slot] = copy
      return copy
    }
    let made = EngineBox(LayoutEngine(plan.layoutPlan(direction)))
    enginesCreated += 1
    engines[slot] = made
    return made
  }
}

/// A reference to an engine, so that the large engine is not copied.
private final class EngineBox {
  var engine: LayoutEngine

  init(_ engine: LayoutEngine) { self.engine = engine }
}

/// Binds a record to the engine, and solves its layout.
extension BoundCell {
  /// Binds the record, whose values were looked up, to an engine, and lays it out.
  fileprivate mutating func layOut(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, height: Double?,
    into outcome: inout LayoutOutcome
  ) throws(CellError) {
    instrument?.begin()
    let start = instrument?.now()
    switchGroups(of: &engine, environment)
    bindConstants(&engine, environment)
    let missing = try bindQuantities(&engine)
    var caveats: Caveats = []
    var unknown = try prepareTexts(engine.plan.measuredItems, environment, &caveats)
    unknown += try bindIntrinsicSizes(&engine)
    shareStacks(&engine, environment)
    if let start { instrument?.trace?.span("bind", since: start) }
    outcome.labelHistory.removeAll()
    try solveWithMargins(&engine, environment, height, &outcome)
    instrument?.examine(outcome.solved, engine, environment.environment.direction)
    if missing.contains(where: { isActive($0, environment, outcome.labelHistory) }) {
      caveats.insert(.sizeUnknown)
    } else if !unknown.isEmpty,
      dependsOnIntrinsicSize(of: unknown, &engine, environment, height, outcome)
    {
      caveats.insert(.sizeUnknown)
    }
    outcome.caveats = caveats
    try outcome.checkRange(environment.grid, plan.template.views)
  }

  /// Solves the layout, and evaluates the conditions on labels each time that the widths have
  /// settled.
  ///
  /// Once a condition on a label was true, it stays true for the cell. So the number of rounds is
  /// finite.
  private mutating func solve(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, _ height: Double?,
    _ outcome: inout LayoutOutcome
  ) throws(CellError) {
    // The texts are moved out while the engine uses them, to avoid a copy.
    var asked = LabelContentSizing(items: 0)
    swap(&asked, &texts)
    guard let watching = instrument.take() else {
      defer { swap(&asked, &texts) }
      return try solve(
        &engine, environment, measuring: &asked, height, &outcome.solved, &outcome.labelHistory)
    }
    var observed = ObservedTexts(texts: asked, instrument: watching, views: plan.template.views)
    defer {
      instrument = observed.instrument
      texts = observed.texts
    }
    try solve(
      &engine, environment, measuring: &observed, height, &outcome.solved, &outcome.labelHistory)
  }

  private mutating func solve<Sizing: ContentSizing>(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment,
    measuring texts: inout Sizing, _ height: Double?, _ solved: inout SolvedCell,
    _ history: inout [[LabelLines]]
  ) throws(CellError) {
    guard plan.asksLabels else {
      do throws(LayoutError) {
        return try engine.layout(
          width: environment.environment.width, height: height, grid: environment.grid,
          sizing: &texts, into: &solved)
      } catch {
        throw .layout(error)
      }
    }
    var context = context(environment)
    let switching = plan.switching
    let labels = plan.template.labels
    do throws(LayoutError) {
      try engine.layout(
        width: environment.environment.width, height: height, grid: environment.grid,
        sizing: &texts, into: &solved
      ) { extents in
        history.append(labels.map { extents[$0].lines })
        context.labels = history
        return switching.switches(in: context)
      }
    } catch {
      throw .layout(error)
    }
  }

  /// Sets every group to its state at the start of a cell, before labels are measured.
  private mutating func switchGroups(
    of engine: inout LayoutEngine, _ environment: PreparedEnvironment
  ) {
    guard !plan.switching.isEmpty else { return }
    plan.switching.forEach(in: context(environment)) { engine.setGroup($0, active: $1) }
  }

  private func isActive(
    _ constraint: Int, _ environment: PreparedEnvironment, _ history: [[LabelLines]]
  ) -> Bool {
    guard let group = plan.template.system.groups[constraint] else { return true }
    var context = context(environment)
    context.labels = history
    return plan.switching.switches(in: context).contains {
      $0.group == group && $0.isActive
    }
  }

  private mutating func bindConstants(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment
  ) {
    resetMarginConstants(&engine)
    for quantity in plan.template.namedQuantities {
      let value = environment.constants[quantity.constant]
      let signed = quantity.isNegated ? 0 - value : value
      switch quantity.role {
      case .multiplier: engine.setMultiplier(quantity.constraint, signed)
      case .constant: engine.setConstant(quantity.constraint, signed)
      }
    }
  }

  /// Sets the numbers that come from the record.
  ///
  /// - Returns: Indices of the constraints that are omitted, because the record lacks a number.
  private mutating func bindQuantities(_ engine: inout LayoutEngine) throws(CellError) -> [Int] {
    var missing: [Int] = []
    for quantity in plan.template.boundQuantities {
      let value = quantity.number.value(in: record)
      // The numbers of one constraint are adjacent.
      let isPresent = value != nil && missing.last != quantity.constraint
      engine.setPresent(quantity.constraint, isPresent)
      guard let value, isPresent else {
        if missing.last != quantity.constraint { missing.append(quantity.constraint) }
        continue
      }
      guard Self.isSane(value, quantity.role) else {
        throw .absurdNumber(
          value, constraint: plan.template.system.constraints[quantity.constraint].name)
      }
      switch quantity.role {
      case .multiplier: engine.setMultiplier(quantity.constraint, value)
      case .constant: engine.setConstant(quantity.constraint, value)
      }
    }
    return missing
  }

  /// Sets the intrinsic sizes of content other than text.
  ///
  /// - Returns: The views whose size the record lacks.
  private mutating func bindIntrinsicSizes(
    _ engine: inout LayoutEngine
  ) throws(CellError) -> [UnknownSize] {
    var unknown: [UnknownSize] = []
    for (item, content) in plan.intrinsicItems {
      let size = try content.size(in: record)
      engine.setIntrinsic(item, width: size.known.width, height: size.known.height)
      if size.lacksSide { unknown.append(UnknownSize(item: item, value: size)) }
    }
    return unknown
  }

  /// Whether the current layout depends on sizes that are unknown.
  ///
  /// The cell is laid out with every unknown side 0, then with every unknown side 16,384 points.
  /// The frames of each layout are compared with the current ones. The engine and the texts keep the
  /// substituted sizes.
  private mutating func dependsOnIntrinsicSize(
    of views: [UnknownSize], _ engine: inout LayoutEngine, _ environment: PreparedEnvironment,
    _ height: Double?, _ known: LayoutOutcome
  ) -> Bool {
    var other = LayoutOutcome()
    for extent in [0.0, 16_384] {
      for view in views {
        if plan.labelsByItem[view.item] == nil {
          let size = view.value.filled(with: extent)
          engine.setIntrinsic(view.item, width: size.width, height: size.height)
        } else {
          texts.texts[view.item]?.size = Size(width: extent, height: extent)
        }
      }
      other.labelHistory.removeAll()
      switchGroups(of: &engine, environment)
      do throws(CellError) {
        try solveWithMargins(&engine, environment, height, &other)
        if other.solved.frames != known.solved.frames { return true }
      } catch {
        // The layout with this size failed, so it depends on the size.
        return true
      }
    }
    return false
  }
}

/// Sets the shares in proportional stacks.
extension BoundCell {
  /// Sets the share of each view in the length of its proportional stack.
  private mutating func shareStacks(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment
  ) {
    for stack in plan.template.stacks where stack.program.isProportional {
      let shown = plan.switching.shown(stack, in: context(environment))
      let lengths = stack.program.views.map {
        ownExtent(of: $0, along: stack.program.axis, environment)
      }
      // If only some views have sizes, the others take the rest of the length, and shares are not
      // set.
      let known = zip(lengths, shown).filter(\.1).map { $0.0 != nil }
      let isShared = !known.contains(false) || !known.contains(true)
      for held in stack.program.holding(shown: shown, lengths: lengths.map { $0 ?? 0 }) {
        let index = stack.firstConstraint + held.index
        engine.setMultiplier(index, held.multiplier)
        guard stack.program.isShare(held.index) else { continue }
        engine.setConstant(index, held.constant)
        engine.setPresent(index, isShared)
      }
    }
  }

  /// The length of a view by its content, before layout, in points; `nil` without such a length.
  private func ownExtent(
    of view: Int, along axis: Axis, _ environment: PreparedEnvironment
  ) -> Double? {
    let item = plan.template.system.items[view]
    if let fixed = axis == .horizontal ? item.fixedWidth : item.fixedHeight { return fixed }
    if texts.texts[view] != nil {
      let extent = texts.unwrapped(item: view)
      return axis == .horizontal ? extent.width : extent.height
    }
    if let size = intrinsicSize(of: view) {
      return axis == .horizontal ? size.width : size.height
    }
    guard let stack = plan.template.stacks.first(where: { $0.program.stack == view }) else {
      return nil
    }
    let lengths = stack.program.views.map { ownExtent(of: $0, along: axis, environment) ?? 0 }
    return stack.program.extent(
      lengths, shown: plan.switching.shown(stack, in: context(environment)), along: axis)
  }
}

/// Settles layout margins that depend on the layout.
extension BoundCell {
  /// Maximum number of times that a cell is laid out once more because its margins changed.
  private static var marginPassLimit: Int { 100 }

  /// Solves the layout repeatedly until its margins no longer change.
  private mutating func solveWithMargins(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, _ height: Double?,
    _ outcome: inout LayoutOutcome
  ) throws(CellError) {
    guard plan.marginsDependOnLayout else {
      return try solve(&engine, environment, height, &outcome)
    }
    let margins = plan.margins(environment.environment.direction)
    guard margins.dependOnLayout else { return try solve(&engine, environment, height, &outcome) }
    let settlement = try margins.settle(limit: Self.marginPassLimit + 1) {
      (changed) throws(CellError) -> [Rect] in
      if let changed {
        for constraint in plan.marginConstraints {
          bindMargins(constraint, &engine, from: margins.own, to: changed, environment)
        }
        outcome.labelHistory.removeAll()
        switchGroups(of: &engine, environment)
      }
      try solve(&engine, environment, height, &outcome)
      return outcome.solved.frames
    }
    if case .loop(let items) = settlement {
      throw .marginLoop(
        passes: Self.marginPassLimit, views: items.map { plan.template.views[$0].id })
    }
  }

  /// Resets the constants that were changed for the margins of the last cell.
  private mutating func resetMarginConstants(_ engine: inout LayoutEngine) {
    for constraint in plan.marginConstraints {
      engine.setConstant(constraint, plan.template.system.constraints[constraint].constant)
    }
  }

  private mutating func bindMargins(
    _ index: Int, _ engine: inout LayoutEngine, from own: [Insets], to margins: [Insets],
    _ environment: PreparedEnvironment
  ) {
    let constraint = plan.template.system.constraints[index]
    let direction = environment.environment.direction
    var (constant, multiplier) = (constraint.constant, constraint.multiplier)
    for quantity in plan.template.namedQuantities where quantity.constraint == index {
      let value = environment.constants[quantity.constant]
      let signed = quantity.isNegated ? 0 - value : value
      if quantity.role == .constant { constant = signed } else { multiplier = signed }
    }
    for quantity in plan.template.boundQuantities where quantity.constraint == index {
      guard let value = quantity.number.value(in: record) else { continue }
      if quantity.role == .constant { constant = value } else { multiplier = value }
    }
    func shift(_ margins: [Insets]) -> Double {
      LayoutMargins.shift(of: constraint, multiplier: multiplier, margins: margins, direction)
    }
    engine.setConstant(index, constant + shift(margins) - shift(own))
  }
}
