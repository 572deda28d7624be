public import LayoutPrimitives

/// Views that mark each other again and again in one turn of a render loop, and how they do it.
///
/// Not to be confused with `FeedbackLoop`, which is about widths that change with the text measured
/// at them.
///
/// Source: WWDC 2016, session 236, "What's New in Auto Layout": the layout feedback loop debugger.
public struct LayoutFeedbackLoop: Hashable, Sendable {
  /// A view whose phase is running.
  public struct Place: Hashable, Sendable {
    /// The phase.
    public let phase: RenderPhase
    /// Name of the view.
    public let view: String
  }

  /// Why a view was marked.
  public enum Cause: Hashable, Sendable {
    /// `setNeedsLayout` or `setNeedsUpdateConstraints` was called.
    case call
    /// The view's own size changed.
    case size
    /// The size of a subview was set while the view was not in layout.
    case sizeOfSubview(String)
    /// The constraints gave a subview another frame.
    case constraintsOfSubview(String)
  }

  /// A way in which a view was marked.
  public struct Call: Hashable, Sendable {
    /// Name of the view that was marked.
    public let view: String
    /// Why it was marked.
    public let cause: Cause
    /// Where the loop was; `nil` between two views.
    public let during: Place?
    /// The source location of the call, as `MODULE/FILE:LINE`; `nil` where constraints are the cause.
    public let location: String?
    /// How often that happened in the passes that were watched.
    public internal(set) var count = 1
  }

  /// A change of a view's frame.
  public struct GeometryChange: Hashable, Sendable {
    /// Name of the view.
    public let view: String
    /// The frame before, in points, in its superview's coordinates.
    public let old: Rect
    /// The frame after, in points, in its superview's coordinates.
    public let new: Rect
    /// Where the loop was; `nil` between two views.
    public let during: Place?
    /// The source location of `setFrame`, as `MODULE/FILE:LINE`; `nil` where constraints gave the
    /// frame.
    public let location: String?
    /// How often that happened in the passes that were watched.
    public internal(set) var count = 1
  }

  /// A view in or under the top-level view.
  public struct SubtreeView: Hashable, Sendable {
    /// Name of the view.
    public let name: String
    /// Number of superviews up to the top-level view.
    public let depth: Int
    /// The frame, in points, in its superview's coordinates.
    public let frame: Rect
    /// Places of the view in `order`, counted from 1; none where it is not in the cycle.
    public let places: [Int]
    /// Whether the layout of the scene leaves the view's frame open.
    public let isAmbiguous: Bool
  }

  /// The phase whose visits do not end: layout, or update constraints.
  public let phase: RenderPhase
  /// Number of visits of one view in one turn that were allowed.
  public let threshold: Int
  /// Name of the view that was first visited more often.
  public let view: String
  /// Name of the visited view that is nearest to the root.
  public let topLevelView: String
  /// The top-level view and all views in it, each after its superview.
  public let subtree: [SubtreeView]
  /// Names of the views that are visited in one cycle, in order; the last is the top-level view.
  public let order: [String]
  /// How the top-level view was marked, in the order in which that first happened.
  public let calls: [Call]
  /// The changes of frames, in the order in which they first happened.
  public let geometryChanges: [GeometryChange]
  /// The ambiguities of the layout, which is then the suspected cause; empty for none.
  public let ambiguities: [AmbiguousLayout]
  /// The constraints that decide the frames that change again and again, in document order; those
  /// of the first 16 views that constraints move.
  public let constraints: [ImposedConstraint]

  /// The changes of frames that happened more than once.
  public var repeatedChanges: [GeometryChange] { geometryChanges.filter { $0.count > 1 } }
}
