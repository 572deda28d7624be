/// What one turn of a render loop did.
public struct RenderTurn: Hashable, Sendable {
  /// One call of a view in a phase.
  public struct Visit: Hashable, Sendable {
    /// The phase.
    public let phase: RenderPhase
    /// The view.
    public let view: SceneItem
  }

  /// All calls of views, in order.
  public internal(set) var visits: [Visit] = []
  /// Number of layouts that the engine solved.
  public internal(set) var solves = 0
  /// The views whose frames changed in the turn or since the turn before it, in document order.
  public internal(set) var changed: [SceneItem] = []
  /// What the turn, and the changes of the scene since the turn before it, did to the constraints.
  public internal(set) var churn = ConstraintChurn()

  /// The views that updated their constraints, in order.
  public var updated: [SceneItem] { views(in: .updateConstraints) }
  /// The views that laid out their subviews, in order.
  public var laidOut: [SceneItem] { views(in: .layout) }
  /// The views that were displayed, in order.
  public var displayed: [SceneItem] { views(in: .display) }

  private func views(in phase: RenderPhase) -> [SceneItem] {
    visits.filter { $0.phase == phase }.map(\.view)
  }
}
