public import AutoLayout

// Relations between typed anchors create constraints but do not install them.
//
// There is one operator for each pair of kinds that UIKit allows. So a pair that UIKit refuses does
// not compile: leading with left, x with y, or a position with a number.

extension LayoutConstraint {
  /// Creates a required constraint without a name between an anchor and an expression.
  fileprivate init<Kind: AnchorKind>(
    _ first: Anchor, _ relation: Relation, _ second: AnchorExpression<Kind>
  ) {
    self.init(
      name: "", first: first, relation: relation, multiplier: second.multiplier,
      second: second.anchor, constant: second.constant)
  }
}

/// Creates a constraint: a leading or trailing edge, or horizontal center, equals another one.
public func == <Left: DirectionalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: DirectionalPosition {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// Creates a constraint: a left or right edge, or horizontal center, equals another one.
public func == <Left: PhysicalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: PhysicalPosition {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// Creates a constraint: a horizontal center equals another horizontal position.
public func == <Right: AnchorTerm>(
  left: CenterXAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Center {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// Creates a constraint: a vertical position equals another one.
public func == <Right: AnchorTerm>(
  left: YAxisAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Vertical {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// Creates a constraint: a width or height equals another one.
public func == <Right: AnchorTerm>(
  left: DimensionAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Extent {
  LayoutConstraint(left.anchor, .equal, right.expression)
}

/// Creates a constraint: a width or height equals a number of points.
public func == (left: DimensionAnchor, points: Double) -> LayoutConstraint {
  LayoutConstraint(
    name: "", first: left.anchor, relation: .equal, second: nil, constant: points)
}

/// Creates a constraint: a leading or trailing edge, or horizontal center, is at least another one.
public func >= <Left: DirectionalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: DirectionalPosition {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// Creates a constraint: a left or right edge, or horizontal center, is at least another one.
public func >= <Left: PhysicalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: PhysicalPosition {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// Creates a constraint: a horizontal center is at least another horizontal position.
public func >= <Right: AnchorTerm>(
  left: CenterXAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Center {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// Creates a constraint: a vertical position is at least another one.
public func >= <Right: AnchorTerm>(
  left: YAxisAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Vertical {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// Creates a constraint: a width or height is at least another one.
public func >= <Right: AnchorTerm>(
  left: DimensionAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Extent {
  LayoutConstraint(left.anchor, .greaterOrEqual, right.expression)
}

/// Creates a constraint: a width or height is at least a number of points.
public func >= (left: DimensionAnchor, points: Double) -> LayoutConstraint {
  LayoutConstraint(
    name: "", first: left.anchor, relation: .greaterOrEqual, second: nil, constant: points)
}

/// Creates a constraint: a leading or trailing edge, or horizontal center, is at most another one.
public func <= <Left: DirectionalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: DirectionalPosition {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// Creates a constraint: a left or right edge, or horizontal center, is at most another one.
public func <= <Left: PhysicalPosition, Right: AnchorTerm>(
  left: TypedAnchor<Left>, right: Right
) -> LayoutConstraint where Right.Kind: PhysicalPosition {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// Creates a constraint: a horizontal center is at most another horizontal position.
public func <= <Right: AnchorTerm>(
  left: CenterXAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Center {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// Creates a constraint: a vertical position is at most another one.
public func <= <Right: AnchorTerm>(
  left: YAxisAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Vertical {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// Creates a constraint: a width or height is at most another one.
public func <= <Right: AnchorTerm>(
  left: DimensionAnchor, right: Right
) -> LayoutConstraint where Right.Kind == AnchorKinds.Extent {
  LayoutConstraint(left.anchor, .lessOrEqual, right.expression)
}

/// Creates a constraint: a width or height is at most a number of points.
public func <= (left: DimensionAnchor, points: Double) -> LayoutConstraint {
  LayoutConstraint(
    name: "", first: left.anchor, relation: .lessOrEqual, second: nil, constant: points)
}
