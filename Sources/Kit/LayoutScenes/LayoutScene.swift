public import AutoLayout
public import LayoutPrimitives

/// A tree of items with constraints, and the engine that lays it out.
///
/// A constraint has no effect until `add` installs it. New items and new terms create a new engine
/// before the next layout. The following changes only rebind the engine: constants, multipliers,
/// groups, intrinsic sizes, hidden views, and removed constraints that are replaced by constraints
/// with equal terms. A layout depends only on the items and the active constraints, in their order
/// of addition.
public struct LayoutScene: Sendable {
  /// The root item, which contains all other items.
  public let root = SceneItem(0)
  /// Maximum number of items, constraints and spare rows, and the maximum absolute value of
  /// numbers.
  public let limits: SceneLimits
  /// Maximum number of settling passes of a layout, and of layouts until margins settle; 50...1000.
  public let passLimit: Int
  // reason: an option, set before a layout.
  /// The grid of device pixels; widths are snapped to it before text is measured, and so are the
  /// frames in results.
  public var grid: PixelGrid
  // reason: an option, set before a layout.
  /// The layout direction.
  public var direction: LayoutDirection

  private(set) var tree: SceneTree
  private(set) var table: ConstraintTable
  private var engines = SceneEngines()
  private var stacks: [SceneStack] = []
  private(set) var grids: [SceneGrid] = []
  /// Counts of constraint changes before the current binding; `bindingChurn` has the counts of the
  /// current one.
  private var earlierChurn = ChurnCounter()
  private var bindingChurn = ChurnCounter()
  private var isBinding = false
  /// Frames of the last layout, in points, relative to the root; shape `[items of that layout]`.
  private(set) var lastFrames: [Rect] = []

  /// Creates a scene that has only a root.
  ///
  /// - Parameters:
  ///   - root: Name of the root.
  ///   - direction: The layout direction.
  ///   - grid: The grid of device pixels.
  ///   - margins: Layout margins of the root, in points.
  ///   - minimumMargins: Minimum of the root's margins, in points, like the minimum margins of a
  ///     view controller.
  ///   - limits: The limits of the scene.
  ///   - passLimit: Maximum number of settling passes; clamped to 50...1000.
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

  /// Number of engines created so far.
  ///
  /// An engine is created for each structure and direction, and an additional one for fitting sizes
  /// at new priorities.
  public var enginesCreated: Int { engines.created }

  // MARK: Items

  /// Adds an item to a superview; the item is the last one in document order.
  ///
  /// - Parameters:
  ///   - name: A unique name, for results, diagnostics and visual format.
  ///   - parent: The superview; `nil` for the root.
  ///   - content: How the item gets its intrinsic content size.
  ///   - configure: Changes the default traits.
  /// - Throws: `SceneError` for a name that is already used, an unknown parent or invalid numbers,
  ///   or if a limit would be exceeded.
  @discardableResult
  public mutating func addItem(
    _ name: String, in parent: SceneItem? = nil, content: LayoutItem.Content = .none,
    configure: (inout ItemTraits) -> Void = { _ in }
  ) throws(SceneError) -> SceneItem {
    var traits = ItemTraits()
    configure(&traits)
    let item = try tree.add(name, in: parent ?? root, content: content, traits)
    table.markStructureChanged()
    return item
  }

  /// Sets the intrinsic content size of an item, in points; `nil` means none along an axis.
  ///
  /// If the item was added without content, its first size creates a new engine.
  ///
  /// - Throws: `SceneError` if the item is unknown, its content is text, or a number is invalid.
  public mutating func setIntrinsic(
    _ item: SceneItem, width: Double?, height: Double?
  ) throws(SceneError) {
    if try tree.setIntrinsic(item, width: width, height: height) {
      table.markStructureChanged()
      if let grid = tree[item].grid { try refreshGrid(grid) }
    }
    // The shares of a proportional stack depend on its views' sizes.
    if let stack = tree[item].stack,
      stacks[stack].arrangement.distribution == .fillProportionally
    {
      try refresh(stack)
    }
  }

  /// Changes the layout margins of an item, in points; creates no new engine.
  ///
  /// - Throws: `SceneError` for an unknown item or an invalid number.
  public mutating func setMargins(_ item: SceneItem, _ margins: Insets) throws(SceneError) {
    try tree.setMargins(item, margins)
  }

  /// Hides or shows an item.
  ///
  /// A hidden item keeps its constraints, but a stack or grid arranges its other views without it.
  ///
  /// - Throws: `SceneError` for an unknown item, or if a limit would be exceeded.
  public mutating func setHidden(_ item: SceneItem, _ isHidden: Bool) throws(SceneError) {
    guard try tree.setHidden(item, isHidden) else { return }
    if let stack = tree[item].stack { try refresh(stack) }
    if let grid = tree[item].grid { try refreshGrid(grid) }
  }

