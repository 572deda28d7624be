public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// A text in its rectangle of a view.
public struct DrawnText: Sendable {
  /// The text at the width of its rectangle.
  public let drawing: TextDrawing
  /// The rectangle, in points from the cell's top-left.
  public let room: Rect
  /// The picture beside the text of a button, in points from the cell's top-left.
  public let picture: Rect?
}

/// A laid-out record with everything that a picture of it shows.
public struct DrawnCell: Sendable {
  /// The template.
  public let template: CellTemplate
  /// The environment.
  public let environment: Environment
  /// Height, frames and caveats as stored, in the order of `framedViews`.
  public let layout: CellLayout
  /// The engine's exact frames, whose items are the template's views.
  public let solved: SolvedCell
  /// The views that have a frame in the output, as indices in the template's views.
  public let framedViews: [Int]
  /// What each view shows, shape `[views]`.
  public let contents: [Content]
  /// Layout margins of each view as they are in effect, in points, shape `[views]`.
  public let margins: [Insets]
  /// Whether each view is hidden, shape `[views]`.
  public let isHidden: [Bool]
  /// The constraints that decide the frames of the requested views, in their order.
  public let determinations: [FrameDetermination]

  /// What a view shows.
  public enum Content: Sendable {
    /// Nothing.
    case none
    /// A label's text.
    case text(DrawnText)
    /// A picture, which the record may have or not.
    case image(isPresent: Bool)
  }

  /// Frame of a view on the device's pixels, in points from the cell's top-left.
  public func frame(of view: Int) -> Rect {
    environment.grid.snapped(solved.frames[view])
  }

  /// Lines of a label, if it was measured.
  public func lines(of view: Int) -> LabelLines? { solved.texts[view]?.lines }
}

extension PixelGrid {
  /// A rectangle between snapped edges, in points.
  func snapped(_ rect: Rect) -> Rect {
    let pixels = snap(rect)
    return Rect(
      x: points(pixels.x), y: points(pixels.y), width: points(pixels.width),
      height: points(pixels.height))
  }
}
