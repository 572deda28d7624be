/// A constraint that is in a scene; order is document order, which decides ties and conflicts.
public struct ConstraintID: Hashable, Sendable, Comparable {
  /// When it was added, counted by the scene.
  let serial: Int
  /// Its place among those that were added together for one stack.
  let place: Int

  /// Whether the left one stands before the right one in the document.
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
