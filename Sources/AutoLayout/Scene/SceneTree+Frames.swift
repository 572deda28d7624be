import LayoutPrimitives

extension SceneTree {
  /// The items whose frame in their superview's coordinates changed, in document order; those that
  /// are new too.
  ///
  /// - Parameters:
  ///   - old: Frames of an earlier layout, in points, relative to the root; it may have had fewer
  ///     items.
  ///   - new: Frames of the present layout, likewise; shape `[items]`.
  func changed(from old: [Rect], to new: [Rect]) -> [SceneItem] {
    items.indices.filter { index in
      guard index < old.count else { return true }
      let parent = items[index].parent
      let stays = parent.map { old[$0].x == new[$0].x && old[$0].y == new[$0].y } ?? true
      if stays, old[index] == new[index] { return false }
      return !old[index].relative(to: parent.map { old[$0] })
        .isNear(new[index].relative(to: parent.map { new[$0] }))
    }.map(SceneItem.init)
  }
}

extension Rect {
  /// The rectangle in the coordinates of another one, in points; itself where there is none.
  func relative(to other: Rect?) -> Rect {
    guard let other else { return self }
    return Rect(x: x - other.x, y: y - other.y, width: width, height: height)
  }

  /// Whether no edge differs by more than 2⁻²⁵ points, two steps of the engine's grid: alignment
  /// insets need not be on the grid, and sums with them are rounded.
  func isNear(_ other: Rect) -> Bool {
    abs(x - other.x) <= Self.tolerance && abs(y - other.y) <= Self.tolerance && hasSize(of: other)
  }

  /// Whether width and height differ by no more than 2⁻²⁵ points.
  func hasSize(of other: Rect) -> Bool {
    abs(width - other.width) <= Self.tolerance && abs(height - other.height) <= Self.tolerance
  }

  private static let tolerance = 0x1p-25
}
