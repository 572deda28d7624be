import LayoutScenes
import AutoLayout

/// Views whose behavior in each phase is set by a test.
struct ScriptedViews: RenderedViews {
  typealias Action = (inout RenderLoop) throws(SceneError) -> Void

  private struct Key: Hashable {
    let phase: RenderPhase
    let view: SceneItem
  }

  /// Contains an action: as a dictionary's value the compiler does not accept one with typed
  /// errors.
  private struct Script {
    let action: Action
  }

  private var scripts: [Key: Script] = [:]

  mutating func onUpdate(_ view: SceneItem, _ action: @escaping Action) {
    scripts[Key(phase: .updateConstraints, view: view)] = Script(action: action)
  }

  mutating func onLayout(_ view: SceneItem, _ action: @escaping Action) {
    scripts[Key(phase: .layout, view: view)] = Script(action: action)
  }

  mutating func onDisplay(_ view: SceneItem, _ action: @escaping Action) {
    scripts[Key(phase: .display, view: view)] = Script(action: action)
  }

  /// Removes the actions of a view.
  mutating func forget(_ view: SceneItem) {
    for phase in RenderPhase.allCases { scripts[Key(phase: phase, view: view)] = nil }
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
    try scripts[Key(phase: phase, view: view)]?.action(&loop)
  }
}
