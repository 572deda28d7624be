/// The boxes of a template, depth first; box 0 is the cell's content.
struct BoxTree: Hashable, Sendable {
  var boxes: [TemplateBox] = []
  /// The numbers of all boxes; those of one box are next to each other.
  var numbers: [BoxNumber] = []

  /// Adds the paths of bindings and conditions to a table, and stores their indices.
  mutating func intern(in paths: inout PathTable) {
    for index in boxes.indices { boxes[index].hiddenWhen?.intern(in: &paths) }
    for index in numbers.indices {
      guard case .bound(var number) = numbers[index].source else { continue }
      number.intern(in: &paths)
      numbers[index].source = .bound(number)
    }
  }

  /// Index in `numbers` of a box's number, or `nil` if it is not declared.
  func number(_ role: BoxNumber.Role, of box: Int) -> Int? {
    boxes[box].numbers.first { numbers[$0].role == role }
  }

  /// The conditions under which boxes are hidden.
  var conditions: [Condition] { boxes.compactMap(\.hiddenWhen) }

  /// Whether each box is hidden by its own condition.
  func hidden(in context: ConditionContext) -> [Bool] {
    boxes.map { $0.isHidden || $0.hiddenWhen?.holds(in: context) ?? false }
  }

  /// Whether a box has no room because it, or one around it, is hidden in a stack or a flow.
  func isCollapsed(_ box: Int, hidden: [Bool]) -> Bool {
    var next: Int? = box
    while let index = next {
      if hidden[index], boxes[index].isInList { return true }
      next = boxes[index].parent
    }
    return false
  }
}
