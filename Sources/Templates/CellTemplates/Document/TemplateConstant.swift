import AutoLayout
import StructuredDocuments
import TemplateDocuments

/// A named number of a template, which may depend on the environment.
public struct TemplateConstant: Hashable, Sendable {
  /// A value with the condition under which it applies.
  public struct Case: Hashable, Sendable {
    /// A condition on the environment or the state.
    public var condition: Condition
    /// The value while the condition is true.
    public var value: Double
  }

  /// The constant's name.
  public var name: String
  /// The value if the condition of no case is true.
  public var standard: Double
  /// The cases in document order.
  ///
  /// The first case whose condition is true applies.
  public var cases: [Case] = []
  /// Line of the constant in its document, from 1.
  public var line = 0

  func value(in context: ConditionContext) -> Double {
    cases.first { $0.condition.holds(in: context) }?.value ?? standard
  }
}

/// A number in a constraint, given by a constant that depends on the environment.
public struct NamedQuantity: Hashable, Sendable {
  /// Index in `system.constraints` of the constraint that contains the number.
  ///
  /// The constraint has a placeholder for the number: multiplier 1 or constant 0.
  public var constraint: Int
  /// The part of the constraint that the number sets.
  public var role: BoundQuantity.Role
  /// Index of the constant in `CellTemplate.constants`.
  public var constant: Int
  /// Whether the value is negated.
  public var isNegated: Bool
}

/// Reads the `constants` of a document: named numbers that may depend on the environment.
struct ConstantReader {
  let context: DocumentContext
  /// The states that conditions may name.
  let states: [String]

  /// Reads the constants in document order.
  func read(_ fields: Fields) -> [TemplateConstant] {
    guard let node = fields["constants"] else { return [] }
    guard let entries = node.entries else {
      fields.report("constants", node, expected: "a mapping of names to numbers")
      return []
    }
    guard entries.count <= context.limits.constants else {
      context.reportLimit(
        context.limits.constants, line: node.line, found: "\(entries.count) constants")
      return []
    }
    return entries.compactMap { entry in
      var cursor = TextCursor(entry.key)
      if cursor.bareName() == nil || !cursor.isAtEnd {
        context.report(
          .invalidValue, line: entry.line,
          found: "the constant '\(DocumentNode.shortened(entry.key))'",
          expected: "expected a name of letters, digits and '_' that begins with no digit")
      }
      return constant(entry)
    }
  }

  /// Reads a constant; `nil`, with a problem reported, when it is invalid.
  ///
  /// It is a number, or a mapping with a default and with one number per condition.
  private func constant(_ entry: DocumentNode.Entry) -> TemplateConstant? {
    var constant = TemplateConstant(name: entry.key, standard: 0, line: entry.line)
    if let value = Fields.length(entry.value) {
      constant.standard = value
      return constant
    }
    guard let entries = entry.value.entries else {
      context.report(
        .invalidValue, line: entry.line, found: "\(entry.value.found) as '\(entry.key)'",
        expected: "expected points, or {default: points, 'width >= 414': points}")
      return nil
    }
    var hasDefault = false
    for part in entries {
      guard let value = Fields.length(part.value) else {
        context.report(
          .invalidValue, line: part.line,
          found: "\(part.value.found) as '\(part.key)' of '\(entry.key)'",
          expected: "expected points")
        continue
      }
      if part.key == "default" {
        constant.standard = value
        hasDefault = true
      } else if let condition = condition(part) {
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

  /// Parses a condition, which may depend only on the environment and the state.
  ///
  /// It is `nil`, with a problem reported, when it is invalid.
  private func condition(_ entry: DocumentNode.Entry) -> Condition? {
    let names = ConditionNames(states: states)
    guard let condition = context.condition(entry.key, line: entry.line, names: names) else {
      return nil
    }
    if condition.subjects.isSubset(of: [.environment, .state]) { return condition }
    context.report(
      .invalidValue, line: entry.line,
      found: "a constant that asks a record or a label: '\(entry.key)'",
      expected: "expected a question to the environment or the state, or a {binding} in the "
        + "constraint")
    return nil
  }
}
