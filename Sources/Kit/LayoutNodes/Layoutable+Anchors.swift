import AutoLayout
public import LayoutPrimitives

// The anchors of a node, and groups of its anchors.
extension Layoutable {
  /// The left edge.
  public var left: NodeAnchor<NodeAnchorKinds.X> { NodeAnchor(self, .left) }
  /// The right edge.
  public var right: NodeAnchor<NodeAnchorKinds.X> { NodeAnchor(self, .right) }
  /// The horizontal center.
  public var centerX: NodeAnchor<NodeAnchorKinds.X> { NodeAnchor(self, .centerX) }
  /// The top edge.
  public var top: NodeAnchor<NodeAnchorKinds.Y> { NodeAnchor(self, .top) }
  /// The bottom edge.
  public var bottom: NodeAnchor<NodeAnchorKinds.Y> { NodeAnchor(self, .bottom) }
  /// The vertical center.
  public var centerY: NodeAnchor<NodeAnchorKinds.Y> { NodeAnchor(self, .centerY) }
  /// The width.
  public var width: NodeAnchor<NodeAnchorKinds.Extent> { NodeAnchor(self, .width) }
  /// The height.
  public var height: NodeAnchor<NodeAnchorKinds.Extent> { NodeAnchor(self, .height) }

  /// Width and height.
  public var size: NodeAnchorGroup<NodeGroupKinds.Size> {
    NodeAnchorGroup(self, [.width, .height])
  }
  /// The center.
  public var center: NodeAnchorGroup<NodeGroupKinds.Position> {
    NodeAnchorGroup(self, [.centerX, .centerY])
  }
  /// The top left corner.
  public var topLeft: NodeAnchorGroup<NodeGroupKinds.Position> {
    NodeAnchorGroup(self, [.left, .top])
  }
  /// The top right corner.
  public var topRight: NodeAnchorGroup<NodeGroupKinds.Position> {
    NodeAnchorGroup(self, [.right, .top])
  }
  /// The bottom left corner.
  public var bottomLeft: NodeAnchorGroup<NodeGroupKinds.Position> {
    NodeAnchorGroup(self, [.left, .bottom])
  }
  /// The bottom right corner.
  public var bottomRight: NodeAnchorGroup<NodeGroupKinds.Position> {
    NodeAnchorGroup(self, [.right, .bottom])
  }
  /// The left and right edges.
  public var xSide: NodeAnchorGroup<NodeGroupKinds.Sides> {
    NodeAnchorGroup(self, [.left, .right])
  }
  /// The top and bottom edges.
  public var ySide: NodeAnchorGroup<NodeGroupKinds.Sides> {
    NodeAnchorGroup(self, [.top, .bottom])
  }
  /// The top, left, bottom and right edges.
  public var edge: NodeAnchorGroup<NodeGroupKinds.Edges> {
    NodeAnchorGroup(self, [.top, .left, .bottom, .right])
  }

  /// The node with insets, in points, for its edges: `a.edge == b.insets((5, 5, 5, 5))`.
  public func insets<Offsets>(_ insets: Offsets) -> NodeOffset<Offsets> {
    NodeOffset(item: self, offsets: insets)
  }

  /// The node with numbers to add to its anchors, in points; for edges, they are insets.
  public func offset<Offsets>(_ offsets: Offsets) -> NodeOffset<Offsets> {
    NodeOffset(item: self, offsets: offsets)
  }
}

extension Array where Element: Layoutable {
  /// Makes attributes of each node equal to the same attributes of the node before it.
  @discardableResult
  public func equal(_ attributes: NodeAttribute...) -> [NodeConstraint] {
    (self as [any Layoutable]).equal(attributes)
  }

  /// Places each node below the node before it, or to its right if the axis is horizontal, at a
  /// distance in points.
  ///
  /// The direction of writing has no influence.
  @discardableResult
  public func space(_ points: Double, axis: Axis = .vertical) -> [NodeConstraint] {
    (self as [any Layoutable]).space(points, axis: axis)
  }
}

extension Array where Element == any Layoutable {
  /// Makes attributes of each node equal to the same attributes of the node before it.
  @discardableResult
  public func equal(_ attributes: NodeAttribute...) -> [NodeConstraint] { equal(attributes) }

  /// Makes attributes of each node equal to the same attributes of the node before it.
  @discardableResult
  public func equal(_ attributes: [NodeAttribute]) -> [NodeConstraint] {
    attributes.flatMap { attribute in
      zip(self, dropFirst()).map { before, item in
        NodeConstraint(
          NodeExpression(item: item, attribute: attribute), .equal,
          NodeExpression(item: before, attribute: attribute))
      }
    }
  }

  /// Places each node below the node before it, or to its right if the axis is horizontal, at a
  /// distance in points.
  ///
  /// The direction of writing has no influence.
  @discardableResult
  public func space(_ points: Double, axis: Axis = .vertical) -> [NodeConstraint] {
    zip(self, dropFirst()).map { before, item in
      axis == .horizontal
        ? item.left == before.right + points : item.top == before.bottom + points
    }
  }
}
