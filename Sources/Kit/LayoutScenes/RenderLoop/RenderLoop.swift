public import AutoLayout
import LayoutPrimitives
import Synchronization

/// A scene whose marked views update constraints, lay out and display in turns.
///
/// Marking a view is cheap: however often it is marked, it is visited once, in the next turn. The
/// first turn visits every view; so does the first turn after a view was added. The loop solves the
/// scene once per turn, or more often if views change the scene. After a solve:
///
/// - a view whose frame changes marks its superview for layout, and itself for display;
/// - a view gets a new frame from constraints when its superview is laid out;
/// - a view whose size changes is marked for layout.
///
/// Hidden views take part like other views; layout guides do not. A loop is a value. A copy that a
/// view stores during its phase can run phases after the original call has ended.
///
/// Source: WWDC 2018, session 220, "High Performance Auto Layout"; WWDC 2016, session 236, "What's
/// New in Auto Layout".
public struct RenderLoop: Sendable {
  // reason: the caller may change it at any time.
  /// The scene; it may be changed in every way, but must not be replaced by another scene.
  ///
  /// After any change of the scene, or any access that could change it, the next turn solves it.
  public var scene: LayoutScene {
    didSet {
      needsSolving = true
      churnMayDiffer = true
      if let activity { sceneChangedBy = activity }
    }
  }
  // reason: the caller may change it at any time.
  /// Width of the root, in points.
  public var width: Double { didSet { needsSolving = needsSolving || width != oldValue } }
  // reason: the caller may change it at any time.
  /// Height of the root, in points; `nil` for the smallest height that fits.
  public var height: Double? { didSet { needsSolving = needsSolving || height != oldValue } }
  /// Number of times that a view may be laid out, or update its constraints, in one turn;
  /// 50...1000.
  ///
  /// If a view exceeds it, the loop records a feedback loop and stops.
  public let feedbackLoopThreshold: Int
  /// The layout of the last solve; `nil` before the first one.
  public private(set) var layout: SceneLayout?

  private(set) var needsSolving = true
  private(set) var marks = RenderMarks()
  private(set) var tree = ViewTree()
  /// The current frame of each item in its superview's coordinates, in points; shape `[items]`.
  private(set) var frames: [Rect] = []
  /// The constraints for left, top, width and height of each view placed by hand, by the view's
  /// index.
  private(set) var handPlaced: [Int: [ConstraintID]] = [:]
  /// The view and phase that were called last; a copy of the loop that a view stores keeps them.
  private var visiting: RenderTurn.Visit?
  /// The call that runs phases, or the last one that did; copies of the loop made during the call
  /// share it.
  private var running: RunningPhases?
  /// The view that was the last to change the scene since it was solved; `nil` for none.
  private(set) var sceneChangedBy: RenderTurn.Visit?
  private(set) var recorder: FeedbackLoopRecorder
  /// The current turn; between turns, the last one.
  private(set) var current = RenderTurn()
  /// Indices of the items whose frames changed since the last turn.
  private(set) var changedItems: Set<Int> = []
  /// The counts of the scene's constraint changes at the end of the last turn.
  private(set) var earlierChurn: ChurnCounter
  /// Whether the scene may have changed since the end of the last turn.
  private(set) var churnMayDiffer = false

  /// Creates a loop in which all views are marked for all phases.
  ///
  /// - Parameters:
  ///   - scene: The scene; views may be added later as well.
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the smallest height that fits.
  ///   - feedbackLoopThreshold: Number of times that a view may be laid out, or update its
  ///     constraints, in one turn; clamped to 50...1000.
  public init(
    _ scene: LayoutScene, width: Double, height: Double? = nil, feedbackLoopThreshold: Int = 100
  ) {
    self.scene = scene
    self.width = width
    self.height = height
    self.feedbackLoopThreshold = min(max(feedbackLoopThreshold, 50), 1000)
    recorder = FeedbackLoopRecorder(threshold: self.feedbackLoopThreshold)
    earlierChurn = scene.churnCounter
    admitItems()
  }

  // MARK: Marks

