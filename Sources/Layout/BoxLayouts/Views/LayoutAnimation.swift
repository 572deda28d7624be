public import LayoutPrimitives
public import TextMeasurement

/// The movements of views between two arrangements, including views that appear or disappear.
///
/// Views with the same `reuseID` are matched; a view without one is never matched. Frames move in
/// the coordinates of the whole arrangement. A view that changes its parent has the new parent from
/// the beginning, so that it does not jump. A view that appears or disappears keeps its position in
/// the view that contains it, and moves with it.
///
/// ```swift
/// let before = SizeLayout(width: 50, height: 50, view: ViewDescription(reuseID: "box"))
/// let after = SizeLayout(width: 25, height: 25, view: ViewDescription(reuseID: "box"))
/// let animation = LayoutAnimation(from: before.arrangement(), to: after.arrangement())
/// animation.views(at: 0.5)  // one box, 37.5 × 37.5
/// animation.apply()  // the box at its end
/// ```
///
/// Source: `prepareAnimation` of LinkedIn's LayoutKit, which also moves views to their new parents
/// first.
public struct LayoutAnimation: Hashable, Sendable {
  /// The moves of all views, in the order of drawing; the containing view's move comes first.
  ///
  /// Views are drawn in the order of the second arrangement. A view that disappears is drawn behind
  /// all others in the view that contains it; without such a view, it is drawn behind all views.
  public let moves: [ViewMove]

  /// The ids that several views of one arrangement have, in the order in which they are found.
  ///
  /// Only the first view with such an id is matched. The others count as views without an id.
  public let repeatedIDs: [String]

  /// Matches the views of two arrangements.
  ///
  /// A view whose `parent` is not before it in the list counts as a view without a parent.
  ///
  /// - Parameters:
  ///   - first: The views at the beginning, in the coordinates of the whole arrangement.
  ///   - second: The views at the end, in the same coordinates.
  public init(from first: [ArrangedView], to second: [ArrangedView]) {
    let pairs = ViewPairs(first, second)
    repeatedIDs = pairs.repeatedIDs
    moves = MoveList(first, second, pairs).moves
  }

  /// Matches the views of two arrangements whose frames are in the same coordinates.
  ///
  /// - Parameters:
  ///   - first: The arrangement at the beginning.
  ///   - second: The arrangement at the end.
  ///   - direction: For right to left, each arrangement is mirrored within its own frame.
  public init(
    from first: LayoutArrangement, to second: LayoutArrangement,
    _ direction: LayoutDirection = .leftToRight
  ) {
    self.init(from: first.views(direction), to: second.views(direction))
  }

  /// The views at a moment of the animation.
  ///
  /// - Parameter progress: The moment, from 0 (beginning) to 1 (end). Other numbers are clamped;
  ///   NaN counts as 0.
  /// - Returns: One view per element of `moves`, in the same order.
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

  /// The views of the second arrangement, as they are at the end of the animation.
  public func apply() -> [AnimatedView] {
    var indices: [Int?] = []
    var views: [AnimatedView] = []
    for (move, view) in zip(moves, self.views(at: 1)) {
      indices.append(move.after == nil ? nil : views.count)
      guard move.after != nil else { continue }
      var view = view
      view.parent = move.parent.flatMap { indices[$0] }
      views.append(view)
    }
    return views
  }
}

/// A view at one moment of an animation.
public struct AnimatedView: Hashable, Sendable {
  /// The description of the view.
  public var view: ViewDescription
  /// Index of the view that contains this view, in the same list; `nil` for none.
  public var parent: Int?
  /// The frame in the coordinates of the whole arrangement, in points.
  public var frame: Rect
  /// The frame in the coordinates of the view that contains it, in points.
  public var frameInParent: Rect
  /// The view's own opacity, 0...1; the opacity of the containing views is not included.
  public var opacity: Double
  /// The lines and baselines of the view's text; `nil` for views without text.
  public var text: TextMeasure?

  /// Creates a view from its parts.
  public init(
    view: ViewDescription, parent: Int?, frame: Rect, frameInParent: Rect, opacity: Double,
    text: TextMeasure? = nil
  ) {
    self.view = view
    self.parent = parent
    self.frame = frame
    self.frameInParent = frameInParent
    self.opacity = opacity
    self.text = text
  }
}

/// The movement of one view from one arrangement to another.
public struct ViewMove: Hashable, Sendable {
  /// The description of the view in the second arrangement, or in the first if it disappears.
  public let view: ViewDescription
  /// Index of the view in the first arrangement; `nil` for a view that appears.
  public let before: Int?
  /// Index of the view in the second arrangement; `nil` for a view that disappears.
  public let after: Int?
  /// Index of the move of the containing view, always a smaller index; `nil` for none.
  ///
  /// A view that changes its parent has the new parent from the beginning.
  public let parent: Int?
  /// The frame at the beginning, in the coordinates of the whole arrangement, in points.
  public let start: Rect
  /// The frame at the end, in the coordinates of the whole arrangement, in points.
  public let end: Rect
  /// The lines and baselines of `view`'s text; `nil` for views without text.
  public let text: TextMeasure?

