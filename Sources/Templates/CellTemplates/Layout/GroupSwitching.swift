import AutoLayout

/// Turns the constraints of groups, stacks and grids on and off by their conditions.
struct GroupSwitching: Sendable {
  private let groups: [TemplateGroup]
  /// The stacks that contain views that may be hidden.
  private let stacks: [TemplateStack]
  private let grids: [TemplateGrid]
  /// For each view in a cell of a grid, the index of the grid and the view's number in the grid.
  ///
  /// The indices are those of the template's `views`; other views have `nil`.
  private let cells: [(grid: Int, number: Int)?]
  /// Whether each view is always hidden, and the condition under which it is hidden otherwise.
  ///
  /// The indices are those of the template's `views`.
  private let hidden: [(always: Bool, condition: Condition?)]

  init(_ template: CellTemplate) {
    groups = template.groups
    stacks = template.stacks.filter { stack in stack.groups.contains { $0 != nil } }
    grids = template.grids
    hidden = template.views.map { ($0.isHidden, $0.hiddenWhen) }
    var cells = [(grid: Int, number: Int)?](repeating: nil, count: template.views.count)
    for (index, grid) in template.grids.enumerated() {
      for (number, view) in grid.program.views.enumerated() { cells[view] = (index, number) }
    }
    self.cells = cells
  }

  /// Whether the template has no conditions that turn constraints on and off.
  var isEmpty: Bool { groups.isEmpty && stacks.isEmpty && !grids.contains(where: \.isSwitched) }

  func switches(in context: ConditionContext) -> [GroupSwitch] {
    var switches: [GroupSwitch] = []
    forEach(in: context) { switches.append(GroupSwitch(group: $0, isActive: $1)) }
    return switches
  }

  /// Calls a closure with every engine group, and with whether it is active.
  func forEach(
    in context: ConditionContext, _ body: (_ group: Int, _ holds: Bool) -> Void
  ) {
    for group in groups {
      let holds = group.condition.holds(in: context)
      body(group.whenTrue, holds)
      body(group.whenFalse, !holds)
    }
    forEachOfViews(in: context, body)
  }

  /// Calls a closure with every engine group of stacks and grids, and with whether it is active.
  private func forEachOfViews(
    in context: ConditionContext, _ body: (_ group: Int, _ holds: Bool) -> Void
  ) {
    for stack in stacks {
      let lengths = [Double](repeating: 1, count: stack.program.views.count)
      var holding: Set<Int> = []
      for held in stack.program.holding(shown: shown(stack, in: context), lengths: lengths) {
        holding.insert(held.index)
      }
      for (index, group) in stack.groups.enumerated() {
        if let group { body(group, holding.contains(index)) }
      }
    }
    for grid in grids where grid.isSwitched {
      let state = state(grid, in: context)
      let holding = Set(
        grid.program.holding(rows: state.rows, columns: state.columns, shown: state.shown))
      for (index, group) in grid.groups.enumerated() {
        if let group { body(group, holding.contains(index)) }
      }
      let visible = grid.program.visible(
        rows: state.rows, columns: state.columns, shown: state.shown)
      for (group, isVisible) in zip(grid.cellGroups, visible) {
        if let group { body(group, isVisible) }
      }
    }
  }

  func shown(_ stack: TemplateStack, in context: ConditionContext) -> [Bool] {
    stack.program.views.map { isShown($0, in: context) }
  }

  /// Whether a view may be hidden, by its key `hidden` or with a row or column of a grid.
  func mayHide(_ view: Int) -> Bool {
    hidden[view].always || hidden[view].condition != nil || cells[view] != nil
  }

  /// Whether a view is hidden, by its key `hidden` or with the row or column that contains it.
  func isHidden(_ view: Int, in context: ConditionContext) -> Bool {
    guard isShown(view, in: context) else { return true }
    guard let cell = cells[view] else { return false }
    let grid = grids[cell.grid]
    let state = state(grid, in: context)
    return !grid.program.visible(
      rows: state.rows, columns: state.columns, shown: state.shown)[cell.number]
  }

  /// Whether a view is not hidden by its key `hidden`.
  private func isShown(_ view: Int, in context: ConditionContext) -> Bool {
    !hidden[view].always && !(hidden[view].condition?.holds(in: context) ?? false)
  }

  /// For each row, column and view of a grid, whether it is shown.
  private func state(
    _ grid: TemplateGrid, in context: ConditionContext
  ) -> (rows: [Bool], columns: [Bool], shown: [Bool]) {
    func isShown(_ track: TemplateGrid.Track) -> Bool {
      switch track {
      case .shown: true
      case .hidden: false
      case .guide(let view): self.isShown(view, in: context)
      }
    }
    return (
      grid.rows.map(isShown), grid.columns.map(isShown),
      grid.program.views.map { self.isShown($0, in: context) }
    )
  }
}
