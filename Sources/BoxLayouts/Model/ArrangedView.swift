public import LayoutPrimitives
public import TextMeasurement

/// A view of an arrangement, with its frame in the coordinates of the whole.
public struct ArrangedView: Hashable, Sendable {
  /// What the view is.
  public var view: ViewDescription
  /// Index of the view that contains it, in the same list; `nil` for none.
  public var parent: Int?
  /// The frame in the coordinates of the whole arrangement, in points.
  public var frame: Rect
  /// The lines and baselines of a text; `nil` for views without text.
  public var text: TextMeasure?

  /// Creates a view from its parts.
  public init(
    view: ViewDescription, parent: Int?, frame: Rect, text: TextMeasure? = nil
  ) {
    self.view = view
    self.parent = parent
    self.frame = frame
    self.text = text
  }
}
