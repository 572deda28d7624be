extension RenderLoop {
  // MARK: Turns

  /// Runs all phases: update constraints and layout until no view needs them, then display once.
  ///
  /// - Parameters:
  ///   - views: What the views do.
  ///   - sizing: Measures the texts.
  /// - Returns: The views visited, in order, and counts.
  /// - Throws: `RenderLoopError` of a view or the scene, for a feedback loop, or for a call within a
  ///   phase.
  @discardableResult
  public mutating func turn<Views: RenderedViews, Sizing: ContentSizing>(
    _ views: inout Views, sizing: inout Sizing
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try layOut(&views) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &sizing)
    }
    try display(&views)
    return close()
  }

  /// Runs all phases for views that measure their own texts; see `turn(_:sizing:)`.
  @discardableResult
  public mutating func turn<Views: RenderedViews & ContentSizing>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try layOut(&views) { (loop, views) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &views)
    }
    try display(&views)
    return close()
  }

  /// Runs all phases for a scene without text; see `turn(_:sizing:)`.
  @discardableResult
  public mutating func turn<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try layOut(&views) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height)
    }
    try display(&views)
    return close()
  }

  // MARK: Phases

  /// Updates the constraints of the views that need it, from the leaves to the root, until none
  /// does.
  ///
  /// - Throws: `RenderLoopError` of a view, for a feedback loop, or for a call within a phase.
  @discardableResult
  public mutating func updateConstraintsIfNeeded<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try updateConstraints(&views)
    return close()
  }

  /// Updates constraints and lays out until no view needs it, without display.
  ///
  /// - Throws: `RenderLoopError`, like `turn(_:sizing:)`.
  @discardableResult
  public mutating func layoutIfNeeded<Views: RenderedViews, Sizing: ContentSizing>(
    _ views: inout Views, sizing: inout Sizing
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try layOut(&views) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &sizing)
    }
    return close()
  }

  /// Updates constraints and lays out views that measure their own texts; see
  /// `layoutIfNeeded(_:sizing:)`.
  @discardableResult
  public mutating func layoutIfNeeded<Views: RenderedViews & ContentSizing>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try layOut(&views) { (loop, views) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &views)
    }
    return close()
  }

  /// Updates constraints and lays out a scene without text; see `layoutIfNeeded(_:sizing:)`.
  @discardableResult
  public mutating func layoutIfNeeded<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try layOut(&views) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height)
    }
    return close()
  }

  /// Displays the views that need it, from the root to the leaves, with the frames they have.
  ///
  /// - Throws: `RenderLoopError` of a view, or for a call within a phase.
  @discardableResult
  public mutating func displayIfNeeded<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try display(&views)
    return close()
  }
}
