public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// A text in the room that its view leaves it.
public struct DrawnText: Sendable {
  /// The text at the width of its room.
  public let drawing: TextDrawing
  /// The room, in points from the cell's top-left.
  public let room: Rect
  /// The picture beside the text of a button, in points from the cell's top-left.
  public let picture: Rect?
}

/// One record laid out, with everything that a picture of it shows: glyphs, pictures, reasons.
public struct DrawnCell: Sendable {
  /// The template.
  public let template: CellTemplate
  /// What it was laid out for.
  public let environment: Environment
  /// Height, frames and trust as a store keeps them, in the order of `framedViews`.
  public let layout: CellLayout
  /// The engine's exact frames; items are the template's views.
  public let solved: SolvedCell
  /// The views that have a frame in the output, as indices in the template's views.
  public let framedViews: [Int]
  /// What each view shows; shape `[views]`.
  public let contents: [Content]
  /// Layout margins of each view as they are in effect, in points; shape `[views]`.
  public let margins: [Insets]
  /// Whether each view is hidden; shape `[views]`.
  public let isHidden: [Bool]
  /// What decides the frames of the views that were asked for, in the order asked.
  public let determinations: [FrameDetermination]

  /// What a view shows.
  public enum Content: Sendable {
    /// Nothing of its own.
    case none
    /// A label's text.
    case text(DrawnText)
    /// A picture; `isPresent` says whether the record has one.
    case image(isPresent: Bool)
  }

  /// Frame of a view on the device's pixels, in points from the cell's top-left.
  public func frame(of view: Int) -> Rect {
    environment.grid.snapped(solved.frames[view])
  }

  /// Lines of a label as measured; `nil` for what is no label or was not measured.
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
