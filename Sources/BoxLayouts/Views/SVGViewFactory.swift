public import LayoutPrimitives
public import TextMeasurement

/// Makes nodes of an SVG document of the views of an arrangement.
///
/// Every view is a group at its place with a rectangle of its size, and has its name as `data-id`.
/// Texts are one line at their first baseline: a sketch of the arrangement, not a drawing.
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
  ///   - frame: The part of the plane that is shown, in points.
  public static func document(_ nodes: [String], frame: Rect) -> String {
    let box = [frame.x, frame.y, frame.width, frame.height].map(\.markup)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(box[2])\" height=\"\(box[3])\""
      + " viewBox=\"\(box.joined(separator: " "))\">\(nodes.joined())</svg>\n"
  }
}
