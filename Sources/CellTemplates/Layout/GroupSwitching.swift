import AutoLayout

/// What conditions switch: groups of constraints, and what stacks impose on the views they show.
struct GroupSwitching: Sendable {
  private let groups: [TemplateGroup]
  private let stacks: [TemplateStack]
  /// Whether each view is hidden always, and when else; shape `[views]`.
  private let hidden: [(always: Bool, condition: Condition?)]

  init(_ template: CellTemplate) {
    groups = template.groups
    stacks = template.stacks
    hidden = template.views.map { ($0.isHidden, $0.hiddenWhen) }
  }

  /// Whether nothing is ever switched.
  var isEmpty: Bool { groups.isEmpty && stacks.isEmpty }

  /// Every group with whether it holds.
  func switches(in context: ConditionContext) -> [GroupSwitch] {
    var switches: [GroupSwitch] = []
    for group in groups {
      let holds = group.condition.holds(in: context)
      switches.append(GroupSwitch(group: group.whenTrue, isActive: holds))
      switches.append(GroupSwitch(group: group.whenFalse, isActive: !holds))
    }
    for stack in stacks where stack.groups.contains(where: { $0 != nil }) {
      let lengths = [Double](repeating: 1, count: stack.program.views.count)
      var holding: Set<Int> = []
      for held in stack.program.holding(shown: shown(stack, in: context), lengths: lengths) {
        holding.insert(held.index)
      }
      for (index, group) in stack.groups.enumerated() {
        guard let group else { continue }
        switches.append(GroupSwitch(group: group, isActive: holding.contains(index)))
      }
    }
    return switches
  }

  /// Whether each view of a stack is shown.
  func shown(_ stack: TemplateStack, in context: ConditionContext) -> [Bool] {
    stack.program.views.map { view in
      !hidden[view].always && !(hidden[view].condition?.holds(in: context) ?? false)
    }
  }
}
