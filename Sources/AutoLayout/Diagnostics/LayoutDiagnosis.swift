public import LayoutPrimitives

/// The conflicts, ambiguities and ties of a laid-out cell, with their constraints.
public struct LayoutDiagnosis: Hashable, Sendable {
  /// Required constraints that were relaxed, each with its conflict, in document order.
  public var unsatisfiable: [UnsatisfiableLayout]
  /// Ambiguous variables: at most one for each axis, the horizontal one first, or one for both axes
  /// if they are joined.
  public var ambiguous: [AmbiguousLayout]
  /// Ties that document order decided, in document order of their preferred constraints.
  public var ties: [DecidedTie]

  /// Whether there is no conflict, ambiguity or tie.
  public var isEmpty: Bool { unsatisfiable.isEmpty && ambiguous.isEmpty && ties.isEmpty }
}

/// A relaxed required constraint, and the constraints that it contradicts.
public struct UnsatisfiableLayout: Hashable, Sendable {
  /// The constraint that was relaxed.
  public var relaxed: ImposedConstraint
  /// An irreducible set of contradictory constraints in document order, `relaxed` among them.
  ///
  /// All members together cannot hold; without any one of them the others can.
  public var members: [ImposedConstraint]
  /// The minimum error of `relaxed` while the constraints accepted before it hold, in points.
  public var leastError: Double
}

/// An ambiguous variable, shown by two valid layouts.
public struct AmbiguousLayout: Hashable, Sendable {
  /// One of the valid layouts: the value of the ambiguous variable, and all frames.
  public struct Solution: Hashable, Sendable {
    /// The value of the ambiguous variable, in points; a position is relative to the parent's top
    /// or leading edge.
    public var value: Double
    /// Frame of each item, in points, relative to the root's top-left corner; shape `[items]`.
    public var frames: [Rect]
  }

  /// Index of the ambiguous item.
  public var item: Int
  /// The ambiguous attribute: width, height, top or leading.
  public var attribute: Attribute
  /// Name of the ambiguous variable: `ITEM.ATTRIBUTE`.
  public var variable: String
  /// Valid layouts: the chosen one first, then another if one could be computed.
  public var solutions: [Solution]
  /// Constraints on whose constants the ambiguous variable depends, in document order.
  public var affecting: [ImposedConstraint]
}

/// A tie within one priority that document order decided.
public struct DecidedTie: Hashable, Sendable {
  /// The constraint that document order prefers: its error is the smaller one.
  public var constraint: ImposedConstraint
  /// Constraints of the same priority, in document order, whose errors would be smaller if that of
  /// `constraint` were larger.
  public var rivals: [ImposedConstraint]
}
