public import LayoutPrimitives

/// What is wrong, open or only just decided in one laid-out cell, with its reasons.
public struct LayoutDiagnosis: Hashable, Sendable {
  /// Required constraints that had to give, in document order.
  public var unsatisfiable: [UnsatisfiableLayout]
  /// Variables that the constraints left free, at most one an axis; widths first.
  public var ambiguous: [AmbiguousLayout]
  /// Ties that no priority and so document order decided, in document order.
  public var ties: [DecidedTie]

  /// Whether there is nothing to tell.
  public var isEmpty: Bool { unsatisfiable.isEmpty && ambiguous.isEmpty && ties.isEmpty }
}

/// A required constraint that had to give, and those it contradicts.
public struct UnsatisfiableLayout: Hashable, Sendable {
  /// The constraint that was relaxed.
  public var relaxed: ImposedConstraint
  /// An irreducible set in document order, `relaxed` in it: together they cannot hold, and without
  /// any one of them the rest can.
  public var members: [ImposedConstraint]
  /// By how much `relaxed` fails at least while those before it hold, in points.
  public var leastError: Double
}

/// A variable that the constraints left free, shown by two valid layouts.
public struct AmbiguousLayout: Hashable, Sendable {
  /// One of the layouts that the constraints allow.
  public struct Solution: Hashable, Sendable {
    /// The free variable's value, in points; a position counts from the parent's top or leading edge.
    public var value: Double
    /// Frame of each item in points, relative to the root's top-left; shape `[items]`.
    public var frames: [Rect]
  }

  /// Index of the item.
  public var item: Int
  /// The free attribute: width, height, top or leading.
  public var attribute: Attribute
  /// `ITEM.ATTRIBUTE`.
  public var variable: String
  /// Valid layouts, the one that was chosen first; one alone when no other could be computed.
  public var solutions: [Solution]
  /// Constraints on whose constants the variable depends, in document order.
  public var affecting: [ImposedConstraint]
}

/// A tie within one priority that no other priority and so document order decided.
public struct DecidedTie: Hashable, Sendable {
  /// The constraint that was kept because it comes first.
  public var constraint: ImposedConstraint
  /// Constraints of the same priority that pay for it, in document order.
  public var rivals: [ImposedConstraint]
}
