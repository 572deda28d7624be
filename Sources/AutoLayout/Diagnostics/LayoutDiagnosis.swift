public import LayoutPrimitives

/// The conflicts, ambiguities and ties of a laid-out cell, with their constraints.
public struct LayoutDiagnosis: Hashable, Sendable {
  /// Required constraints that were relaxed, in document order.
  public var unsatisfiable: [UnsatisfiableLayout]
  /// Ambiguous variables, at most one per axis; widths first.
  public var ambiguous: [AmbiguousLayout]
  /// Ties that document order decided, in document order.
  public var ties: [DecidedTie]

  /// Whether there are no findings.
  public var isEmpty: Bool { unsatisfiable.isEmpty && ambiguous.isEmpty && ties.isEmpty }
}

/// A relaxed required constraint, and those it contradicts.
public struct UnsatisfiableLayout: Hashable, Sendable {
  /// The constraint that was relaxed.
  public var relaxed: ImposedConstraint
  /// An irreducible set in document order, with `relaxed`: together its members cannot hold,
  /// without any one of them the others can.
  public var members: [ImposedConstraint]
  /// The least error of `relaxed` while those before it hold, in points.
  public var leastError: Double
}

/// An ambiguous variable, shown by two valid layouts.
public struct AmbiguousLayout: Hashable, Sendable {
  /// A valid layout.
  public struct Solution: Hashable, Sendable {
    /// The variable's value, in points; a position is relative to the parent's top or leading edge.
    public var value: Double
    /// Frame of each item in points, relative to the root's top-left; shape `[items]`.
    public var frames: [Rect]
  }

  /// Index of the item.
  public var item: Int
  /// The ambiguous attribute: width, height, top or leading.
  public var attribute: Attribute
  /// `ITEM.ATTRIBUTE`.
  public var variable: String
  /// Valid layouts, beginning with the chosen one; only that where no other could be computed.
  public var solutions: [Solution]
  /// Constraints on whose constants the variable depends, in document order.
  public var affecting: [ImposedConstraint]
}

/// A tie within one priority that document order decided.
public struct DecidedTie: Hashable, Sendable {
  /// The constraint whose error is small because it comes first.
  public var constraint: ImposedConstraint
  /// Constraints of the same priority, in document order, with larger errors for it.
  public var rivals: [ImposedConstraint]
}
