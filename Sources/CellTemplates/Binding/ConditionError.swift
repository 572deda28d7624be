import AutoLayout

/// A condition that cannot be read, or that uses a name which the document does not declare.
struct ConditionError: Error {
  /// The error with its offset.
  var notation: NotationError
  /// Whether the syntax is valid, but a name is not declared.
  var isUnknownName: Bool
}
