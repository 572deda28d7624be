import AutoLayout

/// The error when a condition cannot be parsed, or uses a name that the document does not declare.
struct ConditionError: Error {
  /// The error with its character offset in the condition.
  var notation: NotationError
  /// Whether the syntax is valid, but a name is unknown.
  var isUnknownName: Bool
}
