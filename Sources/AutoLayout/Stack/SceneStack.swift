import LayoutPrimitives

/// A stack view of a scene: its arranged views, and the ids of its constraints that hold.
struct SceneStack: Sendable {
  let item: SceneItem
  let views: [SceneItem]
  let guides: [SceneItem]
  /// The `ConstraintID.serial` that all constraints of the stack share.
  let serial: Int
  var arrangement: StackArrangement
  /// The ids of the stack's constraints that hold at present.
  var holding: [ConstraintID] = []

  /// Makes the generator of the stack's constraints.
  func constraints(_ tree: SceneTree) -> StackConstraints {
    StackConstraints(
      stack: item, views: views, guides: guides, arrangement: arrangement,
      proportions: views.map {
        arrangement.proportions[$0] ?? tree[$0].ownExtent(arrangement.axis) ?? 0
      })
  }
}
