// Relations between typed anchors create constraints without installing them.
//
// There is one operator for each pair of kinds that UIKit allows. So a leading edge with a left
// one, x with y, or a position with a number do not compile.

extension LayoutConstraint {
  /// A constraint between an anchor and a term; unnamed and required.
  fileprivate init<Kind: AnchorKind>(
    _ first: Anchor, _ relation: Relation, _ second: AnchorExpression<Kind>
  ) {
    self.init(
      name: "", first: first, relation: relation, multiplier: second.multiplier,
      second: second.anchor, constant: second.constant)
  }
}

/// A constraint: a position along x is one that follows the direction or is a center.
public func == <Left: DirectionalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: DirectionalPosition {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// A constraint: a position along x is one that does not follow the direction or is a center.
public func == <Left: PhysicalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: PhysicalPosition {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// A constraint: a center along x is another.
public func == <Right: AnchorTerm>(
  left: CenterXAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Center {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// A constraint: a position along y is another.
public func == <Right: AnchorTerm>(
  left: YAxisAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Vertical {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// A constraint: an extent is another.
public func == <Right: AnchorTerm>(
  left: DimensionAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Extent {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// A constraint: an extent is a number of points.
public func == (left: DimensionAnchor, points: Double) -> LayoutConstraint {
  LayoutConstraint(
    name: "", first: left.anchor, relation: .equal, second: nil, constant: points)
}

/// A constraint: a position along x is at least one that follows the direction or is a center.
public func >= <Left: DirectionalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: DirectionalPosition {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// A constraint: a position along x is at least one that does not follow the direction or is a
/// center.
public func >= <Left: PhysicalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: PhysicalPosition {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// A constraint: a center along x is at least another.
public func >= <Right: AnchorTerm>(
  left: CenterXAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Center {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// A constraint: a position along y is at least another.
public func >= <Right: AnchorTerm>(
  left: YAxisAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Vertical {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// A constraint: an extent is at least another.
public func >= <Right: AnchorTerm>(
  left: DimensionAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Extent {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// A constraint: an extent is at least a number of points.
public func >= (left: DimensionAnchor, points: Double) -> LayoutConstraint {
  LayoutConstraint(
    name: "", first: left.anchor, relation: .greaterOrEqual, second: nil, constant: points)
}

/// A constraint: a position along x is at most one that follows the direction or is a center.
public func <= <Left: DirectionalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: DirectionalPosition {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// A constraint: a position along x is at most one that does not follow the direction or is a
/// center.
public func <= <Left: PhysicalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: PhysicalPosition {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// A constraint: a center along x is at most another.
public func <= <Right: AnchorTerm>(
  left: CenterXAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Center {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// A constraint: a position along y is at most another.
public func <= <Right: AnchorTerm>(
  left: YAxisAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Vertical {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// A constraint: an extent is at most another.
public func <= <Right: AnchorTerm>(
  left: DimensionAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Extent {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// A constraint: an extent is at most a number of points.
public func <= (left: DimensionAnchor, points: Double) -> LayoutConstraint {
  LayoutConstraint(
    name: "", first: left.anchor, relation: .lessOrEqual, second: nil, constant: points)
}
