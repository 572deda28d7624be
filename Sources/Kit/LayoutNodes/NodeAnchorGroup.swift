import AutoLayout

/// The kind of a group of anchors of a node, used as a phantom type.
public protocol NodeGroupKind {
  /// The numbers that go with the anchors, as a tuple, in points.
  associatedtype Offsets
  /// The numbers one by one, each as the constant added to its anchor.
  static func constants(_ offsets: Offsets) -> [Double]
  /// The superitem's edge that a number for an attribute is measured from; `nil` for extents.
  static func origin(of attribute: NodeAttribute) -> NodeAttribute?
}

extension NodeGroupKind {
  /// The left edge for horizontal attributes, the top edge for vertical ones.
  public static func origin(of attribute: NodeAttribute) -> NodeAttribute? { attribute.origin }
}

/// A kind whose numbers are distances inwards from edges.
public protocol NodeSideKind: NodeGroupKind {
  /// The same distance from each edge.
  static func all(_ inset: Double) -> Offsets
}

extension NodeSideKind {
  /// The same edge of the superitem, as numbers are insets.
  public static func origin(of attribute: NodeAttribute) -> NodeAttribute? { attribute }
}

/// The kinds of anchors that are written together.
public enum NodeGroupKinds {
  /// Width and height; numbers are a width and a height.
  public enum Size: NodeGroupKind {
    /// The numbers one by one.
    public static func constants(_ offsets: (Double, Double)) -> [Double] {
      [offsets.0, offsets.1]
    }
  }

  /// A corner or the center; numbers are an x and a y.
  public enum Position: NodeGroupKind {
    /// The numbers one by one.
    public static func constants(_ offsets: (Double, Double)) -> [Double] {
      [offsets.0, offsets.1]
    }
  }

  /// The left and right edges, or the top and bottom ones; numbers are insets in that order.
  public enum Sides: NodeSideKind {
    /// The insets one by one, those of the far edge negated.
    public static func constants(_ offsets: (Double, Double)) -> [Double] {
      [offsets.0, -offsets.1]
    }
    /// The same inset from both edges.
    public static func all(_ inset: Double) -> (Double, Double) { (inset, inset) }
  }

  /// All four edges; numbers are insets from the top, left, bottom and right edge.
  public enum Edges: NodeSideKind {
    /// The insets one by one, those of the far edges negated.
    public static func constants(_ offsets: (Double, Double, Double, Double)) -> [Double] {
      [offsets.0, offsets.1, -offsets.2, -offsets.3]
    }
    /// The same inset from all edges.
    public static func all(_ inset: Double) -> (Double, Double, Double, Double) {
      (inset, inset, inset, inset)
    }
  }
}

/// Several anchors of a node that are related together, such as its size, a corner or its edges.
public struct NodeAnchorGroup<Kind: NodeGroupKind> {
  let item: any Layoutable
  let attributes: [NodeAttribute]
  private var constants: [Double]

  init(_ item: any Layoutable, _ attributes: [NodeAttribute]) {
    self.item = item
    self.attributes = attributes
    constants = attributes.map { _ in 0 }
  }

  private func relate(_ relation: Relation, _ other: NodeAnchorGroup) -> [NodeConstraint] {
    attributes.indices.map { place in
      NodeConstraint(
        NodeExpression(item: item, attribute: attributes[place]), relation,
        NodeExpression(
          item: other.item, attribute: other.attributes[place],
          constant: other.constants[place] - constants[place]))
    }
  }

  private func relate(_ relation: Relation, _ numbers: Kind.Offsets) -> [NodeConstraint] {
    zip(attributes, zip(Kind.constants(numbers), constants)).map { attribute, number in
      NodeConstraint(
        NodeExpression(item: item, attribute: attribute), relation,
        constant: number.0 - number.1, from: Kind.origin(of: attribute))
    }
  }

  private func same(of item: any Layoutable) -> NodeAnchorGroup {
    NodeAnchorGroup(item, attributes)
  }

  /// Adds numbers to the anchors; for sides they are insets.
  public static func + (group: NodeAnchorGroup, offsets: Kind.Offsets) -> NodeAnchorGroup {
    var result = group
    for (place, constant) in Kind.constants(offsets).enumerated() {
      result.constants[place] += constant
    }
    return result
  }

  /// Adds numbers to the anchors, as `+`.
  public func offset(_ offsets: Kind.Offsets) -> NodeAnchorGroup { self + offsets }

  /// Makes each anchor equal to that of another group.
  @discardableResult
  public static func == (left: NodeAnchorGroup, right: NodeAnchorGroup) -> [NodeConstraint] {
    left.relate(.equal, right)
  }

