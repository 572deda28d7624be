public import LayoutPrimitives

/// The layout margins of items; they depend on the layout if an item preserves its superview's
/// margins.
///
/// On each side, the margin of such an item is the larger of two lengths: the margin set for the
/// item, and the superview's margin minus the distance between their edges. The distances follow
/// from the frames. So the first layout uses the margins set for the items, and the layout is
/// repeated while margins change. If edges do not depend on margins, two layouts are enough.
///
/// Source: `UIView.preservesSuperviewLayoutMargins`.
public struct LayoutMargins: Hashable, Sendable {
  private let items: [LayoutItem]
  private let direction: LayoutDirection
  /// Whether any item's margins depend on the layout.
  public let dependOnLayout: Bool

  /// Creates the layout margins of items, from the margins and alignment insets of each item.
  public init(_ items: [LayoutItem], direction: LayoutDirection) {
    self.items = items
    self.direction = direction
    dependOnLayout = items.contains { $0.preservesSuperviewMargins && $0.parent != nil }
  }

  /// The margins of the items before any layout, in points; shape `[items]`.
  public var own: [Insets] { items.map(\.margins) }

  /// Computes the frames of items from their alignment rectangles, by adding the alignment insets;
  /// shape `[items]`.
  public func frames(_ alignmentRects: [Rect]) -> [Rect] {
    zip(items, alignmentRects).map { item, rect in
      rect.outset(by: item.alignmentInsets, direction)
    }
  }

  /// Computes the margins of every item for the frames of a layout, in points; shape `[items]`.
  ///
  /// - Parameter frames: Frames of the items, not alignment rectangles; shape `[items]`.
  public func inEffect(_ frames: [Rect]) -> [Insets] {
    var margins = own
    let isLeftToRight = direction == .leftToRight
    for (index, item) in items.enumerated() where item.preservesSuperviewMargins {
      guard let parent = item.parent else { continue }
      let left = frames[index].x - frames[parent].x
      let right = frames[parent].maxX - frames[index].maxX
      let outer = margins[parent]
      let own = margins[index]
      margins[index] = Insets(
        top: max(own.top, outer.top - (frames[index].y - frames[parent].y)),
        leading: max(own.leading, outer.leading - (isLeftToRight ? left : right)),
        bottom: max(own.bottom, outer.bottom - (frames[parent].maxY - frames[index].maxY)),
        trailing: max(own.trailing, outer.trailing - (isLeftToRight ? right : left)))
    }
    return margins
  }

  /// The result of `settle(limit:_:)`.
  public enum Settlement: Hashable, Sendable {
    /// The margins settled; their final lengths are in points; shape `[items]`.
    case settled([Insets])
    /// The margins of some items did not settle within the limit; `items` are the indices of these
    /// items.
    case loop(items: [Int])
  }

  /// Lays out until margins settle, beginning with the items' own margins.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of layouts.
  ///   - layOut: Lays out with the given margins in points, or with the items' own margins for
  ///     `nil`; returns the alignment rectangles. Margins and rectangles have shape `[items]`.
  /// - Throws: The errors of `layOut`.
  public func settle<Failure: Error>(
    limit: Int, _ layOut: (_ margins: [Insets]?) throws(Failure) -> [Rect]
  ) throws(Failure) -> Settlement {
    var margins = own
    var result = inEffect(frames(try layOut(nil)))
    var layouts = 1
    while result != margins {
      guard layouts < limit else {
        return .loop(items: items.indices.filter { result[$0] != margins[$0] })
      }
      margins = result
      result = inEffect(frames(try layOut(margins)))
      layouts += 1
    }
    return .settled(margins)
  }

  /// The distance that margins add to the right-hand side of a constraint, in points.
  ///
  /// - Parameters:
  ///   - constraint: The constraint, whose anchors may be relative to margins.
  ///   - multiplier: The multiplier of the constraint for the bound record.
  ///   - margins: The margins of each item, in points; shape `[items]`.
  ///   - direction: The layout direction, which determines the leading edge.
  public static func shift(
    of constraint: LayoutConstraint, multiplier: Double, margins: [Insets],
    _ direction: LayoutDirection
  ) -> Double {
    let followsDirection =
      constraint.first.attribute.followsDirection
      || constraint.second?.attribute.followsDirection ?? false
    // As in the engine's rows: if either side uses a leading or trailing edge, both sides are
    // measured from the leading edge.
    let direction = followsDirection ? .leftToRight : direction
    func inset(_ anchor: Anchor) -> Double {
      anchor.attribute.inset(margins[anchor.item], direction)
    }
    var result = 0 - inset(constraint.first)
    if let second = constraint.second { result += multiplier * inset(second) }
    return result
  }

}

extension Attribute {
  /// The signed distance by which margins move the attribute from its edge or center, in points; 0
  /// if the attribute does not use margins.
  func inset(_ margins: Insets, _ direction: LayoutDirection) -> Double {
    let isLeftToRight = direction == .leftToRight
    let left = isLeftToRight ? margins.leading : margins.trailing
    let right = isLeftToRight ? margins.trailing : margins.leading
    return switch self {
    case .leadingMargin: margins.leading
    case .trailingMargin: -margins.trailing
    case .leftMargin: left
    case .rightMargin: -right
    case .topMargin: margins.top
    case .bottomMargin: -margins.bottom
    case .centerXWithinMargins: (left - right) / 2
    case .centerYWithinMargins: (margins.top - margins.bottom) / 2
    default: 0
    }
  }
}

extension Rect {
  /// The rectangle after each edge is moved outward by an inset.
  public func outset(by insets: Insets, _ direction: LayoutDirection) -> Rect {
    Rect(
      x: x - (direction == .leftToRight ? insets.leading : insets.trailing), y: y - insets.top,
      width: width + insets.leading + insets.trailing,
      height: height + insets.top + insets.bottom)
  }
}

extension LayoutConstraint {
  /// Whether an anchor of the constraint is relative to its item's layout margins.
  public var speaksOfMargins: Bool {
    first.attribute.speaksOfMargins || second?.attribute.speaksOfMargins ?? false
  }
}

extension Attribute {
  /// Whether the attribute is relative to the item's layout margins.
  fileprivate var speaksOfMargins: Bool {
    switch self {
    case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins, .centerYWithinMargins:
      true
    default: false
    }
  }
}