  // MARK: Constraints

  /// Adds constraints, last in document order; if one is refused, adds none.
  ///
  /// - Throws: `SceneError` for unknown items, pairs of attributes that UIKit refuses, invalid
  ///   numbers, or if a limit would be exceeded.
  @discardableResult
  public mutating func add(
    _ constraints: [LayoutConstraint], isPermanent: Bool = false
  ) throws(SceneError) -> [ConstraintID] {
    for constraint in constraints { try tree.check(constraint) }
    try table.checkRoom(for: constraints.count)
    return constraints.map { install($0, isPermanent: isPermanent) }
  }

  /// Removes constraints; after an error, none of them is removed.
  ///
  /// - Throws: `SceneError` if a constraint is not in the scene or is permanent.
  public mutating func remove(_ ids: [ConstraintID]) throws(SceneError) {
    for id in ids { _ = try removable(id) }
    for removed in table.remove(ids) {
      bindingChurn.removed(removed.constraint, tree.itemsTied(by: removed.constraint))
    }
  }

  /// Changes the constant of a constraint, in points.
  ///
  /// - Throws: `SceneError` if the constraint is not in the scene or the number is invalid.
  public mutating func setConstant(_ id: ConstraintID, _ constant: Double) throws(SceneError) {
    var constraint = try table.existing(id).constraint
    try tree.check(constant, "the constant of '\(tree.text(of: constraint))'")
    guard constraint.constant != constant else { return }
    constraint.constant = constant
    change(id, to: constraint)
  }

  /// Changes the multiplier of a constraint; the next layout uses the same engine but may solve
  /// from scratch.
  ///
  /// - Throws: `SceneError` if the constraint is not in the scene or is permanent, or the number is
  ///   invalid.
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
  /// This creates a new engine, unless there is a spare row with the same terms and priority.
  ///
  /// - Throws: `SceneError` if the constraint is not in the scene or is permanent.
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

  /// Adds a constraint that `tree.check` accepted, and counts it as churn.
  private mutating func install(
    _ constraint: LayoutConstraint, group: Int? = nil, isPermanent: Bool = false
  ) -> ConstraintID {
    bindingChurn.added(constraint, tree.itemsTied(by: constraint))
    return table.append(constraint, to: group, isPermanent: isPermanent)
  }

  /// Returns the constraint with the given id; throws if it is permanent or not in the scene.
  private func removable(_ id: ConstraintID) throws(SceneError) -> LayoutConstraint {
    let entry = try table.existing(id)
    guard !entry.isPermanent else { throw .permanent(tree.text(of: entry.constraint)) }
    return entry.constraint
  }

  // MARK: Groups and bindings

  /// Adds a group of constraints that are switched on or off together, last in document order.
  ///
  /// - Parameters:
  ///   - isActive: Whether the group is switched on at first.
  ///   - constraints: The constraints, in document order.
  /// - Throws: `SceneError` for unknown items, pairs of attributes that UIKit refuses, invalid
  ///   numbers, or if a limit would be exceeded; no constraint is added then.
  public mutating func addGroup(
    isActive: Bool = false, _ constraints: [LayoutConstraint]
  ) throws(SceneError) -> GroupID {
    for constraint in constraints { try tree.check(constraint) }
    try table.checkRoom(for: constraints.count)
    let group = table.addGroup(isActive: isActive)
    for constraint in constraints { _ = install(constraint, group: group) }
    return GroupID(index: group)
  }

  /// Switches a group of constraints on or off.
  ///
  /// - Throws: `SceneError.unknownGroup` for a group of another scene.
  public mutating func setActive(_ group: GroupID, _ isActive: Bool) throws(SceneError) {
    guard table.groups.indices.contains(group.index) else { throw .unknownGroup }
    for constraint in table.setActive(group.index, isActive) {
      bindingChurn.switched(tree.itemsTied(by: constraint))
    }
  }

  /// Applies the changes of one record, and counts the changes of constraints that they cause.
  ///
  /// A constraint that is removed and then added anew within one binding counts as churn. Without
  /// `bind`, a binding lasts from one layout to the next.
  ///
  /// - Returns: The counts of constraints that `changes` added, removed, changed and switched.
  /// - Throws: The errors of `changes`; the changes before the error stay in effect.
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

  /// The counts of constraints that were added, removed, changed and switched since the scene was
  /// created.
  public var churn: ConstraintChurn { churnCounter.churn(tree.items) }

  /// The counts of constraint changes since the scene was created, by item.
  var churnCounter: ChurnCounter {
    var all = earlierChurn
    all.add(bindingChurn)
    return all
  }

  /// Whether an item is a stack.
  func isStack(_ item: SceneItem) -> Bool { stacks.contains { $0.item == item } }

