public import LayoutPrimitives
public import TextMeasurement

/// Makes elements of an HTML document of the views of an arrangement.
///
/// Every view is an element at its place in the one around it, in CSS pixels, and has its name as
/// `data-id`.
public struct HTMLViewFactory: ViewFactory {
  /// Creates a factory.
  public init() {}

  /// Makes an element.
  public mutating func makeView(
    _ description: ViewDescription, frame: Rect, text: TextMeasure?, subviews: [String]
  ) -> String {
    let id = description.reuseID.map { " data-id=\"\($0.escaped)\"" } ?? ""
    let attributes =
      "\(id) style=\"position:absolute;left:\(frame.x.markup)px;top:\(frame.y.markup)px;"
      + "width:\(frame.width.markup)px;height:\(frame.height.markup)px\""
    let inside = subviews.joined()
    switch description.content {
    case .plain: return "<div\(attributes)>\(inside)</div>"
    case .label(let string): return "<div\(attributes)>\(string.escaped)\(inside)</div>"
    case .button(let string):
      return "<button type=\"button\"\(attributes)>\(string.escaped)\(inside)</button>"
    case .image(let source):
      let image = "<img alt=\"\" src=\"\(source.escaped)\""
      guard !subviews.isEmpty else { return "\(image)\(attributes)>" }
      // A picture has no elements inside.
      return "<div\(attributes)>\(image) style=\"width:100%;height:100%\">\(inside)</div>"
    }
  }

  /// An element that holds all others.
  ///
  /// - Parameters:
  ///   - elements: The elements, from the back.
  ///   - frame: The arrangement's frame, in points; the element reaches from the origin to its far
  ///     corner.
  public static func document(_ elements: [String], frame: Rect) -> String {
    "<div style=\"position:relative;width:\(frame.maxX.markup)px;"
      + "height:\(frame.maxY.markup)px\">\(elements.joined())</div>\n"
  }
}