  /// Marks a view, so that the next update of constraints visits it.
  ///
  /// Like the other functions that mark views, it does nothing for a layout guide or a handle of
  /// another scene.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - file: The caller's file, for the log of a feedback loop.
  ///   - line: The caller's line.
  public mutating func setNeedsUpdateConstraints(
    _ view: SceneItem, file: String = #fileID, line: Int = #line
  ) {
    admitItems()
    mark(view.index, .updateConstraints, .call, "\(file):\(line)")
  }

  /// Marks a view, so that the next layout visits it.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - file: The caller's file, for the log of a feedback loop.
  ///   - line: The caller's line.
  public mutating func setNeedsLayout(
    _ view: SceneItem, file: String = #fileID, line: Int = #line
  ) {
    admitItems()
    mark(view.index, .layout, .call, "\(file):\(line)")
  }

  /// Marks a view, so that the next display visits it.
  public mutating func setNeedsDisplay(_ view: SceneItem) {
    admitItems()
    marks.set(.display, view.index, tree.isView(view.index))
  }

  /// Makes the next turn measure the texts, and marks a view for update constraints.
  ///
  /// It is intended for a view whose text changed. After `LayoutScene.setIntrinsic` it is not
  /// needed.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - file: The caller's file, for the log of a feedback loop.
  ///   - line: The caller's line.
  public mutating func invalidateIntrinsicContentSize(
    of view: SceneItem, file: String = #fileID, line: Int = #line
  ) {
    needsSolving = true
    setNeedsUpdateConstraints(view, file: file, line: line)
  }

  /// Whether a view is marked for a phase.
  public func needs(_ phase: RenderPhase, _ view: SceneItem) -> Bool {
    // New views of the scene count as marked, even if the loop has not added them yet.
    view.index < marks.items ? marks[phase, view.index] : scene.isView(view)
  }

  /// Whether the next turn has anything to do.
  public var needsTurn: Bool {
    needsSolving || RenderPhase.allCases.contains { marks.count($0) > 0 }
  }

  /// Marks a view for a phase; if a feedback loop is suspected, records the mark.
  mutating func mark(
    _ view: Int, _ phase: RenderPhase, _ cause: LayoutFeedbackLoop.Cause, _ location: String?
  ) {
    marks.set(phase, view, tree.isView(view))
    guard recorder.isRecording else { return }
    var during = activity
    // New frames are caused by the view that changed the constraints.
    if case .constraintsOfSubview = cause { during = sceneChangedBy ?? activity }
    let call = LayoutFeedbackLoop.Call(
      view: name(view), cause: cause, during: runningPhase(during), location: location)
    recorder.add(FeedbackLoopRecorder.Mark(phase: phase, view: view, call: call))
  }

  /// Adds the scene's new items and marks their views for all phases.
  mutating func admitItems() {
    let records = scene.tree.items
    guard records.count != tree.items else { return }
    if records.count < tree.items {
      tree = ViewTree()
      marks = RenderMarks()
      frames = []
      handPlaced = [:]
    }
    tree.append(records[tree.items...])
    for item in marks.items..<records.count {
      marks.add(isMarked: tree.isView(item))
      frames.append(Rect(x: 0, y: 0, width: 0, height: 0))
    }
  }

  /// Adds the scene's new items, and sorts the views for visits.
  private mutating func sortViews() {
    admitItems()
    tree.sort()
  }

  /// Stores the constraints for left, top, width and height of a view placed by hand.
  mutating func recordHandPlaced(_ view: Int, _ constraints: [ConstraintID]) {
    handPlaced[view] = constraints
  }

  /// Changes the current frame of a view and marks the view for display; if the size changed, also
  /// marks it for layout.
  ///
  /// - Parameters:
  ///   - frame: The new frame in the superview's coordinates, in points.
  ///   - view: Index of the view.
  ///   - location: The source location of the `setFrame` call; `nil` if constraints give the frame.
  mutating func setFrame(_ frame: Rect, to view: Int, _ location: String?) {
    let old = frames[view]
    frames[view] = frame
    guard tree.isView(view) else { return }
    changedItems.insert(view)
    if recorder.isRecording {
      recorder.add(
        LayoutFeedbackLoop.GeometryChange(
          view: name(view), old: old, new: frame, during: runningPhase(activity), location: location
        ))
    }
    marks.set(.display, view, true)
    if !old.hasSize(of: frame) { mark(view, .layout, .size, location) }
  }

