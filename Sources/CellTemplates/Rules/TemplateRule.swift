import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// A condition on a record that decides its template.
public struct TemplateRule: Hashable, Sendable {
  /// Why a rule's condition cannot be used.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence: what was found and what to write.
    public var description: String
  }

  /// The condition, which depends on the record only.
  public let condition: Condition

  /// Reads a rule's condition.
  ///
  /// - Parameter text: A condition as groups of a template have it, such as `{reblog}`.
  /// - Throws: `Failure` where it cannot be read, or depends on more than the record: a template is
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

  /// Whether the rule is true of a record.
  public func holds(for record: some BindingSource) -> Bool {
    condition.holds(
      in: ConditionContext(record: record, environment: ConditionEnvironment(width: 0)))
  }
}
