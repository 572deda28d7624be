public import LayoutPrimitives
public import TextMeasurement

/// What makes views of an arrangement: of a user interface, or nodes of a document.
public protocol ViewFactory {
  /// A view, or what stands for one.
  associatedtype View

  /// Makes a view.
  ///
  /// - Parameters:
  ///   - description: What the view shows.
  ///   - frame: Its frame in the coordinates of the view around it, in points.
  ///   - text: The lines and baselines of a text; `nil` for views without text.
  ///   - subviews: The views in it, from the back.
  mutating func makeView(
    _ description: ViewDescription, frame: Rect, text: TextMeasure?, subviews: [View]
  ) -> View

  /// Changes a view of an earlier arrangement with the same name; by default it makes another.
  ///
  /// A view that is not returned is not among the `unused` ones of a `ViewRecycler`.
  mutating func reuseView(
    _ view: View, as description: ViewDescription, frame: Rect, text: TextMeasure?,
    subviews: [View]
  ) -> View
}

extension ViewFactory {
  /// Makes another view.
  public mutating func reuseView(
    _ view: View, as description: ViewDescription, frame: Rect, text: TextMeasure?,
    subviews: [View]
  ) -> View {
    makeView(description, frame: frame, text: text, subviews: subviews)
  }
}