  // MARK: Names

  /// The view and phase that are running; `nil` in a copy that is used after the call that made it.
  var activity: RenderTurn.Visit? { running?.isRunning == true ? visiting : nil }

  /// The phase of a visit and the name of its view, for the log; `nil` for `nil`.
  func runningPhase(_ visit: RenderTurn.Visit?) -> LayoutFeedbackLoop.RunningPhase? {
    visit.map { LayoutFeedbackLoop.RunningPhase(phase: $0.phase, view: scene.name(of: $0.view)) }
  }

  /// The name of an item.
  func name(_ item: Int) -> String { scene.name(of: SceneItem(item)) }

  // MARK: Calls and phases

  /// Lays out the loop's scene; the second argument measures its texts, if there are any.
  typealias Solve<Views> = (inout RenderLoop, inout Views) throws(SceneError) -> SceneLayout

  /// Begins a call that runs phases.
  ///
  /// - Returns: The call; it must be finished in any case.
  /// - Throws: `RenderLoopError.nested` if a phase is already running.
  mutating func begin() throws(RenderLoopError) -> RunningPhases {
    if let activity {
      throw .nested(activity.phase, view: scene.name(of: activity.view))
    }
    current = RenderTurn()
    recorder = FeedbackLoopRecorder(threshold: feedbackLoopThreshold)
    sortViews()
    visiting = nil
    let call = RunningPhases()
    running = call
    return call
  }

  /// Completes the report of the turn and returns it.
  mutating func close() -> RenderTurn {
    current.changed = changedItems.sorted().map { SceneItem($0) }
    changedItems = []
    guard churnMayDiffer else { return current }
    let churn = scene.churnCounter
    current.churn = churn.since(earlierChurn).churn(scene.tree.items)
    earlierChurn = churn
    churnMayDiffer = false
    return current
  }

  /// Runs update constraints until no view is marked for it.
  mutating func updateConstraints<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) {
    recorder.beginRun(.updateConstraints)
    while marks.count(.updateConstraints) > 0 {
      if recorder.beginPass(.updateConstraints) { throw .feedbackLoop(LayoutFeedbackLoop(self)) }
      for view in tree.fromLeaves where marks[.updateConstraints, view] {
        try visit(view, .updateConstraints) { (loop, item) throws(SceneError) in
          try views.updateConstraints(of: item, in: &loop)
        }
      }
      sortViews()
    }
  }

  /// Updates constraints, solves the scene and lays out views until no view is marked for these
  /// phases.
  mutating func layOut<Views: RenderedViews>(
    _ views: inout Views, _ solve: Solve<Views>
  ) throws(RenderLoopError) {
    while needsSolving || marks.count(.updateConstraints) > 0 || marks.count(.layout) > 0 {
      sortViews()
      if recorder.beginPass(.layout) { throw .feedbackLoop(LayoutFeedbackLoop(self)) }
      try updateConstraints(&views)
      try solveIfNeeded(&views, solve)
      for view in tree.fromRoot where marks[.layout, view] {
        // Views that were laid out before this one may have changed the frames of its subviews.
        try solveIfNeeded(&views, solve)
        try visit(view, .layout) { (loop, item) throws(SceneError) in
          loop.placeSubviews(of: view)
          try views.layoutSubviews(of: item, in: &loop)
        }
      }
    }
  }

  private mutating func solveIfNeeded<Views>(
    _ views: inout Views, _ solve: Solve<Views>
  ) throws(RenderLoopError) {
    sortViews()
    guard needsSolving else { return }
    let solved: SceneLayout
    do throws(SceneError) { solved = try solve(&self, &views) } catch { throw .scene(error) }
    needsSolving = false
    layout = solved
    current.solves += 1
    applyFrames(solved)
    sceneChangedBy = nil
  }

  /// Displays the views that are marked now; views marked during display wait for the next turn.
  mutating func display<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) {
    guard marks.count(.display) > 0 else { return }
    for view in tree.fromRoot.filter({ marks[.display, $0] }) {
      try visit(view, .display) { (loop, item) throws(SceneError) in
        try views.display(item, in: &loop)
      }
    }
  }

  /// Clears the mark of a view and then calls the view; if it throws, restores the mark.
  private mutating func visit(
    _ view: Int, _ phase: RenderPhase,
    _ call: (inout RenderLoop, SceneItem) throws(SceneError) -> Void
  ) throws(RenderLoopError) {
    let visit = RenderTurn.Visit(phase: phase, view: SceneItem(view))
    marks.set(phase, view, false)
    recorder.visit(phase, view)
    current.visits.append(visit)
    visiting = visit
    do throws(SceneError) {
      try call(&self, visit.view)
    } catch {
      visiting = nil
      marks.set(phase, view, true)
      throw .scene(error)
    }
    visiting = nil
  }
}

