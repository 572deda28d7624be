import AutoLayout

/// A condition that cannot be read, or that uses a name which the document does not declare.
struct ConditionError: Error {
  /// Where and what.
  var notation: NotationError
  /// Whether the grammar was right, but a name is not declared.
  var isUnknownName: Bool
}
