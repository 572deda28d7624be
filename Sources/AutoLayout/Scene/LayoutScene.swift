public import LayoutPrimitives

/// A tree of items with constraints that come and go, and the one engine that lays it out.
///
/// A constraint is a value until `add` installs it. The engine lives as long as the structure:
/// constants, priorities and factors that were there before, groups, intrinsic sizes, hidden views,
/// and constraints that are removed and added again with equal terms only rebind it; new items and
/// new terms have it made anew before the next layout. Whatever happened before, a layout is a
/// function of the items and of the constraints that hold, in the order in which they were added.
public struct LayoutScene: Sendable {
  /// The item whose width is given and whose height is what fits.
  public let root = SceneItem(0)
  /// How large the scene may grow.
  public let limits: SceneLimits
  /// Settling passes after which a layout is given up as a feedback loop; 50...1000.
  public let passLimit: Int
  // reason: an option, set before a layout.
  /// Device pixels, to which widths are snapped before text is measured, and frames in the results.
  public var grid: PixelGrid
  // reason: an option, set before a layout.
  /// The direction in which leading edges run.
  public var direction: LayoutDirection

  private(set) var tree: SceneTree
  private(set) var table: ConstraintTable
  private var engines = SceneEngines()
  private var stacks: [SceneStack] = []
  /// Counts before the present binding, and in it.
  private var earlierChurn = ChurnCounter()
  private var bindingChurn = ChurnCounter()
  private var isBinding = false

  /// Creates a scene with nothing but its root.
  ///
  /// - Parameters:
  ///   - root: Name of the root.
  ///   - direction: The direction in which leading edges run.
  ///   - grid: Device pixels.
  ///   - margins: Layout margins of the root, in points.
  ///   - minimumMargins: Margins that those never fall below, as a view controller imposes them.
  ///   - limits: How large the scene may grow.
  ///   - passLimit: Settling passes before a feedback loop is reported; clamped to 50...1000.
  public init(
    root: String = "cell", direction: LayoutDirection = .leftToRight,
    grid: PixelGrid = PixelGrid(stepsPerPoint: 3), margins: Insets = Insets(all: 8),
    minimumMargins: Insets = Insets(all: 0), limits: SceneLimits = SceneLimits(),
    passLimit: Int = 100
  ) {
    self.limits = limits
    self.passLimit = min(max(passLimit, 50), 1000)
    self.grid = grid
    self.direction = direction
    var traits = ItemTraits()
    traits.margins = margins
    traits.minimumMargins = minimumMargins
    tree = SceneTree(root: root, traits, limits: limits)
    table = ConstraintTable(limits: limits)
  }

  /// Engines made since the scene was: one a structure and direction, one more once a layout asks
  /// for a size whose width is open.
  public var enginesCreated: Int { engines.created }

  // MARK: Items

  /// Adds an item below another, behind all items in document order.
  ///
  /// - Parameters:
  ///   - name: A name of its own, for results, diagnostics and visual format.
  ///   - parent: The superview; the root when `nil`.
  ///   - content: Where the intrinsic content size comes from.
  ///   - configure: Changes the traits of a plain view into those of this one.
  /// - Throws: `SceneError` for a name that is taken, an unknown parent or absurd numbers.
  @discardableResult
  public mutating func addItem(
    _ name: String, in parent: SceneItem? = nil, content: LayoutItem.Content = .none,
    configure: (inout ItemTraits) -> Void = { _ in }
  ) throws(SceneError) -> SceneItem {
    var traits = ItemTraits()
    configure(&traits)
    let item = try tree.add(name, in: parent ?? root, content: content, traits)
    table.noteStructure()
    return item
  }

  /// Gives an item its intrinsic content size, in points; `nil` for none on an axis.
  ///
  /// The first size of an item that was added without content changes the structure.
  ///
  /// - Throws: `SceneError` when the item's content is text, or a number is absurd.
  public mutating func setIntrinsic(
    _ item: SceneItem, width: Double?, height: Double?
  ) throws(SceneError) {
    if try tree.setIntrinsic(item, width: width, height: height) { table.noteStructure() }
    // The shares of a proportional stack follow its views' sizes.
    if let stack = tree[item].stack,
      stacks[stack].arrangement.distribution == .fillProportionally
    {
      try refresh(stack)
    }
  }

  /// Changes an item's own layout margins, in points; no engine is made for that.
  ///
  /// - Throws: `SceneError` for an unknown item or an absurd number.
  public mutating func setMargins(_ item: SceneItem, _ margins: Insets) throws(SceneError) {
    try tree.setMargins(item, margins)
  }

  /// Hides or shows an item, whose constraints stay; a stack that arranges it closes the gap.
  ///
  /// - Throws: `SceneError` for an unknown item, or when a limit is reached.
  public mutating func setHidden(_ item: SceneItem, _ isHidden: Bool) throws(SceneError) {
    if try tree.setHidden(item, isHidden), let stack = tree[item].stack { try refresh(stack) }
  }

  // MARK: Constraints

