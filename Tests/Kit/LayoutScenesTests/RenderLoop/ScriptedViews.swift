import LayoutScenes
import AutoLayout

/// Views that do in each phase what a test tells them.
struct ScriptedViews: RenderedViews {
  typealias Action = (inout RenderLoop) throws(SceneError) -> Void

  private struct Place: Hashable {
    let phase: RenderPhase
    let view: SceneItem
  }

  /// Holds an action: as a dictionary's value the compiler cannot take one with typed errors.
  private struct Script {
    let action: Action
  }

  private var scripts: [Place: Script] = [:]

  mutating func onUpdate(_ view: SceneItem, _ action: @escaping Action) {
    scripts[Place(phase: .updateConstraints, view: view)] = Script(action: action)
  }

  mutating func onLayout(_ view: SceneItem, _ action: @escaping Action) {
    scripts[Place(phase: .layout, view: view)] = Script(action: action)
  }

  mutating func onDisplay(_ view: SceneItem, _ action: @escaping Action) {
    scripts[Place(phase: .display, view: view)] = Script(action: action)
  }

  /// Forgets what a view does.
  mutating func forget(_ view: SceneItem) {
    for phase in RenderPhase.allCases { scripts[Place(phase: phase, view: view)] = nil }
  }

  mutating func updateConstraints(
    of view: SceneItem, in loop: inout RenderLoop
  ) throws(SceneError) {
    try run(.updateConstraints, view, &loop)
  }

  mutating func layoutSubviews(of view: SceneItem, in loop: inout RenderLoop) throws(SceneError) {
    try run(.layout, view, &loop)
  }

  mutating func display(_ view: SceneItem, in loop: inout RenderLoop) throws(SceneError) {
    try run(.display, view, &loop)
  }

  private func run(
    _ phase: RenderPhase, _ view: SceneItem, _ loop: inout RenderLoop
  ) throws(SceneError) {
    try scripts[Place(phase: phase, view: view)]?.action(&loop)
  }
}
