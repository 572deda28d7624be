/// Why a turn of a render loop was given up; the views that were not visited keep their marks.
public enum RenderLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The scene refused a change or found no layout.
  case scene(SceneError)
  /// Views went on marking each other beyond the threshold.
  case feedbackLoop(LayoutFeedbackLoop)
  /// A phase of the loop was asked for by a view that was in one.
  case nested(RenderPhase, view: String)

  /// The error as text for a person; a feedback loop takes many lines.
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
