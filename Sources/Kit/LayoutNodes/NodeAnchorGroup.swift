import AutoLayout

/// The kind of a group of a node's anchors, used as a phantom type.
public protocol NodeGroupKind {
  /// The type of the numbers for the anchors: a tuple of points, one number per anchor.
  associatedtype Offsets
  /// The numbers as an array; each is the constant that is added to its anchor.
  static func constants(_ offsets: Offsets) -> [Double]
  /// The superitem's edge from which a number for an attribute is measured; `nil` for extents.
  static func origin(of attribute: NodeAttribute) -> NodeAttribute?
}

extension NodeGroupKind {
  /// The left edge for horizontal positions, the top edge for vertical positions, `nil` for
  /// extents.
  public static func origin(of attribute: NodeAttribute) -> NodeAttribute? { attribute.origin }
}

/// A kind of group whose numbers are distances inward from edges.
public protocol NodeSideKind: NodeGroupKind {
  /// The numbers for the same inset from each edge.
  static func all(_ inset: Double) -> Offsets
}

extension NodeSideKind {
  /// The same edge of the superitem, because the numbers are insets; never `nil`.
  public static func origin(of attribute: NodeAttribute) -> NodeAttribute? { attribute }
}

/// The kinds of groups of anchors.
public enum NodeGroupKinds {
  /// Width and height; the numbers are a width and a height.
  public enum Size: NodeGroupKind {
    /// The numbers as an array: width, height.
    public static func constants(_ offsets: (Double, Double)) -> [Double] {
      [offsets.0, offsets.1]
    }
  }

  /// A corner or the center; the numbers are an x and a y.
  public enum Position: NodeGroupKind {
    /// The numbers as an array: x, y.
    public static func constants(_ offsets: (Double, Double)) -> [Double] {
      [offsets.0, offsets.1]
    }
  }

  /// The left and right edges, or the top and bottom edges; the numbers are insets in this order.
  public enum Sides: NodeSideKind {
    /// The insets as an array; the inset of the far edge is negated.
    public static func constants(_ offsets: (Double, Double)) -> [Double] {
      [offsets.0, -offsets.1]
    }
    /// The numbers for the same inset from both edges.
    public static func all(_ inset: Double) -> (Double, Double) { (inset, inset) }
  }

  /// All four edges; the numbers are insets from the top, left, bottom and right edge.
  public enum Edges: NodeSideKind {
    /// The insets as an array; the insets of the bottom and right edges are negated.
    public static func constants(_ offsets: (Double, Double, Double, Double)) -> [Double] {
      [offsets.0, offsets.1, -offsets.2, -offsets.3]
    }
    /// The numbers for the same inset from all edges.
    public static func all(_ inset: Double) -> (Double, Double, Double, Double) {
      (inset, inset, inset, inset)
    }
  }
}

/// Several anchors of a node that are constrained together, such as its size, a corner or its
/// edges.
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
    attributes.indices.map { index in
      NodeConstraint(
        NodeExpression(item: item, attribute: attributes[index]), relation,
        NodeExpression(
          item: other.item, attribute: other.attributes[index],
          constant: other.constants[index] - constants[index]))
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

  /// Adds a number to each anchor, in points; for edges, the numbers are insets.
  public static func + (group: NodeAnchorGroup, offsets: Kind.Offsets) -> NodeAnchorGroup {
    var result = group
    for (index, constant) in Kind.constants(offsets).enumerated() {
      result.constants[index] += constant
    }
    return result
  }

  /// Adds a number to each anchor, like `+`.
  public func offset(_ offsets: Kind.Offsets) -> NodeAnchorGroup { self + offsets }

  /// Makes each anchor equal to the corresponding anchor of another group.
  @discardableResult
  public static func == (left: NodeAnchorGroup, right: NodeAnchorGroup) -> [NodeConstraint] {
    left.relate(.equal, right)
  }

  /// Makes each anchor equal to the same anchor of a node.
  @discardableResult
  public static func == (left: NodeAnchorGroup, item: any Layoutable) -> [NodeConstraint] {
    left.relate(.equal, left.same(of: item))
  }

  /// Makes each anchor equal to the same anchor of a node, with a number added.
  @discardableResult
  public static func == (
    left: NodeAnchorGroup, right: NodeOffset<Kind.Offsets>
  ) -> [NodeConstraint] {
    left.relate(.equal, left.same(of: right.item) + right.offsets)
  }

  /// Makes each anchor equal to the corresponding anchor of another group, like `==`.
  @discardableResult
  public func equalTo(_ other: NodeAnchorGroup) -> [NodeConstraint] { self == other }

  /// Makes each anchor equal to the same anchor of a node, like `==`.
  @discardableResult
  public func equalTo(_ item: any Layoutable) -> [NodeConstraint] { self == item }

  /// Makes each anchor equal to the same anchor of a node, with a number added, like `==`.
  @discardableResult
  public func equalTo(_ item: any Layoutable, offset: Kind.Offsets) -> [NodeConstraint] {
    relate(.equal, same(of: item) + offset)
  }
}

