public import AutoLayout
public import LayoutPrimitives

/// A group of views that repeatedly mark each other in one turn of a render loop, with the causes.
///
/// `FeedbackLoop` is a different problem: widths that change with the texts measured at these
/// widths.
///
/// Source: WWDC 2016, session 236, "What's New in Auto Layout": the layout feedback loop debugger.
public struct LayoutFeedbackLoop: Hashable, Sendable {
  /// A running phase of a view.
  public struct RunningPhase: Hashable, Sendable {
    /// The phase.
    public let phase: RenderPhase
    /// Name of the view.
    public let view: String
  }

  /// The reason why a view was marked.
  public enum Cause: Hashable, Sendable {
    /// `setNeedsLayout` or `setNeedsUpdateConstraints` was called.
    case call
    /// The size of the view itself changed.
    case size
    /// The size of a subview, given by name, was set while the view was not in layout.
    case sizeOfSubview(String)
    /// The constraints gave a subview, given by name, another frame.
    case constraintsOfSubview(String)
  }

  /// A mark of a view, with its cause and its number of occurrences.
  public struct Call: Hashable, Sendable {
    /// Name of the view that was marked.
    public let view: String
    /// The reason why the view was marked.
    public let cause: Cause
    /// The view and phase that were running; `nil` if none was.
    public let during: RunningPhase?
    /// The source location of the call, as `MODULE/FILE:LINE`; `nil` if constraints are the cause.
    public let location: String?
    /// Number of times that this happened in the recorded passes.
    public internal(set) var count = 1
  }

  /// A change of a view's frame.
  public struct GeometryChange: Hashable, Sendable {
    /// Name of the view.
    public let view: String
    /// The old frame in the superview's coordinates, in points.
    public let old: Rect
    /// The new frame in the superview's coordinates, in points.
    public let new: Rect
    /// The view and phase that were running; `nil` if none was.
    public let during: RunningPhase?
    /// The source location of the `setFrame` call, as `MODULE/FILE:LINE`; `nil` if constraints
    /// changed the frame.
    public let location: String?
    /// Number of times that this happened in the recorded passes.
    public internal(set) var count = 1
  }

  /// The top-level view or one of its descendants.
  public struct SubtreeView: Hashable, Sendable {
    /// Name of the view.
    public let name: String
    /// Number of superviews from the view up to the top-level view; 0 for the top-level view.
    public let depth: Int
    /// The frame in the superview's coordinates, in points.
    public let frame: Rect
    /// Positions of the view in `order`, counted from 1; empty if the view is not in the cycle.
    public let positions: [Int]
    /// Whether the layout of the scene does not determine the view's frame.
    public let isAmbiguous: Bool
  }

  /// The phase that does not end: layout, or update constraints.
  public let phase: RenderPhase
  /// Maximum number of visits of one view in one turn; the loop was recorded because `view`
  /// exceeded it.
  public let threshold: Int
  /// Name of the view that was the first to exceed `threshold`.
  public let view: String
  /// Name of the visited view that is closest to the root.
  public let topLevelView: String
  /// The top-level view and all its descendants; each follows its superview.
  public let subtree: [SubtreeView]
  /// Names of the views that are visited in one cycle, in order; the last is the top-level view.
  public let order: [String]
  /// The marks of the top-level view, in the order of their first occurrence.
  public let calls: [Call]
  /// The changes of frames, in the order of their first occurrence.
  public let geometryChanges: [GeometryChange]
  /// The ambiguities of the layout; if there are any, they are the suspected cause.
  public let ambiguities: [AmbiguousLayout]
  /// The constraints that decide the repeatedly changing frames, in document order; only for the
  /// first 16 views that constraints move.
  public let constraints: [ImposedConstraint]

  /// The changes of frames that occurred more than once.
  public var repeatedChanges: [GeometryChange] { geometryChanges.filter { $0.count > 1 } }
}

extension LayoutFeedbackLoop {
  /// Maximum number of moving views for which the deciding constraints are searched, which is slow.
  static let explainedViews = 16

