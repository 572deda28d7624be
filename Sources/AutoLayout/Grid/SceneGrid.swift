import LayoutPrimitives

/// A grid view of a scene, and the ids of its constraints that hold.
struct SceneGrid: Sendable {
  let item: SceneItem
  /// The grid's guides; there may be more than its arrangement needs.
  var guides: [SceneItem]
  /// The `ConstraintID.serial` that all constraints of the grid share.
  let serial: Int
  var arrangement: GridArrangement
  /// Whether constraints that do not hold stay in the scene, switched off, for what may be hidden
  /// or shown.
  var isPrepared: Bool
  /// The ids of the grid's constraints that hold at present.
  var holding: [ConstraintID] = []

  /// The constraints that hold while what is shown stays as it is, in document order.
  func wanted(_ tree: SceneTree) -> [PlacedConstraint] {
    var constraints = constraints(tree)
    return constraints.list(
      GridVisibility(
        rows: arrangement.rows.map { GridPresence(!$0.isHidden) },
        columns: arrangement.columns.map { GridPresence(!$0.isHidden) },
        views: constraints.views.map { GridPresence(!tree[$0].traits.isHidden) })
    ).map(\.placed)
  }

  /// The constraints that may hold, whatever is hidden or shown, in document order.
  func possible(_ tree: SceneTree) -> [PlacedConstraint] {
    var constraints = constraints(tree)
    return constraints.list(
      GridVisibility(
        rows: arrangement.rows.map { _ in .sometimes },
        columns: arrangement.columns.map { _ in .sometimes },
        views: constraints.views.map { _ in .sometimes })
    ).map(\.placed)
  }

  /// For each view, the guides whose extents its content asks for in place of its own.
  func contentItems(
    _ tree: SceneTree
  ) -> [(view: SceneItem, width: SceneItem?, height: SceneItem?)] {
    let constraints = constraints(tree)
    return zip(constraints.views, constraints.contentItems).map { ($0, $1.width, $1.height) }
  }

  /// Makes the generator of the grid's constraints.
  private func constraints(_ tree: SceneTree) -> GridConstraints {
    GridConstraints(
      grid: item, guides: guides, arrangement, hugging: tree[item].traits.hugging,
      hasContent: { tree[$0].content != .none }
    ) { tree[$0].traits.compression }
  }
}