  private mutating func closeBinding() {
    earlierChurn.add(bindingChurn)
    bindingChurn = ChurnCounter()
  }

  // MARK: Stacks

  /// Adds the constraints of a stack view, last in document order.
  ///
  /// A hidden view leaves no gap. Hiding and showing views only switches constraints if the stack
  /// has at most `StackArrangement.preparedViews` views.
  ///
  /// - Parameters:
  ///   - item: The item that becomes the stack.
  ///   - views: The arranged views in order; each must be a subview of the stack and in no other
  ///     stack or grid.
  ///   - arrangement: How the stack arranges the views.
  /// - Throws: `SceneError` for views that cannot be arranged, for invalid numbers, or if a limit
  ///   would be exceeded.
  @discardableResult
  public mutating func addStack(
    _ item: SceneItem, arranging views: [SceneItem], _ arrangement: StackArrangement
  ) throws(SceneError) -> StackID {
    try tree.check(item)
    try tree.check(views, arrangedBy: item)
    guard !grids.contains(where: { $0.item == item }) else {
      throw .stack("'\(name(of: item))' is a grid; an item is a stack or a grid, not both")
    }
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
      // Added in advance, so that hiding and showing views creates no new engine.
      var constraints = stack.constraints(tree)
      insertMissing(
        constraints.listAll(mayHide: views.map { _ in true }).placed, serial: stack.serial)
    }
    try refresh(stacks.count - 1)
    return StackID(index: stacks.count - 1)
  }

  /// Changes how a stack arranges its views.
  ///
  /// New spacings only change constants; another axis, distribution or alignment may create a new
  /// engine.
  ///
  /// - Throws: `SceneError` for an unknown stack, invalid numbers, or a distribution that requires
  ///   guides although the old one has none, or if a limit would be exceeded.
  public mutating func setArrangement(
    _ stack: StackID, _ arrangement: StackArrangement
  ) throws(SceneError) {
    guard stacks.indices.contains(stack.index) else {
      throw .stack("the stack is none of this scene; use what its addStack returned")
    }
    try tree.check(arrangement)
    let existing = stacks[stack.index]
    guard
      arrangement.distribution.usesGuides == !existing.guides.isEmpty || existing.views.count < 2
    else {
      throw .stack(
        "the stack '\(name(of: existing.item))' was made without guides for equal gaps; "
          + "add it with the distribution \(arrangement.distribution.rawValue)")
    }
    stacks[stack.index].arrangement = arrangement
    try refresh(stack.index)
  }

  /// Updates the constraints of a stack after a change of its arrangement, or of its views'
  /// visibility or sizes.
  private mutating func refresh(_ index: Int) throws(SceneError) {
    let stack = stacks[index]
    var constraints = stack.constraints(tree)
    let wanted = constraints.list(shown: stack.views.map { !tree[$0].traits.isHidden })
    stacks[index].holding = try hold(
      wanted, serial: stack.serial, inPlaceOf: stack.holding,
      keepingOthers: stack.views.count <= stack.arrangement.preparedViews)
  }

  // MARK: Grids

  /// Adds a grid that was checked, with its constraints switched off; returns the grid's index.
  mutating func append(_ grid: SceneGrid, _ prepared: [NumberedConstraint]) -> Int {
    insertMissing(prepared, serial: grid.serial)
    grids.append(grid)
    tree.setGrid(grids.count - 1, of: grid.arrangement.contents, inPlaceOf: [])
    return grids.count - 1
  }

  /// Replaces a grid by one with another arrangement, which was checked.
  mutating func replace(_ index: Int, by grid: SceneGrid) {
    let former = grids[index].arrangement.contents
    tree.setGrid(index, of: grid.arrangement.contents, inPlaceOf: former)
    let removed = Set(former).subtracting(grid.arrangement.contents)
    if tree.setContentItems(removed.map { ($0, nil, nil) }) { table.markStructureChanged() }
    grids[index] = grid
  }

  /// Updates the constraints of a grid after a change of its arrangement, or of the visibility of
  /// its rows, columns or views.
  mutating func refreshGrid(_ index: Int) throws(SceneError) {
    let grid = grids[index]
    if tree.setContentItems(grid.contentItems(tree)) { table.markStructureChanged() }
    grids[index].holding = try hold(
      grid.wanted(tree), serial: grid.serial, inPlaceOf: grid.holding,
      keepingOthers: grid.isPrepared)
  }

  /// Changes an item's content hugging; returns whether the priorities changed.
  mutating func changeHugging(
    _ item: SceneItem, _ hugging: ContentPriorities
  ) throws(SceneError) -> Bool {
    guard try tree.setHugging(item, hugging) else { return false }
    table.markStructureChanged()
    return true
  }

  // MARK: Constraints of stacks and grids

  /// Returns the `ConstraintID.serial` for the constraints of a new stack or grid.
  mutating func nextSerial() -> Int { table.nextSerial() }

  /// Adds the constraints of a stack or grid that are not in the scene yet, switched off.
  private mutating func insertMissing(_ wanted: [NumberedConstraint], serial: Int) {
    for placed in wanted {
      let id = ConstraintID(serial: serial, number: placed.number)
      if table[id] == nil { table.insert(placed.constraint, id: id, isOn: false) }
    }
  }

  /// Switches on exactly the given constraints of a stack or grid.
  ///
  /// - Parameters:
  ///   - wanted: The constraints to be on from now on.
  ///   - serial: The `ConstraintID.serial` of all constraints of the stack or grid.
  ///   - holding: The ids of the constraints that were on until now.
  ///   - keepsOthers: Whether other constraints of the stack or grid stay in the scene, switched
  ///     off. If not, they are removed and their rows reused, so that the number of constraints
  ///     does not grow with each set of hidden views.
  /// - Returns: The ids of the wanted constraints.
  /// - Throws: `SceneError` if the limit of constraints would be exceeded; nothing is changed then.
  mutating func hold(
    _ wanted: [NumberedConstraint], serial: Int, inPlaceOf holding: [ConstraintID],
    keepingOthers keepsOthers: Bool
  ) throws(SceneError) -> [ConstraintID] {
    let ids = wanted.map { ConstraintID(serial: serial, number: $0.number) }
    let leaving = try checkRoom(for: ids, serial: serial, keepingOthers: keepsOthers)
    for removed in table.remove(leaving) where removed.isOn {
      bindingChurn.switched(tree.itemsTied(by: removed.constraint))
    }
    for (placed, id) in zip(wanted, ids) {
      if table[id] == nil { table.insert(placed.constraint, id: id, isOn: false) }
      let tied = tree.itemsTied(by: placed.constraint)
      switch table.claim(placed.constraint, id) {
      case .nothing: break
      case .change: bindingChurn.changed(tied)
      case .activation where holding.isEmpty: bindingChurn.added(placed.constraint, tied)
      case .activation: bindingChurn.switched(tied)
      }
    }
    let kept = Set(ids)
    for id in holding where !kept.contains(id) {
      guard let constraint = table.disclaim(id) else { continue }
      bindingChurn.switched(tree.itemsTied(by: constraint))
    }
    return ids
  }

  // MARK: Layout

  /// Lays out the scene with the engine of its direction, which is kept between layouts.
  mutating func solve<Sizing: ContentSizing>(
    _ root: RootExtents, _ sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    if !isBinding { closeBinding() }
    var layout = try engines.layout(request(root), &tree, &table, &sizing)
    layout.changed = tree.changed(from: lastFrames, to: layout.frames)
    lastFrames = layout.frames
    return layout
  }

  /// Makes frames of an earlier layout, in points, the frames of the last layout.
  mutating func restoreFrames(_ frames: [Rect]) { lastFrames = frames }

  /// Explains the ambiguities of the last layout; slow; empty before the first layout.
  func ambiguities() -> [AmbiguousLayout] { engines.ambiguities(tree, table) }

  /// Finds the constraints that decide the frames of items in the last layout, in document order;
  /// slow.
  func constraintsDeciding(_ items: [SceneItem]) -> [ImposedConstraint] {
    engines.constraintsDeciding(items.map(\.index), tree, table)
  }

  private func request(_ root: RootExtents) -> SceneRequest {
    SceneRequest(root: root, grid: grid, direction: direction, passLimit: passLimit)
  }
}