  /// Describes the feedback loop that a render loop recorded.
  init(_ loop: RenderLoop) {
    let recorder = loop.recorder
    let suspect = recorder.suspect ?? (.layout, 0)
    let visited = Set(recorder.visits)
    let minimum = visited.map { loop.tree.depths[$0] }.min() ?? 0
    let top =
      loop.tree.fromRoot.first { visited.contains($0) && loop.tree.depths[$0] == minimum } ?? 0
    let cycle = recorder.cycle(endingWith: top)
    var positions: [Int: [Int]] = [:]
    for (index, view) in cycle.enumerated() { positions[view, default: []].append(index + 1) }

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
        frame: loop.frames[view], positions: positions[view] ?? [], isAmbiguous: open.contains(view)
      )
    }
    var moving: [SceneItem] = []
    for change in geometryChanges where change.count > 1 && change.location == nil {
      guard let item = loop.scene.item(named: change.view), !moving.contains(item) else { continue }
      moving.append(item)
    }
    constraints = loop.scene.constraintsDeciding(Array(moving.prefix(Self.explainedViews)))
  }
}

extension LayoutFeedbackLoop: CustomStringConvertible {
  /// The loop as a log of many lines: a summary, and then the calls and other causes.
  public var description: String {
    var lines = [
      "layout feedback loop: \(Self.verb(phase)) '\(view)' ran more than \(threshold) times in one "
        + "turn; find the call below that marks '\(topLevelView)' again, and do that work elsewhere"
    ]
    if !ambiguities.isEmpty {
      lines.append(
        "ambiguous layout is suspected: "
          + ambiguities.map(\.variable).joined(separator: ", "))
    }
    lines.append("top-level view: '\(topLevelView)'")
    lines.append("its subtree, with the places in the cycle:")
    lines += subtree.map(Self.line)
    lines.append("views visited in order: " + order.joined(separator: ", "))
    lines.append("changes of frames that repeat:")
    lines += repeatedChanges.map(Self.line)
    if repeatedChanges.isEmpty { lines.append("  none") }
    if !constraints.isEmpty {
      lines.append("constraints that decide these frames:")
      lines += constraints.map { "  \($0.equation)" }
    }
    lines.append("calls sent to the top-level view:")
    lines += calls.map(Self.line)
    return lines.joined(separator: "\n")
  }

  private static func line(_ view: SubtreeView) -> String {
    var line = String(repeating: "  ", count: view.depth + 1) + view.name + " " + text(view.frame)
    if view.isAmbiguous { line += " AMBIGUOUS LAYOUT" }
    if !view.positions.isEmpty {
      line += " #" + view.positions.map(String.init).joined(separator: ",")
    }
    return line
  }

  private static func line(_ change: GeometryChange) -> String {
    let source = change.location ?? "constraints"
    return "  \(change.view): \(text(change.old)) -> \(text(change.new))"
      + "\(text(change.during)), by \(source), \(Self.times(change.count))"
  }

  private static func line(_ call: Call) -> String {
    let cause =
      switch call.cause {
      case .call: "marked"
      case .size: "its size changed"
      case .sizeOfSubview(let name): "the size of its subview '\(name)' was set"
      case .constraintsOfSubview(let name):
        "constraints gave its subview '\(name)' another frame"
      }
    return "  \(cause)\(text(call.during))" + (call.location.map { ", by \($0)" } ?? "")
      + ", \(Self.times(call.count))"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func text(_ phase: RunningPhase?) -> String {
    phase.map { " during \(verb($0.phase)) '\($0.view)'" } ?? ""
  }

  /// The verb phrase for a phase in the log; the view's name follows it.
  private static func verb(_ phase: RenderPhase) -> String {
    switch phase {
    case .updateConstraints: "updateConstraints of"
    case .layout: "layoutSubviews of"
    case .display: "display of"
    }
  }

  private static func text(_ frame: Rect) -> String {
    func number(_ value: Double) -> String {
      Quantity.literal((value * 1000).rounded() / 1000).description
    }
    return "(\(number(frame.x)) \(number(frame.y)); \(number(frame.width)) \(number(frame.height)))"
  }
}
