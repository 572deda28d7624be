import AutoLayout

/// Switches the constraints that conditions turn on and off: those of groups and of stacks.
struct GroupSwitching: Sendable {
  private let groups: [TemplateGroup]
  /// The stacks with views that may be hidden.
  private let stacks: [TemplateStack]
  /// Whether each view is always hidden, and otherwise its condition, indexed as the template's
  /// `views`.
  private let hidden: [(always: Bool, condition: Condition?)]

  init(_ template: CellTemplate) {
    groups = template.groups
    stacks = template.stacks.filter { stack in stack.groups.contains { $0 != nil } }
    hidden = template.views.map { ($0.isHidden, $0.hiddenWhen) }
  }

  /// Whether the template has nothing to switch.
  var isEmpty: Bool { groups.isEmpty && stacks.isEmpty }

  func switches(in context: ConditionContext) -> [GroupSwitch] {
    var switches: [GroupSwitch] = []
    forEach(in: context) { switches.append(GroupSwitch(group: $0, isActive: $1)) }
    return switches
  }

  /// Calls a closure with every engine group and whether it is active.
  func forEach(in context: ConditionContext, _ body: (_ group: Int, _ holds: Bool) -> Void) {
    for group in groups {
      let holds = group.condition.holds(in: context)
      body(group.whenTrue, holds)
      body(group.whenFalse, !holds)
    }
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
  }

  func shown(_ stack: TemplateStack, in context: ConditionContext) -> [Bool] {
    stack.program.views.map { view in
      !hidden[view].always && !(hidden[view].condition?.holds(in: context) ?? false)
    }
  }
}
