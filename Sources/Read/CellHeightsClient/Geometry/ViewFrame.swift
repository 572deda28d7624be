/// The frame of one view of a cell, in points from the cell's top-left corner.
public struct ViewFrame: Hashable, Sendable {
  /// The view's id in its template.
  public let id: String
  /// The kind: `view`, `label`, `image` and so on.
  public let kind: String
  /// Left edge, in points.
  public let x: Double
  /// Top edge, in points.
  public let y: Double
  /// Width, in points.
  public let width: Double
  /// Height, in points.
  public let height: Double
  /// Lines of a label, 0 where they were not measured; nil for any other view.
  public let lines: Int?
  /// Whether the text of a label was cut.
  public let isTruncated: Bool

  init(
    id: String, kind: String, edges: (x: Int, y: Int, width: Int, height: Int), stored: Int16?,
    stepsPerPoint: Double
  ) {
    self.id = id
    self.kind = kind
    x = Double(edges.x) / stepsPerPoint
    y = Double(edges.y) / stepsPerPoint
    width = Double(edges.width) / stepsPerPoint
    height = Double(edges.height) / stepsPerPoint
    lines = stored.map { Int($0.magnitude) }
    isTruncated = (stored ?? 0) < 0
  }
}