  /// Installs a constraint, last in document order.
  ///
  /// - Parameters:
  ///   - constraint: The constraint; without a name it goes by its own text.
  ///   - isPermanent: Whether it is never removed, nor changes its factor or priority. The engine
  ///     may rely on permanent constraints: a width that they decide needs no measuring of
  ///     unwrapped text, and a ratio of such a width no joint solution of both axes.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  @discardableResult
  public mutating func add(
    _ constraint: LayoutConstraint, isPermanent: Bool = false
  ) throws(SceneError) -> ConstraintID {
    try add([constraint], isPermanent: isPermanent)[0]
  }

  /// Installs constraints, last in document order; all of them or, after an error, none.
  ///
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  @discardableResult
  public mutating func add(
    _ constraints: [LayoutConstraint], isPermanent: Bool = false
  ) throws(SceneError) -> [ConstraintID] {
    for constraint in constraints { try tree.check(constraint) }
    try table.checkRoom(for: constraints.count)
    return constraints.map { install($0, isPermanent: isPermanent) }
  }

  /// Takes a constraint out of the scene.
  ///
  /// - Throws: `SceneError` when it is not there, or was added for good.
  public mutating func remove(_ id: ConstraintID) throws(SceneError) {
    try remove([id])
  }

  /// Takes constraints out of the scene; all of them or, after an error, none.
  ///
  /// - Throws: `SceneError` when one is not there, or was added for good.
  public mutating func remove(_ ids: [ConstraintID]) throws(SceneError) {
    for id in ids { _ = try removable(id) }
    for removed in table.remove(ids) {
      bindingChurn.removed(removed.constraint, tree.itemsTied(by: removed.constraint))
    }
  }

  /// Changes the constant of a constraint, in points.
  ///
  /// - Throws: `SceneError` when it is not there, or for an absurd number.
  public mutating func setConstant(_ id: ConstraintID, _ constant: Double) throws(SceneError) {
    var constraint = try table.known(id).constraint
    try tree.check(constant, "the constant of '\(tree.text(of: constraint))'")
    guard constraint.constant != constant else { return }
    constraint.constant = constant
    change(id, to: constraint)
  }

  /// Changes the factor of a constraint; the next layout solves from nothing, by the same engine.
  ///
  /// - Throws: `SceneError` when it is not there, was added for good, or for an absurd number.
  public mutating func setMultiplier(
    _ id: ConstraintID, _ multiplier: Double
  ) throws(SceneError) {
    var constraint = try removable(id)
    guard constraint.multiplier != multiplier else { return }
    constraint.multiplier = multiplier
    try tree.check(constraint)
    change(id, to: constraint)
  }

  /// Changes the priority of a constraint.
  ///
  /// Between priorities that its terms have had before no engine is made.
  ///
  /// - Throws: `SceneError` when it is not there, or was added for good.
  public mutating func setPriority(_ id: ConstraintID, _ priority: Priority) throws(SceneError) {
    var constraint = try removable(id)
    guard constraint.priority != priority else { return }
    constraint.priority = priority
    change(id, to: constraint)
  }

  private mutating func change(_ id: ConstraintID, to constraint: LayoutConstraint) {
    table.change(id, to: constraint)
    bindingChurn.changed(tree.itemsTied(by: constraint))
  }

  /// Installs a checked constraint.
  private mutating func install(
    _ constraint: LayoutConstraint, group: Int? = nil, isPermanent: Bool = false
  ) -> ConstraintID {
    bindingChurn.added(constraint, tree.itemsTied(by: constraint))
    return table.append(constraint, to: group, isPermanent: isPermanent)
  }

  /// Refuses ids of constraints that were added for good or are not there.
  private func removable(_ id: ConstraintID) throws(SceneError) -> LayoutConstraint {
    let known = try table.known(id)
    guard !known.isPermanent else { throw .permanent(tree.text(of: known.constraint)) }
    return known.constraint
  }

  // MARK: Groups and bindings

