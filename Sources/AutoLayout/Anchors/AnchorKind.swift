/// The kind of a typed anchor, used as a phantom type: pairs of anchors that UIKit refuses at run
/// time do not compile.
public protocol AnchorKind: Sendable {}

/// Kinds of horizontal positions that may be paired with leading and trailing edges.
public protocol DirectionalPosition: AnchorKind {}
/// Kinds of horizontal positions that may be paired with left and right edges.
public protocol PhysicalPosition: AnchorKind {}

/// A namespace for the kinds of anchors, which are types without values.
public enum AnchorKinds {
  /// Leading and trailing edges, which follow the layout direction.
  public enum Directional: DirectionalPosition {}
  /// Left and right edges, which do not follow the layout direction.
  public enum Physical: PhysicalPosition {}
  /// Horizontal centers, which may be paired with leading, trailing, left and right edges.
  public enum Center: DirectionalPosition, PhysicalPosition {}
  /// Vertical positions: top, bottom, centers and baselines.
  public enum Vertical: AnchorKind {}
  /// Widths and heights.
  public enum Extent: AnchorKind {}
}

/// An anchor of a leading or trailing edge, or of such an edge inside the margins.
public typealias XAxisAnchor = TypedAnchor<AnchorKinds.Directional>
/// An anchor of a left or right edge, or of such an edge inside the margins.
public typealias PhysicalXAxisAnchor = TypedAnchor<AnchorKinds.Physical>
/// An anchor of a horizontal center.
public typealias CenterXAnchor = TypedAnchor<AnchorKinds.Center>
/// An anchor of a vertical position: a top or bottom edge, a center or a baseline.
public typealias YAxisAnchor = TypedAnchor<AnchorKinds.Vertical>
/// An anchor of a width or a height.
public typealias DimensionAnchor = TypedAnchor<AnchorKinds.Extent>
