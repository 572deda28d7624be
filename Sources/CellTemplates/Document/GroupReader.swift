import StructuredDocuments

/// Reads the conditional groups of a document.
struct GroupReader {
  /// The conditional groups with their constraints.
  static func read(
    _ fields: Fields, names: ConditionNames, constraints: inout ConstraintReader,
    into context: inout DocumentContext
  ) -> [TemplateGroup] {
    var groups: [TemplateGroup] = []
    var lines: [String: Int] = [:]
    for node in fields.list("groups", into: &context) {
      guard groups.count < context.limits.groups else {
        context.report(
          .limit, line: node.line, found: "more than \(context.limits.groups) groups",
          expected: "expected at most \(context.limits.groups)")
        break
      }
      let keys = ["id", "when", "constraints", "otherwise"]
      let number = groups.count
      guard let group = Fields(node, what: "a group", keys: keys, into: &context) else { continue }
      let name = group.text("id", into: &context)
      if let name {
        if let first = lines[name] {
          context.report(
            .duplicateName, line: group.line(of: "id"),
            found: "a second group named '\(name)', first on line "
              + context.lines.words(for: first, seenFrom: group.line(of: "id")),
            expected: "expected each id once")
        }
        lines[name] = lines[name] ?? group.line(of: "id")
      }
      let condition = condition(group, names: names, into: &context)
      if group["constraints"] == nil, group["otherwise"] == nil {
        context.warn(
          line: group.line, found: "a group without constraints",
          expected: "expected 'constraints' or 'otherwise'")
      }
      let first = group.list("constraints", into: &context)
      constraints.read(first, group: number * 2, into: &context)
      let second = group.list("otherwise", into: &context)
      constraints.read(second, group: number * 2 + 1, into: &context)
      groups.append(
        TemplateGroup(
          name: name ?? "group \(number + 1)", condition: condition ?? .all([]),
          whenTrue: number * 2, whenFalse: number * 2 + 1, line: group.line))
    }
    return groups
  }

  /// A group's condition; `nil` where it cannot be read.
  private static func condition(
    _ group: Fields, names: ConditionNames, into context: inout DocumentContext
  ) -> Condition? {
    guard group["when"] != nil else {
      group.reportMissing("when", expected: "a condition", into: &context)
      return nil
    }
    guard let text = group.text("when", into: &context) else { return nil }
    return condition(text, line: group.line(of: "when"), names: names, into: &context)
  }

  /// A condition's text; `nil` where it cannot be read.
  static func condition(
    _ text: String, line: Int, names: ConditionNames, into context: inout DocumentContext
  ) -> Condition? {
    do throws(ConditionError) {
      return try ConditionParser.parse(text, names: names)
    } catch {
      context.report(
        error.notation, error.isUnknownName ? .unknownName : .conditionSyntax, in: text,
        line: line)
      return nil
    }
  }
}
