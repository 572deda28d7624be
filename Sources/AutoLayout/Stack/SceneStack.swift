import LayoutPrimitives

/// A stack view of a scene: its arranged views, and its constraints that hold now.
struct SceneStack: Sendable {
  let item: SceneItem
  let views: [SceneItem]
  let guides: [SceneItem]
  /// The serial of its constraints' ids.
  let serial: Int
  var arrangement: StackArrangement
  /// Its constraints that hold.
  var holding: [ConstraintID] = []

  /// The generator of its constraints.
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
