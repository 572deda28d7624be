public import LayoutPrimitives
public import TextMeasurement

/// Creates views of an arrangement, of a user interface or as nodes of a document.
public protocol ViewFactory {
  /// A view, or the object that represents one.
  associatedtype View

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - description: The content of the view.
  ///   - frame: Its frame in the coordinates of the view around it, in points.
  ///   - text: The lines and baselines of a text; `nil` for views without text.
  ///   - subviews: The views in it, from the back.
  mutating func makeView(
    _ description: ViewDescription, frame: Rect, text: TextMeasure?, subviews: [View]
  ) -> View

  /// Changes a view of an earlier arrangement with the same name; by default it creates another.
  ///
  /// The `unused` views of a `ViewRecycler` do not include a view that this function receives but
  /// does not return.
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

/// Creates elements of an HTML document from the views of an arrangement.
///
/// Every view is an element at its position in the one around it, in CSS pixels, and has its name
/// as `data-id`.
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

  /// An element that contains all others.
  ///
  /// - Parameters:
  ///   - elements: The elements, from the back.
  ///   - frame: The arrangement's frame, in points; the element extends from the origin to its far
  ///     corner.
  public static func document(_ elements: [String], frame: Rect) -> String {
    "<div style=\"position:relative;width:\(frame.maxX.markup)px;"
      + "height:\(frame.maxY.markup)px\">\(elements.joined())</div>\n"
  }
}

/// Creates nodes of an SVG document from the views of an arrangement.
///
/// Every view is a group at its position with a rectangle of its size, and has its name as
/// `data-id`. Texts are one line at their first baseline: a sketch of the arrangement, not a
/// drawing.
public struct SVGViewFactory: ViewFactory {
  /// Creates a factory.
  public init() {}

  /// Makes a node.
  public mutating func makeView(
    _ description: ViewDescription, frame: Rect, text: TextMeasure?, subviews: [String]
  ) -> String {
    let extent = "width=\"\(frame.width.markup)\" height=\"\(frame.height.markup)\""
    let id = description.reuseID.map { " data-id=\"\($0.escaped)\"" } ?? ""
    var node = "<g transform=\"translate(\(frame.x.markup) \(frame.y.markup))\"\(id)>"
    node += "<rect \(extent) fill=\"none\" stroke=\"currentColor\"/>"
    switch description.content {
    case .plain: break
    case .label(let string), .button(let string):
      let baseline = text.map(\.firstBaseline).flatMap { $0 > 0 ? $0 : nil } ?? frame.height
      node += "<text y=\"\(baseline.markup)\">\(string.escaped)</text>"
    case .image(let source):
      node += "<image href=\"\(source.escaped)\" \(extent)/>"
    }
    return node + subviews.joined() + "</g>"
  }

  /// A whole document.
  ///
  /// - Parameters:
  ///   - nodes: The nodes, from the back.
  ///   - frame: The visible part of the plane, in points.
  public static func document(_ nodes: [String], frame: Rect) -> String {
    let box = [frame.x, frame.y, frame.width, frame.height].map(\.markup)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(box[2])\" height=\"\(box[3])\""
      + " viewBox=\"\(box.joined(separator: " "))\">\(nodes.joined())</svg>\n"
  }
}

extension String {
  /// The text for elements and quoted attributes of XML and HTML.
  ///
  /// Characters that XML does not allow become U+FFFD.
  var escaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // A parser of HTML would read it as a line feed.
      case "\r": escaped += "&#13;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Double {
  /// The number as in markup: without an exponent, and 0 for infinities and NaN.
  var markup: String { isFinite ? plainDecimal : "0" }
}
