/// How the two sides of a constraint compare.
public enum Relation: String, Hashable, Sendable {
  /// Both sides are equal.
  case equal = "=="
  /// The left side is at least the right one.
  case greaterOrEqual = ">="
  /// The left side is at most the right one.
  case lessOrEqual = "<="
}
