import StructuredDocuments
import AutoLayout

/// Reads the `constants` of a document: numbers by name, which the environment may decide.
struct ConstantReader {
  private static let range = -Fields.longest...Fields.longest

  /// Reads the constants in document order.
  static func read(
    _ fields: Fields, states: [String], into context: inout DocumentContext
  ) -> [TemplateConstant] {
    guard let node = fields["constants"] else { return [] }
    guard case .mapping(let entries) = node.value else {
      fields.report("constants", node, expected: "a mapping of names to numbers", into: &context)
      return []
    }
    guard entries.count <= context.limits.constants else {
      context.report(
        .limit, line: node.line, found: "\(entries.count) constants",
        expected: "expected at most \(context.limits.constants)")
      return []
    }
    var constants: [TemplateConstant] = []
    for entry in entries {
      var cursor = TextCursor(entry.key)
      if cursor.bareName() == nil || !cursor.isAtEnd {
        context.report(
          .invalidValue, line: entry.line,
          found: "the constant '\(DocumentNode.shortened(entry.key))'",
          expected: "expected a name of letters, digits and '_' that begins with no digit")
      }
      if let constant = constant(entry, states, into: &context) { constants.append(constant) }
    }
    return constants
  }

  /// One constant: a number, or a mapping of conditions to numbers with a default.
  private static func constant(
    _ entry: DocumentNode.Entry, _ states: [String], into context: inout DocumentContext
  ) -> TemplateConstant? {
    if let value = number(entry.value) {
      return TemplateConstant(name: entry.key, standard: value, line: entry.line)
    }
    guard case .mapping(let entries) = entry.value.value else {
      context.report(
        .invalidValue, line: entry.line, found: "\(entry.value.found) as '\(entry.key)'",
        expected: "expected points, or {default: points, 'width >= 414': points}")
      return nil
    }
    var constant = TemplateConstant(name: entry.key, standard: 0, line: entry.line)
    var hasDefault = false
    for part in entries {
      guard let value = number(part.value) else {
        context.report(
          .invalidValue, line: part.line,
          found: "\(part.value.found) as '\(part.key)' of '\(entry.key)'",
          expected: "expected points")
        continue
      }
      if part.key == "default" {
        constant.standard = value
        hasDefault = true
      } else if let condition = condition(part, states, into: &context) {
        constant.cases.append(.init(condition: condition, value: value))
      }
    }
    if !hasDefault {
      context.report(
        .missingKey, line: entry.line, found: "no 'default' in the constant '\(entry.key)'",
        expected: "expected the number where no condition is true")
    }
    return constant
  }

  private static func number(_ node: DocumentNode) -> Double? {
    guard case .number(let value) = node.value, range.contains(value) else { return nil }
    return value
  }

  /// A question to the environment.
  private static func condition(
    _ entry: DocumentNode.Entry, _ states: [String], into context: inout DocumentContext
  ) -> Condition? {
    do throws(ConditionError) {
      let condition = try ConditionParser.parse(entry.key, names: ConditionNames(states: states))
      guard condition.subjects.isSubset(of: [.environment, .state]) else {
        context.report(
          .invalidValue, line: entry.line,
          found: "a constant that asks a record or a label: '\(entry.key)'",
          expected: "expected a question to the environment or the state, or a {binding} in the "
            + "constraint")
        return nil
      }
      return condition
    } catch {
      context.report(
        error.notation, error.isUnknownName ? .unknownName : .conditionSyntax, in: entry.key,
        line: entry.line)
      return nil
    }
  }
}