extension NodeAnchorGroup where Kind.Offsets == (Double, Double) {
  /// Makes each anchor equal to a number, in points.
  ///
  /// A position is measured from the superitem's left or top edge. For an edge, the number is an
  /// inset from the same edge of the superitem.
  @discardableResult
  public static func == (
    left: NodeAnchorGroup, numbers: (Double, Double)
  ) -> [NodeConstraint] { left.relate(.equal, numbers) }

  /// Makes each anchor greater than or equal to a number; for an edge, to the position that an
  /// inset gives.
  @discardableResult
  public static func >= (
    left: NodeAnchorGroup, numbers: (Double, Double)
  ) -> [NodeConstraint] { left.relate(.greaterOrEqual, numbers) }

  /// Makes each anchor less than or equal to a number; for an edge, to the position that an inset
  /// gives.
  @discardableResult
  public static func <= (
    left: NodeAnchorGroup, numbers: (Double, Double)
  ) -> [NodeConstraint] { left.relate(.lessOrEqual, numbers) }

  /// Makes each anchor greater than or equal to the same anchor of a node.
  @discardableResult
  public static func >= (left: NodeAnchorGroup, item: any Layoutable) -> [NodeConstraint] {
    left.relate(.greaterOrEqual, left.same(of: item))
  }

  /// Makes each anchor less than or equal to the same anchor of a node.
  @discardableResult
  public static func <= (left: NodeAnchorGroup, item: any Layoutable) -> [NodeConstraint] {
    left.relate(.lessOrEqual, left.same(of: item))
  }

  /// Makes each anchor equal to a number, like `==`.
  @discardableResult
  public func equalTo(_ numbers: (Double, Double)) -> [NodeConstraint] { self == numbers }
}

extension NodeAnchorGroup where Kind: NodeSideKind {
  /// Moves each edge inward by an inset, in points; the insets are in the order of the edges.
  public func insets(_ insets: Kind.Offsets) -> NodeAnchorGroup { self + insets }

  /// Moves each edge inward by the same inset, in points.
  public func insets(_ inset: Double) -> NodeAnchorGroup { self + Kind.all(inset) }

  /// Moves each edge inward by the same inset, in points.
  public static func + (group: NodeAnchorGroup, inset: Double) -> NodeAnchorGroup {
    group + Kind.all(inset)
  }

  /// Places each edge inside the same edge of a node, at the same distance in points.
  @discardableResult
  public static func == (
    left: NodeAnchorGroup, right: NodeOffset<Double>
  ) -> [NodeConstraint] {
    left.relate(.equal, left.same(of: right.item) + Kind.all(right.offsets))
  }

  /// Places each edge inside the same edge of a node, at a distance in points.
  @discardableResult
  public func equalTo(_ item: any Layoutable, insets: Kind.Offsets) -> [NodeConstraint] {
    relate(.equal, same(of: item) + insets)
  }

  /// Places each edge inside the same edge of a node, at the same distance in points.
  @discardableResult
  public func equalTo(_ item: any Layoutable, insets inset: Double) -> [NodeConstraint] {
    relate(.equal, same(of: item) + Kind.all(inset))
  }

  /// Places each edge inside the same edge of a node, like `equalTo(_:insets:)`.
  @discardableResult
  public func callAsFunction(
    _ item: any Layoutable, insets: Kind.Offsets
  ) -> [NodeConstraint] { equalTo(item, insets: insets) }
}

/// A node with numbers to add to its anchors.
public struct NodeOffset<Offsets> {
  let item: any Layoutable
  let offsets: Offsets
}

/// Combines a node with numbers to add to its anchors, in points; for edges, they are insets.
public func + <Offsets>(item: any Layoutable, offsets: Offsets) -> NodeOffset<Offsets> {
  NodeOffset(item: item, offsets: offsets)
}
