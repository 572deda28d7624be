import LayoutPrimitives

/// A stack as the scene keeps it.
struct SceneStack: Sendable {
  var item: SceneItem
  var views: [SceneItem]
  var guides: [SceneItem]
  var arrangement: StackArrangement
  /// What its constraints have for an id, with a place each.
  var serial: Int
  /// Those of its constraints that hold now.
  var holding: [ConstraintID] = []
}

extension LayoutScene {
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
    try check(item)
    try check(views, in: item)
    try check(arrangement)
    let name = items[item.index].name
    var guides: [SceneItem] = []
    let hasGuides =
      arrangement.distribution == .equalSpacing || arrangement.distribution == .equalCentering
    if hasGuides {
      let count = max(views.count - 1, 0)
      guard items.count + count <= limits.items else {
        throw .tooMany("items", limit: limits.items)
      }
      for view in views.dropLast() {
        guides.append(
          try addOwnGuide("\(name) after \(items[view.index].name)", in: item))
      }
    }
    lastSerial += 1
    stacks.append(
      SceneStack(
        item: item, views: views, guides: guides, arrangement: arrangement, serial: lastSerial))
    let stack = stacks.count - 1
    for view in views { items[view.index].stack = stack }
    if views.count <= arrangement.preparedViews { prepare(stack) }
    try refresh(stack)
    return StackID(index: stack)
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
    try check(arrangement)
    let needsGuides =
      arrangement.distribution == .equalSpacing || arrangement.distribution == .equalCentering
    let known = stacks[stack.index]
    guard needsGuides == !known.guides.isEmpty || known.views.count < 2 else {
      throw .stack(
        "the stack '\(items[known.item.index].name)' was made without guides for equal gaps; "
          + "add it with the distribution \(arrangement.distribution.rawValue)")
    }
    stacks[stack.index].arrangement = arrangement
    try refresh(stack.index)
  }

  /// Brings a stack's constraints up to date with its hidden views and their sizes.
  mutating func refresh(_ stack: Int) throws(SceneError) {
    let known = stacks[stack]
    let wanted = wanted(stack, shown: known.views.map { !items[$0.index].traits.isHidden })
    let new = wanted.filter { knownPlace(of: id($0, known)) == nil }
    try checkRoom(for: new.count)
    for placed in new { insert(placed.constraint, id: id(placed, known), isOn: false) }
    var wantedIDs: Set<ConstraintID> = []
    for placed in wanted {
      wantedIDs.insert(id(placed, known))
      hold(placed.constraint, id(placed, known), isFirst: known.holding.isEmpty)
    }
    for id in known.holding where !wantedIDs.contains(id) { letGo(id) }
    stacks[stack].holding = wanted.map { id($0, known) }
  }

  /// Brings the shares of a proportional stack up to date after a view's size changed.
  mutating func refreshProportions(around item: Int) throws(SceneError) {
    guard let stack = items[item].stack,
      stacks[stack].arrangement.distribution == .fillProportionally
    else { return }
    try refresh(stack)
  }

  /// Makes beforehand what hiding views needs: every constraint stands between three views at most.
  private mutating func prepare(_ stack: Int) {
    let known = stacks[stack]
    let count = known.views.count
    for first in 0..<count {
      for second in first..<count {
        for third in second..<count {
          let shown = (0..<count).map { $0 == first || $0 == second || $0 == third }
          for placed in wanted(stack, shown: shown) where isNew(placed, known) {
            insert(placed.constraint, id: id(placed, known), isOn: false)
          }
        }
      }
    }
    for placed in wanted(stack, shown: known.views.map { _ in false }) where isNew(placed, known) {
      insert(placed.constraint, id: id(placed, known), isOn: false)
    }
  }

  private func wanted(_ stack: Int, shown: [Bool]) -> [StackConstraints.Placed] {
    let known = stacks[stack]
    let axis = known.arrangement.axis
    var generator = StackConstraints(
      stack: known.item, views: known.views, guides: known.guides,
      arrangement: known.arrangement,
      proportions: known.views.map {
        known.arrangement.proportions[$0] ?? items[$0.index].ownExtent(axis) ?? 0
      })
    return generator.list(shown: shown)
  }

  private func id(_ placed: StackConstraints.Placed, _ stack: SceneStack) -> ConstraintID {
    ConstraintID(serial: stack.serial, place: placed.place)
  }

  private func isNew(_ placed: StackConstraints.Placed, _ stack: SceneStack) -> Bool {
    knownPlace(of: id(placed, stack)) == nil
  }

  /// Has a constraint hold in the form in which the stack wants it now.
  private mutating func hold(_ wanted: LayoutConstraint, _ id: ConstraintID, isFirst: Bool) {
    guard let place = knownPlace(of: id) else { return }
    if ConstraintTerms(constraints[place].constraint) != ConstraintTerms(wanted) {
      // Another axis, distribution or alignment: other terms at the same place.
      let old = constraints.remove(at: place)
      rows.release(old.row)
      touch(row: old.row)
      insert(wanted, id: id)
      bindingChurn.changed(itemsTied(by: wanted))
      return
    }
    let known = constraints[place]
    guard !known.isOn || known.constraint != wanted else { return }
    let tied = itemsTied(by: wanted)
    if known.isOn {
      bindingChurn.changed(tied)
    } else if isFirst {
      bindingChurn.added(wanted, tied)
    } else {
      bindingChurn.switched(tied)
    }
    constraints[place].constraint = wanted
    constraints[place].isOn = true
    rows.setMultiplier(known.row, wanted.multiplier)
    touch(row: known.row)
  }

  private mutating func letGo(_ id: ConstraintID) {
    guard let place = knownPlace(of: id), constraints[place].isOn else { return }
    constraints[place].isOn = false
    touch(row: constraints[place].row)
    bindingChurn.switched(itemsTied(by: constraints[place].constraint))
  }

  private func check(_ views: [SceneItem], in stack: SceneItem) throws(SceneError) {
    var seen: Set<SceneItem> = []
    for view in views {
      try check(view)
      let name = items[view.index].name
      guard items[view.index].parent == stack.index else {
        throw .stack("'\(name)' is no subview of the stack '\(items[stack.index].name)'")
      }
      guard items[view.index].stack == nil, seen.insert(view).inserted else {
        throw .stack("'\(name)' is arranged already; a view has one place in one stack")
      }
    }
  }

  private func check(_ arrangement: StackArrangement) throws(SceneError) {
    try check(arrangement.spacing, "the spacing of a stack")
    for value in arrangement.customSpacing.values { try check(value, "a custom spacing") }
    for value in arrangement.proportions.values { try check(value, "a proportion") }
    let byBaseline =
      arrangement.alignment == .firstBaseline || arrangement.alignment == .lastBaseline
    if byBaseline, arrangement.axis == .vertical {
      throw .stack(
        "a vertical stack cannot align baselines: its views lie one above the other; "
          + "use leading, center, trailing or fill")
    }
  }
}
