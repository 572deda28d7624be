/// The constraints that decide the frame of an item in a laid-out cell.
public struct FrameDetermination: Hashable, Sendable {
  /// Index of the item.
  public var item: Int
  /// Its four numbers: leading, width, top, height.
  public var parts: [Part]

  /// One number of a frame and the constraints that decide it.
  public struct Part: Hashable, Sendable {
    /// Leading, width, top or height; positions are relative to the root's leading and top edge.
    public var attribute: Attribute
    /// Its value, in points.
    public var value: Double
    /// The tight constraints on whose numbers the value depends, in document order; none where the
    /// number is zero by default.
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

/// A constraint that decides a number of a frame, with its sides as numbers.
public struct DecidingConstraint: Hashable, Sendable {
  /// The constraint in the engine.
  public var imposed: ImposedConstraint
  /// Left-hand side.
  public var first: Anchor
  /// How the sides compare.
  public var relation: Relation
  /// Factor of the second anchor, as bound.
  public var multiplier: Double
  /// Anchor on the right-hand side; `nil` for a comparison with a number.
  public var second: Anchor?
  /// Added to the right-hand side, in points: as bound or measured.
  public var constant: Double
  /// Its index in document order, with generated constraints.
  public var order: Int

  /// Whether it has an anchor of an item.
  public func mentions(_ item: Int) -> Bool {
    first.item == item || second?.item == item
  }
}
