import LayoutPrimitives

/// Puts the ways of all views in the order in which they are drawn.
struct MoveList {
  private(set) var moves: [ViewMove] = []
  /// The move of each view of the first and of the second arrangement.
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

  /// The views that vanish, by the lasting view of the second arrangement on which they lie.
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

  /// Adds a view of the second arrangement.
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

  /// Adds a view that is only in the first arrangement; those that contain it come before.
  private mutating func vanish(_ index: Int, _ first: [ArrangedView], _ pairs: ViewPairs) {
    let view = first[index]
    let parent = Self.parent(view, at: index).flatMap { movesOfFirst[$0] }
    movesOfFirst[index] = moves.count
    moves.append(
      ViewMove(
        view: view.view, before: index, after: nil, parent: parent, start: view.frame,
        end: carried(view.frame, by: parent, forward: true), text: view.text))
  }

  /// The frame at the other end of the animation of a view that keeps its place in its parent.
  private func carried(_ frame: Rect, by parent: Int?, forward: Bool) -> Rect {
    guard let parent = parent.map({ moves[$0] }) else { return frame }
    let (here, there) = forward ? (parent.start, parent.end) : (parent.end, parent.start)
    return Rect(
      x: frame.x + (there.x - here.x), y: frame.y + (there.y - here.y), width: frame.width,
      height: frame.height)
  }
}
