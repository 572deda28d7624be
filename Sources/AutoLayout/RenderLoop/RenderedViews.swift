/// What the views of a render loop do in its phases.
///
/// A value or object of yours stands for all views of a scene. The loop calls it only for views
/// that need a phase. Every function may mark views and change the scene, through `loop`. Where a
/// view is marked for the phase that it is in, it is visited again in the same turn, except in
/// display, where marks of all kinds wait for the next turn.
public protocol RenderedViews {
  /// Updates the constraints that a view is responsible for, like `UIView.updateConstraints`.
  ///
  /// - Throws: `SceneError` of a change of the scene; the view keeps its mark.
  mutating func updateConstraints(
    of view: SceneItem, in loop: inout RenderLoop
  ) throws(SceneError)

  /// Places subviews by hand, like `UIView.layoutSubviews`; those that constraints place have their
  /// new frames already.
  ///
  /// - Throws: `SceneError` of a change of the scene; the view keeps its mark.
  mutating func layoutSubviews(of view: SceneItem, in loop: inout RenderLoop) throws(SceneError)

  /// Draws a view, like `UIView.draw`.
  ///
  /// - Throws: `SceneError` of a change of the scene; the view keeps its mark.
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
