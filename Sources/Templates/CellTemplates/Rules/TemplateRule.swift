import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// A rule that chooses a template for a record, by a condition on the record.
public struct TemplateRule: Hashable, Sendable {
  /// The error when a rule's condition cannot be used.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in one sentence: what was found and what to write.
    public var description: String
  }

  /// The condition, which depends only on the record.
  public let condition: Condition

  /// Parses a rule's condition.
  ///
  /// - Parameter text: A condition as in groups of a template, such as `{reblog}`.
  /// - Throws: `Failure` when it is invalid, or depends on more than the record: a template is
  ///   chosen once for all environments, states and languages.
  public init(when text: String) throws(Failure) {
    let condition: Condition
    do throws(ConditionError) {
      condition = try ConditionParser.parse(text, names: ConditionNames())
    } catch {
      let notation = error.notation
      throw Failure(
        description: "\(notation.found) at character \(notation.offset + 1) of "
          + "'\(DocumentNode.shortened(text))'; expected \(notation.expected)")
    }
    guard condition.subjects.isSubset(of: .record) else {
      throw Failure(
        description: "'\(DocumentNode.shortened(text))' asks more than the record; a rule is the "
          + "same for all environments, so ask {bindings} only")
    }
    if condition.bindings.contains(where: { !($0.format?.isNumber ?? true) }) {
      throw Failure(
        description: "'\(DocumentNode.shortened(text))' has a format that depends on the language; "
          + "of formats a rule may have count only")
    }
    self.condition = condition
  }

  /// Whether the rule's condition is true for a record.
  public func holds(for record: some BindingSource) -> Bool {
    condition.holds(
      in: ConditionContext(record: record, environment: ConditionEnvironment(width: 0)))
  }
}