  /// Makes each anchor equal to the same one of a node.
  @discardableResult
  public static func == (left: NodeAnchorGroup, item: any Layoutable) -> [NodeConstraint] {
    left.relate(.equal, left.same(of: item))
  }

  /// Makes each anchor equal to the same one of a node, with a number added.
  @discardableResult
  public static func == (
    left: NodeAnchorGroup, right: NodeOffset<Kind.Offsets>
  ) -> [NodeConstraint] {
    left.relate(.equal, left.same(of: right.item) + right.offsets)
  }

  /// Makes each anchor equal to that of another group with numbers added, as `==`.
  @discardableResult
  public func equalTo(_ other: NodeAnchorGroup) -> [NodeConstraint] { self == other }

  /// Makes each anchor equal to the same one of a node, as `==`.
  @discardableResult
  public func equalTo(_ item: any Layoutable) -> [NodeConstraint] { self == item }

  /// Makes each anchor equal to the same one of a node, with a number added, as `==`.
  @discardableResult
  public func equalTo(_ item: any Layoutable, offset: Kind.Offsets) -> [NodeConstraint] {
    relate(.equal, same(of: item) + offset)
  }
}

extension NodeAnchorGroup where Kind.Offsets == (Double, Double) {
  /// Makes each anchor equal to a number.
  ///
  /// Positions are measured from the left and top edges of the superitem. For sides the numbers are
  /// insets from the same edges of the superitem.
  @discardableResult
  public static func == (
    left: NodeAnchorGroup, numbers: (Double, Double)
  ) -> [NodeConstraint] { left.relate(.equal, numbers) }

  /// Makes each anchor at least a number; for a side, at least the position given by an inset.
  @discardableResult
  public static func >= (
    left: NodeAnchorGroup, numbers: (Double, Double)
  ) -> [NodeConstraint] { left.relate(.greaterOrEqual, numbers) }

  /// Makes each anchor at most a number; for a side, at most the position given by an inset.
  @discardableResult
  public static func <= (
    left: NodeAnchorGroup, numbers: (Double, Double)
  ) -> [NodeConstraint] { left.relate(.lessOrEqual, numbers) }

  /// Makes each anchor at least the same one of a node.
  @discardableResult
  public static func >= (left: NodeAnchorGroup, item: any Layoutable) -> [NodeConstraint] {
    left.relate(.greaterOrEqual, left.same(of: item))
  }

  /// Makes each anchor at most the same one of a node.
  @discardableResult
  public static func <= (left: NodeAnchorGroup, item: any Layoutable) -> [NodeConstraint] {
    left.relate(.lessOrEqual, left.same(of: item))
  }

  /// Makes each anchor equal to a number, as `==`.
  @discardableResult
  public func equalTo(_ numbers: (Double, Double)) -> [NodeConstraint] { self == numbers }
}

extension NodeAnchorGroup where Kind: NodeSideKind {
  /// Moves each side inwards, by insets in the order of the sides.
  public func insets(_ insets: Kind.Offsets) -> NodeAnchorGroup { self + insets }

  /// Moves each side inwards by the same inset, in points.
  public func insets(_ inset: Double) -> NodeAnchorGroup { self + Kind.all(inset) }

  /// Moves each side inwards by the same inset, in points.
  public static func + (group: NodeAnchorGroup, inset: Double) -> NodeAnchorGroup {
    group + Kind.all(inset)
  }

  /// Puts each side inwards of that of a node by the same inset.
  @discardableResult
  public static func == (
    left: NodeAnchorGroup, right: NodeOffset<Double>
  ) -> [NodeConstraint] {
    left.relate(.equal, left.same(of: right.item) + Kind.all(right.offsets))
  }

  /// Puts each side inwards of that of a node.
  @discardableResult
  public func equalTo(_ item: any Layoutable, insets: Kind.Offsets) -> [NodeConstraint] {
    relate(.equal, same(of: item) + insets)
  }

  /// Puts each side inwards of that of a node by the same inset, in points.
  @discardableResult
  public func equalTo(_ item: any Layoutable, insets inset: Double) -> [NodeConstraint] {
    relate(.equal, same(of: item) + Kind.all(inset))
  }

  /// Puts each side inwards of that of a node, as `equalTo`.
  @discardableResult
  public func callAsFunction(
    _ item: any Layoutable, insets: Kind.Offsets
  ) -> [NodeConstraint] { equalTo(item, insets: insets) }
}

/// A node with numbers added to the anchors that it represents.
public struct NodeOffset<Offsets> {
  let item: any Layoutable
  let offsets: Offsets
}

/// Adds numbers to the anchors that a node represents, in points; for sides they are insets.
public func + <Offsets>(item: any Layoutable, offsets: Offsets) -> NodeOffset<Offsets> {
  NodeOffset(item: item, offsets: offsets)
}
