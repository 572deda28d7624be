/// The kind of a typed anchor, a phantom type: pairs that UIKit refuses at run time do not compile.
public protocol AnchorKind: Sendable {}

/// Positions along x that may be paired with leading and trailing edges.
public protocol DirectionalPosition: AnchorKind {}
/// Positions along x that may be paired with left and right edges.
public protocol PhysicalPosition: AnchorKind {}

/// Kinds of anchors; they have no values.
public enum AnchorKinds {
  /// Leading and trailing edges, which follow the layout direction.
  public enum Directional: DirectionalPosition {}
  /// Left and right edges, which do not.
  public enum Physical: PhysicalPosition {}
  /// Centers along x, which may be paired with both.
  public enum Center: DirectionalPosition, PhysicalPosition {}
  /// Positions along y: top, bottom, centers and baselines.
  public enum Vertical: AnchorKind {}
  /// Widths and heights.
  public enum Extent: AnchorKind {}
}

/// A leading or trailing edge.
public typealias XAxisAnchor = TypedAnchor<AnchorKinds.Directional>
/// A left or right edge.
public typealias PhysicalXAxisAnchor = TypedAnchor<AnchorKinds.Physical>
/// A center along x.
public typealias CenterXAnchor = TypedAnchor<AnchorKinds.Center>
/// A position along y.
public typealias YAxisAnchor = TypedAnchor<AnchorKinds.Vertical>
/// A width or a height.
public typealias DimensionAnchor = TypedAnchor<AnchorKinds.Extent>
