import AutoLayout
public import LayoutPrimitives

extension Array where Element: Layoutable {
  /// Makes attributes of each node equal to those of the node before it.
  @discardableResult
  public func equal(_ attributes: NodeAttribute...) -> [NodeConstraint] {
    (self as [any Layoutable]).equal(attributes)
  }

  /// Puts each node behind the one before it, at a distance in points.
  @discardableResult
  public func space(_ points: Double, axis: Axis = .vertical) -> [NodeConstraint] {
    (self as [any Layoutable]).space(points, axis: axis)
  }
}

extension Array where Element == any Layoutable {
  /// Makes attributes of each node equal to those of the node before it.
  @discardableResult
  public func equal(_ attributes: NodeAttribute...) -> [NodeConstraint] { equal(attributes) }

  /// Makes attributes of each node equal to those of the node before it.
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

  /// Puts each node behind the one before it, at a distance in points.
  @discardableResult
  public func space(_ points: Double, axis: Axis = .vertical) -> [NodeConstraint] {
    zip(self, dropFirst()).map { before, item in
      axis == .horizontal
        ? item.left == before.right + points : item.top == before.bottom + points
    }
  }
}
