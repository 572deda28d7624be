public import AutoLayout

/// The behavior of a render loop's views in the loop's phases.
///
/// One value or object of the caller implements all views of a scene. The loop calls it only for
/// marked views. Every function may mark views and change the scene through `loop`. A view that is
/// marked for the running phase is visited once more in the same turn. During display, all marks
/// wait for the next turn.
public protocol RenderedViews {
  /// Updates the constraints that a view is responsible for, like `UIView.updateConstraints`.
  ///
  /// - Throws: `SceneError` if the scene refuses a change; the view keeps its mark.
  mutating func updateConstraints(
    of view: SceneItem, in loop: inout RenderLoop
  ) throws(SceneError)

  /// Places subviews by hand, like `UIView.layoutSubviews`.
  ///
  /// Subviews that constraints place already have their new frames.
  ///
  /// - Throws: `SceneError` if the scene refuses a change; the view keeps its mark.
  mutating func layoutSubviews(of view: SceneItem, in loop: inout RenderLoop) throws(SceneError)

  /// Draws a view, like `UIView.draw`.
  ///
  /// - Throws: `SceneError` if the scene refuses a change; the view keeps its mark.
  mutating func display(_ view: SceneItem, in loop: inout RenderLoop) throws(SceneError)
}

extension RenderedViews {
  /// Changes nothing.
  public mutating func updateConstraints(
    of view: SceneItem, in loop: inout RenderLoop
  ) throws(SceneError) {}

  /// Places nothing by hand.
  public mutating func layoutSubviews(
    of view: SceneItem, in loop: inout RenderLoop
  ) throws(SceneError) {}

  /// Draws nothing.
  public mutating func display(_ view: SceneItem, in loop: inout RenderLoop) throws(SceneError) {}
}

/// A phase of a turn of a render loop; the cases are in the order in which phases run.
///
/// Source: WWDC 2018, session 220, "High Performance Auto Layout".
public enum RenderPhase: String, Hashable, Sendable, CaseIterable {
  /// Views update their constraints, from the leaves to the root.
  case updateConstraints
  /// Views place their subviews, from the root to the leaves.
  case layout
  /// Views draw, from the root to the leaves.
  case display
}

/// The report of one turn of a render loop.
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
  /// Number of times that the scene was solved.
  public internal(set) var solves = 0
  /// The views whose frames changed since the end of the previous turn, in document order.
  public internal(set) var changed: [SceneItem] = []
  /// The counts of constraint changes since the end of the previous turn.
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

/// The reason why a turn of a render loop was stopped; views that were not visited keep their
/// marks.
public enum RenderLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The scene refused a change or found no layout.
  case scene(SceneError)
  /// A view was visited more often in one turn than the threshold allows.
  case feedbackLoop(LayoutFeedbackLoop)
  /// The named view called a phase of the loop while the given phase was running for it.
  case nested(RenderPhase, view: String)

  /// The error as text; one line, or many lines for a feedback loop.
  public var description: String {
    switch self {
    case .scene(let error): error.description
    case .feedbackLoop(let loop): loop.description
    case .nested(let phase, let view):
      "the view '\(view)' asked for a phase while it was in \(phase.rawValue); "
        + "mark views there, and the same turn or the next one visits them"
    }
  }
}
