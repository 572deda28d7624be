public import LayoutPrimitives
public import TextMeasurement

/// Creates the views of an arrangement, such as views of a user interface or nodes of a document.
public protocol ViewFactory {
  /// A view, or the object that represents one.
  associatedtype View

  /// Creates a view with its subviews.
  ///
  ///   - description: The content of the view and its name.
  ///   - description: The content of the view.
  ///   - frame: The frame of the view in the coordinates of the containing view, in points.
  ///   - text: The lines and baselines of the view's text; `nil` for views without text.
  ///   - subviews: The views directly inside the view, the rearmost first.
  mutating func makeView(
    _ description: ViewDescription, frame: Rect, text: TextMeasure?, subviews: [View]
  ) -> View

  /// Updates a view that an earlier arrangement created under the same name, and returns it.
  ///
  /// By default, it creates a new view instead. A factory that returns another view than it
  /// received must itself remove the received view, which `ViewRecycler.unused` does not contain.
  mutating func reuseView(
    _ view: View, as description: ViewDescription, frame: Rect, text: TextMeasure?,
    subviews: [View]
  ) -> View
}

extension ViewFactory {
  /// Creates a new view; the existing view is not used.
  public mutating func reuseView(
    _ view: View, as description: ViewDescription, frame: Rect, text: TextMeasure?,
    subviews: [View]
  ) -> View {
    makeView(description, frame: frame, text: text, subviews: subviews)
  }
}

/// Creates elements of an HTML document from the views of an arrangement.
///
/// Each view becomes an element with an absolute position in the element that contains it; a point
/// is a CSS pixel. The attribute `data-id` contains the name of the view.
public struct HTMLViewFactory: ViewFactory {
  /// Creates a factory.
  public init() {}

  /// Creates the element of a view.
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
      // An `img` element cannot contain other elements.
      return "<div\(attributes)>\(image) style=\"width:100%;height:100%\">\(inside)</div>"
    }
  }

  /// An element that contains all elements of an arrangement.
  ///
  /// - Parameters:
  ///   - elements: The outermost elements, the rearmost first.
  ///   - frame: The arrangement's frame, in points. The element extends from the origin to the
  ///     bottom-right corner of this frame.
  public static func document(_ elements: [String], frame: Rect) -> String {
    "<div style=\"position:relative;width:\(frame.maxX.markup)px;"
      + "height:\(frame.maxY.markup)px\">\(elements.joined())</div>\n"
  }
}

/// Creates nodes of an SVG document from the views of an arrangement.
///
/// Each view becomes a group at its position, with a rectangle of its size. The attribute `data-id`
/// contains the name of the view. A text is one line at its first baseline, so the document is only
/// a sketch of the arrangement.
public struct SVGViewFactory: ViewFactory {
  /// Creates a factory.
  public init() {}

  /// Creates the node of a view.
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

  /// A complete SVG document with the nodes of an arrangement.
  ///
  /// - Parameters:
  ///   - nodes: The outermost nodes, the rearmost first.
  ///   - frame: The visible area, in points.
  public static func document(_ nodes: [String], frame: Rect) -> String {
    let box = [frame.x, frame.y, frame.width, frame.height].map(\.markup)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(box[2])\" height=\"\(box[3])\""
      + " viewBox=\"\(box.joined(separator: " "))\">\(nodes.joined())</svg>\n"
  }
}

extension String {
  /// The text, escaped for elements and quoted attributes of XML and HTML.
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
      // An HTML parser would read an unescaped carriage return as a line feed.
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
  /// The shortest decimal of the number without an exponent; 0 for infinities and NaN.
  var markup: String { isFinite ? plainDecimal : "0" }
}
