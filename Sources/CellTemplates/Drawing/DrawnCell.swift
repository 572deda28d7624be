public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

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
  /// Whether each view is hidden; shape `[views]`.
  public let isHidden: [Bool]
  /// What decides the frames of the views that were asked for, in the order asked.
  public let determinations: [FrameDetermination]

  /// What a view shows.
  public enum Content: Sendable {
    /// Nothing of its own.
    case none
    /// A label's text at the label's width.
    case text(TextDrawing)
    /// A picture; `isPresent` says whether the record has one.
    case image(isPresent: Bool)
  }

  /// Frame of a view on the device's pixels, in points from the cell's top-left.
  public func frame(of view: Int) -> Rect {
    let grid = environment.grid
    let pixels = grid.snap(solved.frames[view])
    return Rect(
      x: grid.points(pixels.x), y: grid.points(pixels.y), width: grid.points(pixels.width),
      height: grid.points(pixels.height))
  }

  /// Lines of a label as measured; `nil` for what is no label or was not measured.
  public func lines(of view: Int) -> LabelLines? { solved.texts[view]?.lines }
}