  /// The frame at a progress from 0 to 1, in the coordinates of the whole arrangement, in points.
  ///
  /// It is exactly `start` at 0 and exactly `end` at 1.
  public func frame(at progress: Double) -> Rect {
    func between(_ side: KeyPath<Rect, Double>) -> Double {
      let (from, to) = (start[keyPath: side], end[keyPath: side])
      return from == to ? from : from * (1 - progress) + to * progress
    }
    if progress <= 0 { return start }
    if progress >= 1 { return end }
    return Rect(
      x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
  }

  /// The opacity at a progress from 0 to 1: it grows or falls evenly for a view that appears or
  /// disappears, and is 1 for others.
  public func opacity(at progress: Double) -> Double {
    if before == nil { return progress }
    return after == nil ? 1 - progress : 1
  }
}

/// Builds the list of all moves, in the order of drawing.
struct MoveList {
  private(set) var moves: [ViewMove] = []
  /// The index of the move of each view of the first arrangement; `nil` before it is added.
  ///
  /// `movesOfSecond` is the same for the second arrangement.
  private var movesOfFirst: [Int?]
  private var movesOfSecond: [Int?]

  init(_ first: [ArrangedView], _ second: [ArrangedView], _ pairs: ViewPairs) {
    movesOfFirst = Array(repeating: nil, count: first.count)
    movesOfSecond = Array(repeating: nil, count: second.count)
    let vanishing = Self.vanishing(first, pairs)
    for index in vanishing.onNothing { vanish(index, first, pairs) }
    for (index, view) in second.enumerated() {
      arrive(index, view, pairs.before[index].map { ($0, first[$0].frame) })
      for old in vanishing.onView[index] ?? [] { vanish(old, first, pairs) }
    }
  }

  /// The views that disappear, by the nearest containing view that does not.
  ///
  /// `onView` is keyed by the index of that view in the second arrangement; `onNothing` contains
  /// the views without one.
  private static func vanishing(
    _ first: [ArrangedView], _ pairs: ViewPairs
  ) -> (onNothing: [Int], onView: [Int: [Int]]) {
    var lasting: [Int?] = []
    var onNothing: [Int] = []
    var onView: [Int: [Int]] = [:]
    for (index, view) in first.enumerated() {
      let below = parent(view, at: index).flatMap { lasting[$0] }
      lasting.append(pairs.after[index] ?? below)
      guard pairs.after[index] == nil else { continue }
      if let below {
        onView[below, default: []].append(index)
      } else {
        onNothing.append(index)
      }
    }
    return (onNothing, onView)
  }

  private static func parent(_ view: ArrangedView, at index: Int) -> Int? {
    view.parent.flatMap { (0..<index).contains($0) ? $0 : nil }
  }

  /// Adds the move of a view of the second arrangement.
  private mutating func arrive(_ index: Int, _ view: ArrangedView, _ old: (Int, frame: Rect)?) {
    let parent = Self.parent(view, at: index).flatMap { movesOfSecond[$0] }
    let start = old?.frame ?? carried(view.frame, by: parent, forward: false)
    movesOfSecond[index] = moves.count
    if let old { movesOfFirst[old.0] = moves.count }
    moves.append(
      ViewMove(
        view: view.view, before: old?.0, after: index, parent: parent, start: start,
        end: view.frame, text: view.text))
  }

  /// Adds the move of a view that disappears; the moves of its containing views are already added.
  private mutating func vanish(_ index: Int, _ first: [ArrangedView], _ pairs: ViewPairs) {
    let view = first[index]
    let parent = Self.parent(view, at: index).flatMap { movesOfFirst[$0] }
    movesOfFirst[index] = moves.count
    moves.append(
      ViewMove(
        view: view.view, before: index, after: nil, parent: parent, start: view.frame,
        end: carried(view.frame, by: parent, forward: true), text: view.text))
  }

  /// The frame at the other end of the animation of a view that keeps its position in its parent.
  ///
  /// - Parameter forward: Whether the other end is the end of the animation, not its beginning.
  private func carried(_ frame: Rect, by parent: Int?, forward: Bool) -> Rect {
    guard let parent = parent.map({ moves[$0] }) else { return frame }
    let (here, there) = forward ? (parent.start, parent.end) : (parent.end, parent.start)
    return Rect(
      x: frame.x + (there.x - here.x), y: frame.y + (there.y - here.y), width: frame.width,
      height: frame.height)
  }
}

/// Matches the views of two arrangements by their ids.
struct ViewPairs {
  /// For each view of the first arrangement, its index in the second; `nil` for none.
  private(set) var after: [Int?]
  /// For each view of the second arrangement, its index in the first; `nil` for none.
  private(set) var before: [Int?]
  /// The ids that several views of one arrangement have.
  private(set) var repeatedIDs: [String] = []

  init(_ first: [ArrangedView], _ second: [ArrangedView]) {
    after = Array(repeating: nil, count: first.count)
    before = Array(repeating: nil, count: second.count)
    var told: Set<String> = []
    let starts = indices(first, &told)
    for (id, end) in indices(second, &told) {
      guard let start = starts[id] else { continue }
      after[start] = end
      before[end] = start
    }
  }

  /// The index of the first view with each id; further views with an id are noted in `repeatedIDs`.
  private mutating func indices(
    _ views: [ArrangedView], _ told: inout Set<String>
  ) -> [String: Int] {
    var indices: [String: Int] = [:]
    for (index, view) in views.enumerated() {
      guard let id = view.view.reuseID else { continue }
      if indices[id] == nil {
        indices[id] = index
      } else if told.insert(id).inserted {
        repeatedIDs.append(id)
      }
    }
    return indices
  }
}
