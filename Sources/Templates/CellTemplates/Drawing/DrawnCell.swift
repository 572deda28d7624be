public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// The drawn text of a label or button, with its rectangle in the cell.
public struct DrawnText: Sendable {
  /// The text, drawn at the width of its rectangle.
  public let drawing: TextDrawing
  /// The rectangle of the text, in points from the cell's top left.
  public let room: Rect
  /// The rectangle of a button's image beside its text, in points from the cell's top left, or
  /// `nil`.
  public let picture: Rect?
}

/// A laid-out record, with what is needed to draw it.
public struct DrawnCell: Sendable {
  /// The template.
  public let template: CellTemplate
  /// The environment.
  public let environment: Environment
  /// Height, frames and caveats as they are stored, in the order of `framedViews`.
  public let layout: CellLayout
  /// The engine's exact frames, in points.
  ///
  /// Its items are the template's views.
  public let solved: SolvedCell
  /// Indices into the template's `views` of the views with a frame in the output.
  public let framedViews: [Int]
  /// The content of each view, indexed as the template's `views`.
  public let contents: [Content]
  /// Effective layout margins of each view, in points, indexed as the template's `views`.
  public let margins: [Insets]
  /// Whether each view is hidden, indexed as the template's `views`.
  public let isHidden: [Bool]
  /// The constraints that decide the frames of the requested views, in the order of the request.
  public let determinations: [FrameDetermination]

  /// The content of a view.
  public enum Content: Sendable {
    /// No content of its own.
    case none
    /// The text of a label or button.
    case text(DrawnText)
    /// A picture, which is absent when the record has none.
    case image(isPresent: Bool)
  }

  /// The frame of a view, aligned to whole pixels, in points from the cell's top left.
  public func frame(of view: Int) -> Rect {
    environment.grid.snapped(solved.frames[view])
  }

  /// The lines of a label, or `nil` if it was not measured.
  public func lines(of view: Int) -> LabelLines? { solved.texts[view]?.lines }
}

extension PixelGrid {
  /// A rectangle with its edges aligned to whole pixels, in points.
  func snapped(_ rect: Rect) -> Rect {
    let pixels = snap(rect)
    return Rect(
      x: points(pixels.x), y: points(pixels.y), width: points(pixels.width),
      height: points(pixels.height))
  }
}
