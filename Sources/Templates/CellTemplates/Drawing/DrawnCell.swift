public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// The text of a label or button with its glyphs, and its rectangle in the cell.
public struct DrawnText: Sendable {
  /// The text, drawn at the width of its rectangle.
  public let drawing: TextDrawing
  /// The rectangle of the text, in points from the cell's top-left corner.
  public let room: Rect
  /// The y coordinate of the text's top edge, in points; UIKit centers text vertically in a label.
  public let top: Double
  /// The rectangle of the image beside a button's text, in points from the cell's top-left corner.
  ///
  /// It is `nil` without an image.
  public let picture: Rect?
  /// Indices into the template's `views` of the views on whose areas the text is drawn.
  public var areas: [Int] = []
}

/// A laid-out record, with all that is needed to draw it.
public struct DrawnCell: Sendable {
  /// The template of the cell.
  public let template: CellTemplate
  /// The environment for which the cell is laid out.
  public let environment: Environment
  /// Height, frames and caveats as they are stored, in pixels; the frames are indexed as
  /// `framedViews`.
  public let layout: CellLayout
  /// The frames before they are aligned to pixels, in points; item `i` is view `i` of the template.
  public let solved: SolvedCell
  /// Indices into the template's `views` of the views with a frame in the output.
  public let framedViews: [Int]
  /// The content of each view, indexed as the template's `views`.
  public let contents: [Content]
  /// The boxes of the elements of the record's markup, in the order of the markup.
  public let blocks: [MarkupBlock]
  /// The texts of the record's markup.
  public let blockTexts: [DrawnText]
  /// Effective layout margins of each view, in points, indexed as the template's `views`.
  public let margins: [Insets]
  /// Whether each view is hidden, indexed as the template's `views`.
  public let isHidden: [Bool]
  /// The constraints that decide the frames of the requested views, in the requested order.
  public let determinations: [FrameDetermination]

  /// The content of a view.
  public enum Content: Sendable {
    /// The view has no content.
    case none
    /// The text of a label or button.
    case text(DrawnText)
    /// An image, which the record may lack.
    case image(isPresent: Bool)
  }

  /// The frame of a view, aligned to whole pixels, in points from the cell's top-left corner.
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

/// A laid-out record with the content of its views.
///
/// It is for web pages and other programs that draw texts from characters and styles, not from
/// glyphs.
public struct CellContent: Sendable {
  /// The template of the cell.
  public let template: CellTemplate
  /// Height, frames and caveats as they are stored, in pixels.
  public let layout: CellLayout
  /// The frames before they are aligned to pixels, in points; item `i` is view `i` of the template.
  public let solved: SolvedCell
  /// The language of the record's texts, or `nil` if the record gives none.
  public let language: String?
  /// The content of each view, indexed as the template's `views`.
  public let views: [View]
  /// The boxes of pictures in the record's markup.
  public let markupPictures: [MarkupBlock]
  /// The texts of the record's markup, with their frames in points.
  public let markupTexts: [(frame: Rect, text: Text)]

  /// The content of a view.
  public struct View: Sendable {
    /// Whether the view, or a view around it, is hidden.
    public let isHidden: Bool
    /// The text of a label or button; `nil` for other views.
    public let text: Text?
    /// The URL of a picture, empty if the record has none.
    ///
    /// It is `nil` for views whose picture does not come from the record.
    public let picture: String?
  }

  /// A text with all values on which its lines depend.
  public struct Text: Sendable {
    /// The characters with the styles of their runs.
    public let text: AttributedText
    /// The style of characters outside the runs, and the distances between lines.
    public let style: TextStyle
    /// Line limit, truncation mode, shrinking and tightening.
    public let fitting: LineFitting
    /// Insets around the text of a button, in points.
    public let padding: Insets
    /// Whether the text is aligned, indented, or moved by boxes on its lines, as only cards may say.
    public let isPlaced: Bool
    /// Size of the picture before the text of a button, in points; zero for no picture.
    public let picture: Size
    /// Extent of the text with padding and picture, in points; `nil` if the layout did not measure
    /// it.
    public let measured: TextExtent?
  }
}
