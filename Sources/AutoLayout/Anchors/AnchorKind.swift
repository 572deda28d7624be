/// What sort of number a typed anchor is: a phantom type, so that pairs which UIKit refuses at run
/// time do not compile.
public protocol AnchorKind: Sendable {}

/// Positions along x that may meet leading and trailing edges.
public protocol DirectionalPosition: AnchorKind {}
/// Positions along x that may meet left and right edges.
public protocol PhysicalPosition: AnchorKind {}

/// Kinds of anchors; none of them has a value.
public enum AnchorKinds {
  /// Leading and trailing edges, which turn with the layout direction.
  public enum Directional: DirectionalPosition {}
  /// Left and right edges, which do not.
  public enum Physical: PhysicalPosition {}
  /// Centres along x, which go with both.
  public enum Center: DirectionalPosition, PhysicalPosition {}
  /// Positions along y: top, bottom, centres and baselines.
  public enum Vertical: AnchorKind {}
  /// Widths and heights.
  public enum Extent: AnchorKind {}
}

/// A leading or trailing edge.
public typealias XAxisAnchor = TypedAnchor<AnchorKinds.Directional>
/// A left or right edge.
public typealias PhysicalXAxisAnchor = TypedAnchor<AnchorKinds.Physical>
/// A centre along x.
public typealias CenterXAnchor = TypedAnchor<AnchorKinds.Center>
/// A position along y.
public typealias YAxisAnchor = TypedAnchor<AnchorKinds.Vertical>
/// A width or a height.
public typealias DimensionAnchor = TypedAnchor<AnchorKinds.Extent>