/// The limits of a scene; an error names the limit that would be exceeded.
public struct SceneLimits: Hashable, Sendable {
  /// Maximum number of items, including the root and the guides of stacks and grids.
  public var items = 2_000
  /// Maximum number of constraints.
  public var constraints = 20_000
  /// Maximum absolute value of multipliers, and of distances in points.
  public var largestNumber = 1e6
  /// Maximum number of spare rows that are kept when rows are sorted; a spare row is reused for a
  /// constraint with equal terms.
  public var spareRows = 1_000

  /// Creates the default limits.
  public init() {}
}

/// A stack view of a scene: its arranged views, and the ids of its active constraints.
struct SceneStack: Sendable {
  let item: SceneItem
  let views: [SceneItem]
  let guides: [SceneItem]
  /// The `ConstraintID.serial` of all constraints of the stack.
  let serial: Int
  var arrangement: StackArrangement
  /// The ids of the stack's constraints that are switched on.
  var holding: [ConstraintID] = []

  /// Creates the generator of the stack's constraints.
  func constraints(_ tree: SceneTree) -> StackConstraints {
    StackConstraints(
      stack: item, views: views, guides: guides, arrangement: arrangement,
      proportions: views.map {
        arrangement.proportions[$0] ?? tree[$0].ownExtent(arrangement.axis) ?? 0
      })
  }
}
