/// The constraints that decide the frame of an item in a laid-out cell.
public struct FrameDetermination: Hashable, Sendable {
  /// Index of the item.
  public var item: Int
  /// The four numbers of the item's frame: leading, width, top, height.
  public var parts: [Part]

  /// One number of a frame and the constraints that decide it.
  public struct Part: Hashable, Sendable {
    /// Which number it is: leading, width, top or height; positions are relative to the root's
    /// leading and top edge.
    public var attribute: Attribute
    /// The value of the number, in points.
    public var value: Double
    /// The tight constraints on whose constants the value depends, in document order; none where
    /// the value is zero by default.
    public var constraints: [DecidingConstraint]
  }

  /// All constraints that decide the frame, each once, in document order.
  public var constraints: [DecidingConstraint] {
    var found: [DecidingConstraint] = []
    for constraint in parts.flatMap(\.constraints) where !found.contains(constraint) {
      found.append(constraint)
    }
    return found.sorted { $0.order < $1.order }
  }
}

/// A constraint that decides a number of a frame, with its anchors and bound numbers.
public struct DecidingConstraint: Hashable, Sendable {
  /// The constraint's source, name, items and priority.
  public var imposed: ImposedConstraint
  /// The anchor on the left-hand side.
  public var first: Anchor
  /// How the left-hand side compares with the right-hand side.
  public var relation: Relation
  /// Factor of the second anchor, as bound for the record.
  public var multiplier: Double
  /// Anchor on the right-hand side; `nil` for a comparison with a number.
  public var second: Anchor?
  /// Constant added to the right-hand side, in points, as bound or measured for the record.
  public var constant: Double
  /// Index of the constraint in document order, generated ones included.
  public var order: Int

  /// Whether an anchor of the constraint belongs to an item.
  public func mentions(_ item: Int) -> Bool {
    first.item == item || second?.item == item
  }
}
