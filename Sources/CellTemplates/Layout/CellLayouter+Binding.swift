import AutoLayout
import LayoutPrimitives

/// How one record meets the engine.
///
/// What is called for every cell is `mutating` even where it changes nothing: the compiler copies a
/// structure of this size to ask it.
extension CellLayouter {
  /// Hands the resolved record to an engine and lays it out.
  ///
  /// - Returns: Why the result may be off, besides what the engine found out.
  mutating func layOut(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> Trust {
    var history: [[LabelLines]] = []
    instrument?.begin()
    let start = instrument?.now()
    switchGroups(of: &engine, environment)
    bindConstants(&engine, environment)
    let missing = try bindQuantities(&engine)
    var trust: Trust = []
    try prepareTexts(engine.plan.measuredItems, environment, &trust)
    let unknown = try bindIntrinsicSizes(&engine)
    shareStacks(&engine, environment)
    if let start { instrument?.trace?.span("bind", since: start) }
    try solveWithMargins(&engine, environment, height, &history)
    labelHistory = history
    instrument?.examine(solved, engine, environment.environment.direction)
    if missing.contains(where: { isActive($0, environment, history) }) {
      trust.insert(.sizeUnknown)
    } else if !unknown.isEmpty,
      dependsOnIntrinsicSize(of: unknown, &engine, environment, height)
    {
      trust.insert(.sizeUnknown)
    }
    try checkRange(environment.grid)
    return trust
  }

  /// Refuses frames that 32-bit pixels could not hold, so that an absurd record fails alone.
  private mutating func checkRange(_ grid: PixelGrid) throws(CellError) {
    let limit = 0x1p30 / grid.stepsPerPoint
    for index in solved.frames.indices {
      let frame = solved.frames[index]
      // Written so that a value that is no number fails as well.
      guard abs(frame.x) < limit, abs(frame.y) < limit, abs(frame.maxX) < limit,
        abs(frame.maxY) < limit
      else { throw .beyondRange(view: plan.template.views[index].id) }
    }
  }

  /// Solves, asking the groups' label questions whenever widths have settled.
  ///
  /// A question once true stays true for the record, so the history only grows and ends.
  mutating func solve(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, _ height: Double?,
    _ history: inout [[LabelLines]]
  ) throws(CellError) {
    // Taken out while the engine asks it, so that this is the only reference and nothing is copied.
    var asked = BoundTexts(items: 0)
    swap(&asked, &texts)
    guard let watching = instrument.take() else {
      defer { swap(&asked, &texts) }
      return try solve(&engine, environment, measuring: &asked, height, &history)
    }
    var observed = ObservedTexts(
      texts: asked, instrument: watching, views: plan.template.views)
    defer {
      instrument = observed.instrument
      texts = observed.texts
    }
    try solve(&engine, environment, measuring: &observed, height, &history)
  }

  private mutating func solve<Sizing: ContentSizing>(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment,
    measuring texts: inout Sizing, _ height: Double?, _ history: inout [[LabelLines]]
  ) throws(CellError) {
    let context = plan.asksLabels ? context(environment) : nil
    let switching = plan.switching
    let labels = plan.template.labels
    do throws(LayoutError) {
      try engine.layout(
        width: environment.environment.width, height: height, grid: environment.grid,
        sizing: &texts, into: &solved
      ) { extents in
        guard var context else { return [] }
        history.append(labels.map { extents[$0].lines })
        context.labels = history
        return switching.switches(in: context)
      }
    } catch {
      throw .layout(error)
    }
  }

  /// What conditions are asked of, with every label question false.
  func context(_ environment: PreparedEnvironment) -> ConditionContext {
    ConditionContext(record: record, environment: environment.conditions)
  }

  /// Switches the groups as they are when a record begins.
  mutating func switchGroups(
    of engine: inout LayoutEngine, _ environment: PreparedEnvironment
  ) {
    guard !plan.switching.isEmpty else { return }
    plan.switching.forEach(in: context(environment)) { group, holds in
      engine.setGroup(group, active: holds)
    }
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

  /// Hands in the constants as they are in the environment.
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

  /// Hands in the bound numbers.
  ///
  /// - Returns: Constraints left out because a number is missing.
  private mutating func bindQuantities(_ engine: inout LayoutEngine) throws(CellError) -> [Int] {
    var missing: [Int] = []
    for quantity in plan.template.boundQuantities {
      let value = quantity.number.value(in: record)
      // The numbers of one constraint stand together.
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

  /// Whether a number can stand beside the others of a template without drowning them.
  static func isSane(_ value: Double, _ role: BoundQuantity.Role) -> Bool {
    switch role {
    case .multiplier: value == 0 || (1e-7...1e7).contains(abs(value))
    case .constant: abs(value) <= 1e9
    }
  }
}
