import LayoutPrimitives

/// A stack as the scene keeps it.
struct SceneStack: Sendable {
  let item: SceneItem
  let views: [SceneItem]
  let guides: [SceneItem]
  /// What its constraints have for an id, with a place each.
  let serial: Int
  var arrangement: StackArrangement
  /// Those of its constraints that hold now.
  var holding: [ConstraintID] = []

  /// What lists its constraints.
  func constraints(_ tree: SceneTree) -> StackConstraints {
    StackConstraints(
      stack: item, views: views, guides: guides, arrangement: arrangement,
      proportions: views.map {
        arrangement.proportions[$0] ?? tree[$0].ownExtent(arrangement.axis) ?? 0
      })
  }

  /// The id of one of its constraints.
  func id(_ placed: StackConstraints.Placed) -> ConstraintID {
    ConstraintID(serial: serial, place: placed.place)
  }
}
