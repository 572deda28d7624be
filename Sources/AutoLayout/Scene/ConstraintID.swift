/// The id of a constraint of a scene, in document order, which decides ties and conflicts.
public struct ConstraintID: Hashable, Sendable, Comparable {
  /// Ascending in the order of addition.
  let serial: Int
  /// Its number among the constraints of a stack.
  let place: Int

  /// Whether the left one comes first in document order.
  public static func < (left: ConstraintID, right: ConstraintID) -> Bool {
    (left.serial, left.place) < (right.serial, right.place)
  }
}

/// A group of constraints that are switched together.
public struct GroupID: Hashable, Sendable {
  let index: Int
}

/// A stack view's arrangement in a scene.
public struct StackID: Hashable, Sendable {
  let index: Int
}
