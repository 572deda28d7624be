public import LayoutPrimitives
public import TextMeasurement

/// A view at one moment of an animation.
public struct AnimatedView: Hashable, Sendable {
  /// What the view shows.
  public var view: ViewDescription
  /// Index of the view that contains it, in the same list; `nil` for none.
  public var parent: Int?
  /// The frame in the coordinates of the whole, in points.
  public var frame: Rect
  /// The frame in the coordinates of the view that contains it, in points.
  public var frameInParent: Rect
  /// The view's own opacity, from 0 to 1, whatever that of the view that contains it.
  public var opacity: Double
  /// The lines and baselines of a text; `nil` for views without text.
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
