public import AutoLayout
public import LayoutPrimitives

/// The target size of a fitting layout.
public enum FittingTarget: Hashable, Sendable {
  /// As small as the constraints allow: a target of 0 × 0 points.
  case compressed
  /// As large as the constraints allow: a target of 10,000 × 10,000 points, like UIKit's expanded
  /// size.
  case expanded
  /// As close as possible to a size, in points.
  case size(Size)

  /// The target size, in points.
  public var size: Size {
    switch self {
    case .compressed: .zero
    case .expanded: Size(width: 10_000, height: 10_000)
    case .size(let size): size
    }
  }
}

extension LayoutScene {
  /// Finds the size of the root, in points, that fits a target size best.
  ///
  /// Along each axis, a constraint of the given priority makes the root's extent equal to the
  /// target's extent. The first use of a priority creates a new engine.
  ///
  /// - Parameters:
  ///   - target: The target size.
  ///   - horizontalPriority: Priority of the target's width; `Priority.fitting` is 50.
  ///   - verticalPriority: Priority of the target's height.
  ///   - sizing: Measures the texts.
  /// - Throws: `SceneError` for invalid numbers; `SceneError.layout` for a feedback loop, or if the
  ///   solver finds no answer.
  ///
  /// Source:
  /// `UIView.systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:)`.
  public mutating func systemLayoutSizeFitting<Sizing: ContentSizing>(
    _ target: FittingTarget, horizontalPriority: Priority = .fitting,
    verticalPriority: Priority = .fitting, sizing: inout Sizing
  ) throws(SceneError) -> Size {
    // Only a size is returned, so `lastFrames` must not change.
    let shown = lastFrames
    defer { restoreFrames(shown) }
    return try layoutFitting(
      target, horizontalPriority: horizontalPriority, verticalPriority: verticalPriority,
      sizing: &sizing
    ).size
  }

  /// Finds the size of the root, in points, that fits a target size best, for a scene without text.
  ///
  /// - Throws: `SceneError` for invalid numbers, or if there is a text to measure.
  public mutating func systemLayoutSizeFitting(
    _ target: FittingTarget, horizontalPriority: Priority = .fitting,
    verticalPriority: Priority = .fitting
  ) throws(SceneError) -> Size {
    var sizing = try noText()
    return try systemLayoutSizeFitting(
      target, horizontalPriority: horizontalPriority, verticalPriority: verticalPriority,
      sizing: &sizing)
  }

  /// Lays out the scene at the root size that fits a target size best.
  ///
  /// - Throws: `SceneError` for invalid numbers; `SceneError.layout` for a feedback loop, or if the
  ///   solver finds no answer.
  public mutating func layoutFitting<Sizing: ContentSizing>(
    _ target: FittingTarget, horizontalPriority: Priority = .fitting,
    verticalPriority: Priority = .fitting, sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    let root = try extents(target, horizontalPriority, verticalPriority)
    return try solve(root, &sizing)
  }

  private func extents(
    _ target: FittingTarget, _ horizontal: Priority, _ vertical: Priority
  ) throws(SceneError) -> RootExtents {
    func extent(_ extent: Double, _ priority: Priority) -> RootExtent {
      priority.isRequired ? .fixed(extent) : .pulled(to: extent, priority)
    }
    let size = target.size
    for value in [size.width, size.height] {
      try tree.checkExtent(value, "a side of the fitting target")
    }
    return RootExtents(
      horizontal: extent(size.width, horizontal), vertical: extent(size.height, vertical))
  }
}
