public import LayoutPrimitives

/// What moves, appears and vanishes between two arrangements.
///
/// Views are the same when they have the same `reuseID`; a view without one is never matched. All
/// frames move in the coordinates of the whole, and a view that changes its parent belongs to the
/// new one from the beginning, so that it moves without a jump. A view that appears or vanishes
/// keeps its place in the view that contains it, and moves with that one.
///
/// ```swift
/// let before = SizeLayout(width: 50, height: 50, view: ViewDescription(reuseID: "box"))
/// let after = SizeLayout(width: 25, height: 25, view: ViewDescription(reuseID: "box"))
/// let animation = LayoutAnimation(from: before.arrangement(), to: after.arrangement())
/// animation.views(at: 0.5)  // one box, 37.5 × 37.5
/// animation.apply()  // the box at its end
/// ```
///
/// Source: `prepareAnimation` of LinkedIn's LayoutKit, which moves views to their new parents first.
public struct LayoutAnimation: Hashable, Sendable {
  /// The ways of all views, each behind the view that contains it and those below it.
  ///
  /// The order is that of the second arrangement. Views that vanish lie directly on the view that
  /// contained them, behind all else in it, or behind everything when none did.
  public let moves: [ViewMove]

  /// The ids that more than one view of an arrangement has, in the order of their second view.
  ///
  /// The first view of an id is matched, the others are as views without one.
  public let repeatedIDs: [String]

  /// Matches the views of two arrangements.
  ///
  /// - Parameters:
  ///   - first: The views at the beginning, in the coordinates of the whole.
  ///   - second: The views at the end, in the same coordinates.
  ///
  /// A parent that does not stand before its view counts as none.
  public init(from first: [ArrangedView], to second: [ArrangedView]) {
    let pairs = ViewPairs(first, second)
    repeatedIDs = pairs.repeatedIDs
    moves = MoveList(first, second, pairs).moves
  }

  /// Matches the views of two arrangements that share the coordinates around them.
  ///
  /// - Parameters:
  ///   - first: The arrangement at the beginning.
  ///   - second: The arrangement at the end.
  ///   - direction: From right to left, each is mirrored within its own frame.
  public init(
    from first: LayoutArrangement, to second: LayoutArrangement,
    _ direction: LayoutDirection = .leftToRight
  ) {
    self.init(from: first.views(direction), to: second.views(direction))
  }

  /// The views at a moment.
  ///
  /// - Parameter progress: From 0, the beginning, to 1, the end; what is outside is clamped, and
  ///   what is no number is the beginning.
  /// - Returns: A view for each of `moves`, in the same order.
  public func views(at progress: Double) -> [AnimatedView] {
    let progress = progress > 0 ? min(progress, 1) : 0
    var views: [AnimatedView] = []
    views.reserveCapacity(moves.count)
    for move in moves {
      let frame = move.frame(at: progress)
      let origin = move.parent.map { views[$0].frame }
      views.append(
        AnimatedView(
          view: move.view, parent: move.parent, frame: frame,
          frameInParent: Rect(
            x: frame.x - (origin?.x ?? 0), y: frame.y - (origin?.y ?? 0), width: frame.width,
            height: frame.height),
          opacity: move.opacity(at: progress), text: move.text))
    }
    return views
  }

  /// The views of the second arrangement at their end, without those that vanished.
  public func apply() -> [AnimatedView] {
    var places: [Int?] = []
    var views: [AnimatedView] = []
    for (move, view) in zip(moves, self.views(at: 1)) {
      places.append(move.after == nil ? nil : views.count)
      guard move.after != nil else { continue }
      var view = view
      view.parent = move.parent.flatMap { places[$0] }
      views.append(view)
    }
    return views
  }
}
