import StructuredDocuments
import TemplateDocuments

/// A condition with two lists of constraints.
///
/// The constraints of one list hold while the condition is true, those of the other list while it
/// is false.
public struct TemplateGroup: Hashable, Sendable {
  /// Name for diagnostics: the declared id, otherwise `group N`, where N begins at 1.
  public var name: String
  /// The condition that selects between `whenTrue` and `whenFalse`.
  public var condition: Condition
  /// Index of the engine group for the constraints of the key `constraints`, in
  /// `0..<system.groupCount`.
  public var whenTrue: Int
  /// Index of the engine group for the constraints of the key `otherwise`, of which there may be
  /// none.
  public var whenFalse: Int
  /// Line of the group in its document, from 1.
  public var line: Int
}

/// Reads the conditional groups of a document.
struct GroupReader {
  /// Reads the conditional groups, and adds their constraints to `constraints`.
  static func read(
    _ fields: Fields, names: ConditionNames, constraints: inout ConstraintReader
  ) -> [TemplateGroup] {
    let context = fields.context
    var groups: [TemplateGroup] = []
    var lines: [String: Int] = [:]
    for node in fields.list("groups") {
      guard groups.count < context.limits.groups else {
        context.reportLimit(
          context.limits.groups, line: node.line, found: "more than \(context.limits.groups) groups"
        )
        break
      }
      let keys = ["id", "when", "constraints", "otherwise"]
      let number = groups.count
      guard let group = Fields(node, what: "a group", keys: keys, into: context) else { continue }
      let name = group.text("id")
      if let name { context.declare("group", name, line: group.line(of: "id"), in: &lines) }
      let condition = condition(group, names: names)
      if group["constraints"] == nil, group["otherwise"] == nil {
        context.warn(
          line: group.line, found: "a group without constraints",
          expected: "expected 'constraints' or 'otherwise'")
      }
      constraints.read(group.list("constraints"), group: number * 2)
      constraints.read(group.list("otherwise"), group: number * 2 + 1)
      groups.append(
        TemplateGroup(
          name: name ?? "group \(number + 1)", condition: condition ?? .all([]),
          whenTrue: number * 2, whenFalse: number * 2 + 1, line: group.line))
    }
    return groups
  }

  /// Parses the condition of a group; `nil`, with a problem reported, when it is invalid.
  private static func condition(_ group: Fields, names: ConditionNames) -> Condition? {
    guard let text = group.required("when", expected: "a condition") else { return nil }
    return group.context.condition(text, line: group.line(of: "when"), names: names)
  }
}
