public import LayoutPrimitives
public import TextMeasurement

/// The way of one view from one arrangement to another.
public struct ViewMove: Hashable, Sendable {
  /// What the view shows at the end; for one that vanishes, what it showed.
  public let view: ViewDescription
  /// Index of the view in the first arrangement; `nil` for one that appears.
  public let before: Int?
  /// Index of the view in the second arrangement; `nil` for one that vanishes.
  public let after: Int?
  /// Index of the containing view's move in the same list, always a smaller one; `nil` for none.
  ///
  /// Of a view that changes its parent it is the new one, from the beginning.
  public let parent: Int?
  /// The frame at the beginning, in the coordinates of the whole, in points.
  public let start: Rect
  /// The frame at the end, in the coordinates of the whole, in points.
  public let end: Rect
  /// The lines and baselines of `view`'s text; `nil` for views without text.
  public let text: TextMeasure?

  /// The frame at a progress from 0 to 1, in the coordinates of the whole, in points.
  ///
  /// It is exactly `start` at 0 and `end` at 1.
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

  /// The opacity at a progress from 0 to 1: below 1 for a view that appears or vanishes.
  public func opacity(at progress: Double) -> Double {
    if before == nil { return progress }
    return after == nil ? 1 - progress : 1
  }
}
