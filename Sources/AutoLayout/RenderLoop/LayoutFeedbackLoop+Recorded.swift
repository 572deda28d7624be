extension LayoutFeedbackLoop {
  /// Maximum number of moving views whose constraints are searched for, which is slow.
  static let explainedViews = 16

  /// Describes the feedback loop that a render loop has recorded.
  init(_ loop: RenderLoop) {
    let recorder = loop.recorder
    let suspect = recorder.suspect ?? (.layout, 0)
    let visited = Set(recorder.visits)
    let least = visited.map { loop.tree.depths[$0] }.min() ?? 0
    let top =
      loop.tree.fromRoot.first { visited.contains($0) && loop.tree.depths[$0] == least } ?? 0
    let cycle = recorder.cycle(endingWith: top)
    var places: [Int: [Int]] = [:]
    for (place, view) in cycle.enumerated() { places[view, default: []].append(place + 1) }

    phase = suspect.phase
    threshold = loop.feedbackLoopThreshold
    view = loop.name(suspect.view)
    topLevelView = loop.name(top)
    order = cycle.map(loop.name)
    calls = recorder.marks.things.filter { $0.phase == suspect.phase && $0.view == top }
      .map { mark in
        var call = mark.call
        call.count = recorder.marks.count(mark)
        return call
      }
    geometryChanges = recorder.changes.things.map { change in
      var counted = change
      counted.count = recorder.changes.count(change)
      return counted
    }
    let ambiguities = loop.layout?.ambiguous == nil ? [] : loop.scene.ambiguities()
    self.ambiguities = ambiguities
    let open = Set(ambiguities.map(\.item))
    subtree = loop.tree.subtree(of: top).map { view in
      SubtreeView(
        name: loop.name(view), depth: loop.tree.depths[view] - loop.tree.depths[top],
        frame: loop.frames[view], places: places[view] ?? [], isAmbiguous: open.contains(view))
    }
    var moving: [SceneItem] = []
    for change in geometryChanges where change.count > 1 && change.location == nil {
      guard let item = loop.scene.item(named: change.view), !moving.contains(item) else { continue }
      moving.append(item)
    }
    constraints = loop.scene.constraintsDeciding(Array(moving.prefix(Self.explainedViews)))
  }
}