  /// Adds constraints that are switched together, last in document order.
  ///
  /// - Parameter isActive: Whether they hold from the start.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  public mutating func addGroup(
    isActive: Bool = false, _ constraints: [LayoutConstraint]
  ) throws(SceneError) -> GroupID {
    for constraint in constraints { try tree.check(constraint) }
    try table.checkRoom(for: constraints.count)
    let group = table.addGroup(isActive: isActive)
    for constraint in constraints { _ = install(constraint, group: group) }
    return GroupID(index: group)
  }

  /// Switches a group; nothing is torn down.
  ///
  /// - Throws: `SceneError.unknownGroup` for a group of another scene.
  public mutating func setActive(_ group: GroupID, _ isActive: Bool) throws(SceneError) {
    guard table.groups.indices.contains(group.index) else { throw .unknownGroup }
    for constraint in table.setActive(group.index, isActive) {
      bindingChurn.switched(tree.itemsTied(by: constraint))
    }
  }

  /// Does the changes of one record and tells what they did to the constraints.
  ///
  /// What is removed and added again within it counts as churn. Without it a binding lasts from one
  /// layout to the next.
  ///
  /// - Throws: What the changes throw.
  @discardableResult
  public mutating func bind<Failure: Error>(
    _ changes: (inout LayoutScene) throws(Failure) -> Void
  ) throws(Failure) -> ConstraintChurn {
    closeBinding()
    isBinding = true
    defer {
      isBinding = false
      closeBinding()
    }
    try changes(&self)
    return bindingChurn.churn(tree.items)
  }

  /// What happened to the constraints since the scene was made.
  public var churn: ConstraintChurn {
    var all = earlierChurn
    all.add(bindingChurn)
    return all.churn(tree.items)
  }

  private mutating func closeBinding() {
    earlierChurn.add(bindingChurn)
    bindingChurn = ChurnCounter()
  }

  // MARK: Stacks

  /// Has an item arrange others as a stack view does, by constraints last in document order.
  ///
  /// Hidden views leave no gap. Hiding and showing only switches constraints.
  ///
  /// - Parameters:
  ///   - item: The stack; any item.
  ///   - views: The arranged views in order; each below the stack, and in no other stack.
  ///   - arrangement: How.
  /// - Throws: `SceneError` for views that cannot be arranged, absurd numbers, or at a limit.
  @discardableResult
  public mutating func addStack(
    _ item: SceneItem, arranging views: [SceneItem], _ arrangement: StackArrangement
  ) throws(SceneError) -> StackID {
    try tree.check(item)
    try tree.check(views, arrangedBy: item)
    try tree.check(arrangement)
    var guides: [SceneItem] = []
    if arrangement.distribution.usesGuides {
      try tree.checkRoom(for: max(views.count - 1, 0))
      for view in views.dropLast() {
        guides.append(try addOwnGuide("\(name(of: item)) after \(name(of: view))", in: item))
      }
    }
    let stack = SceneStack(
      item: item, views: views, guides: guides, serial: table.nextSerial(),
      arrangement: arrangement)
    stacks.append(stack)
    tree.setStack(stacks.count - 1, of: views)
    if views.count <= arrangement.preparedViews {
      // Made beforehand, so that hiding and showing makes no engine.
      var constraints = stack.constraints(tree)
      insertMissing(constraints.listAll(mayHide: views.map { _ in true }).placed, of: stack)
    }
    try refresh(stacks.count - 1)
    return StackID(index: stacks.count - 1)
  }

  /// Changes how a stack arranges its views.
  ///
  /// New spacings only change constants; another axis, distribution or alignment brings new terms.
  ///
  /// - Throws: `SceneError` for an unknown stack, absurd numbers, a distribution that needs guides
  ///   where the old one had none, or at a limit.
  public mutating func setArrangement(
    _ stack: StackID, _ arrangement: StackArrangement
  ) throws(SceneError) {
    guard stacks.indices.contains(stack.index) else {
      throw .stack("the stack is none of this scene; use what its addStack returned")
    }
    try tree.check(arrangement)
    let known = stacks[stack.index]
    guard arrangement.distribution.usesGuides == !known.guides.isEmpty || known.views.count < 2
    else {
      throw .stack(
        "the stack '\(name(of: known.item))' was made without guides for equal gaps; "
          + "add it with the distribution \(arrangement.distribution.rawValue)")
    }
    stacks[stack.index].arrangement = arrangement
    try refresh(stack.index)
  }

  /// Brings a stack's constraints up to date with its hidden views and their sizes.
  private mutating func refresh(_ index: Int) throws(SceneError) {
    let stack = stacks[index]
    var constraints = stack.constraints(tree)
    let wanted = constraints.list(shown: stack.views.map { !tree[$0].traits.isHidden })
    try table.checkRoom(for: wanted.count { table[stack.id($0)] == nil })
    insertMissing(wanted, of: stack)
    for placed in wanted {
      let tied = tree.itemsTied(by: placed.constraint)
      switch table.claim(placed.constraint, stack.id(placed)) {
      case .nothing: break
      case .change: bindingChurn.changed(tied)
      case .activation where stack.holding.isEmpty: bindingChurn.added(placed.constraint, tied)
      case .activation: bindingChurn.switched(tied)
      }
    }
    let holding = wanted.map(stack.id)
    let kept = Set(holding)
    for id in stack.holding where !kept.contains(id) {
      guard let constraint = table.disclaim(id) else { continue }
      bindingChurn.switched(tree.itemsTied(by: constraint))
    }
    stacks[index].holding = holding
  }

  /// Puts those constraints of a stack into the scene that are not there, without having them hold.
  private mutating func insertMissing(
    _ wanted: [StackConstraints.Placed], of stack: SceneStack
  ) {
    for placed in wanted where table[stack.id(placed)] == nil {
      table.insert(placed.constraint, id: stack.id(placed), isOn: false)
    }
  }

  // MARK: Layout

  /// Lays out by the long-lived engine of the direction.
  mutating func solve<Sizing: ContentSizing>(
    _ root: RootExtents, _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    if !isBinding { closeBinding() }
    return try engines.layout(request(root), &tree, &table, &sizing)
  }

  private func request(_ root: RootExtents) -> SceneRequest {
    SceneRequest(root: root, grid: grid, direction: direction, passLimit: passLimit)
  }
}