extension RenderLoop {
  // MARK: Turns

  /// Runs all phases: first update constraints and layout until no view is marked for them, then
  /// display once.
  ///
  /// - Parameters:
  ///   - views: The implementation of the views.
  ///   - sizing: Measures the texts.
  /// - Returns: The report of the turn: the visits in order, and counts.
  /// - Throws: `RenderLoopError` if a view or the scene throws, for a feedback loop, or if a phase
  ///   is already running.
  @discardableResult
  public mutating func turn<Views: RenderedViews, Sizing: ContentSizing>(
    _ views: inout Views, sizing: inout Sizing
  ) throws(RenderLoopError) -> RenderTurn {
    try run(&views, displays: true) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &sizing)
    }
  }

  /// Runs all phases for views that measure their own texts; see `turn(_:sizing:)`.
  @discardableResult
  public mutating func turn<Views: RenderedViews & ContentSizing>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    try run(&views, displays: true) { (loop, views) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &views)
    }
  }

  /// Runs all phases for a scene without text; see `turn(_:sizing:)`.
  @discardableResult
  public mutating func turn<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    try run(&views, displays: true) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height)
    }
  }

  /// Runs update constraints and layout as one call, and display if `displays`.
  private mutating func run<Views: RenderedViews>(
    _ views: inout Views, displays: Bool, _ solve: Solve<Views>
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try layOut(&views, solve)
    if displays { try display(&views) }
    return close()
  }

  // MARK: Phases

  /// Updates the constraints of the marked views, from the leaves to the root, until no view is
  /// marked.
  ///
  /// - Throws: `RenderLoopError` if a view throws, for a feedback loop, or if a phase is already
  ///   running.
  @discardableResult
  public mutating func updateConstraintsIfNeeded<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    let call = try begin()
    defer { call.finish() }
    try updateConstraints(&views)
    return close()
  }

  /// Updates constraints and lays out until no view is marked for these phases; does not display.
  ///
  /// - Throws: The same errors as `turn(_:sizing:)`.
  @discardableResult
  public mutating func layoutIfNeeded<Views: RenderedViews, Sizing: ContentSizing>(
    _ views: inout Views, sizing: inout Sizing
  ) throws(RenderLoopError) -> RenderTurn {
    try run(&views, displays: false) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &sizing)
    }
  }

  /// Updates constraints and lays out views that measure their own texts; see
  /// `layoutIfNeeded(_:sizing:)`.
  @discardableResult
  public mutating func layoutIfNeeded<Views: RenderedViews & ContentSizing>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    try run(&views, displays: false) { (loop, views) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height, sizing: &views)
    }
  }

  /// Updates constraints and lays out a scene without text; see `layoutIfNeeded(_:sizing:)`.
  @discardableResult
  public mutating func layoutIfNeeded<Views: RenderedViews>(
    _ views: inout Views
  ) throws(RenderLoopError) -> RenderTurn {
    try run(&views, displays: false) { (loop, _) throws(SceneError) in
      try loop.scene.layout(width: loop.width, height: loop.height)
    }
  }

  /// Displays the marked views with their current frames, from the root to the leaves.
  ///
  /// - Throws: `RenderLoopError` if a view throws, or if a phase is already running.
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

/// Whether a call that runs a render loop's phases is still running.
///
/// It is a class, so that a copy of the loop that a view stored learns when the call ends.
final class RunningPhases: Sendable {
  private let isOver = Atomic(false)

  /// Whether the call has not finished.
  var isRunning: Bool { !isOver.load(ordering: .relaxed) }

  /// Marks the call as finished, for all copies of the loop.
  func finish() { isOver.store(true, ordering: .relaxed) }
}
