/// The id of a constraint of a scene; ids compare by document order, which decides ties and
/// conflicts.
public struct ConstraintID: Hashable, Sendable, Comparable {
  /// Number of the addition, ascending; the constraints of a stack or grid share one.
  let serial: Int
  /// Position among the constraints of a stack or grid; 0 for a constraint of neither.
  let place: Int

  /// Whether the left constraint comes first in document order.
  public static func < (left: ConstraintID, right: ConstraintID) -> Bool {
    (left.serial, left.place) < (right.serial, right.place)
  }
}

/// The id of a group of constraints that are switched on or off together.
public struct GroupID: Hashable, Sendable {
  let index: Int
}

/// The id of a stack in a scene.
public struct StackID: Hashable, Sendable {
  let index: Int
}

/// The id of a grid in a scene.
public struct GridID: Hashable, Sendable {
  let index: Int
}
