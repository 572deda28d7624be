public import LayoutPrimitives
import TemplateDocuments
public import TextMeasurement

/// A view of a template: its kind and content, but not its layout.
public struct TemplateView: Hashable, Sendable {
  /// The kinds of views.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The cell itself, view 0.
    case cell
    /// A plain rectangle.
    case view
    /// A text.
    case label
    /// A picture.
    case image
    /// A button with a title, an image or both, inside insets.
    case button
    /// A view that arranges its subviews in a row or a column.
    case stack
    /// A view that arranges its subviews in rows and columns.
    case grid
    /// A switch, 51 × 31 points.
    case `switch`
    /// A rectangle without content, which takes part in layout but has no frame in the output.
    case guide
    /// Empty space between views, which takes part in layout but has no frame in the output.
    case spacer

    /// Whether the view has a frame in the output; guides and spacers have none.
    public var hasFrame: Bool { self != .guide && self != .spacer }
  }

  /// Id of the view, which names its frame in the output; `cell` for the cell.
  public var id: String
  /// The kind of the view.
  public var kind: Kind
  /// Index of the parent in `CellTemplate.views`; `nil` for the cell.
  public var parent: Int?
  /// The intrinsic content size that is declared or, for a switch, built in; `nil` without one.
  ///
  /// It takes precedence over the size of an image that comes from the record. For a label, or a
  /// button with a title, either both sides are set or neither is; if they are set, the text is not
  /// measured. Sides that come from the record are `nil` here, and in `boundIntrinsic`.
  public var intrinsic: IntrinsicSize?
  /// The sides of the declared intrinsic size that come from the record; `nil` for none.
  public var boundIntrinsic: BoundSize?
  /// Whether the view is always hidden.
  ///
  /// A stack omits the view. The constraints of the view still apply.
  public var isHidden = false
  /// The condition under which the view is hidden; `nil` for none.
  public var hiddenWhen: Condition?
  /// The view's object id in the Interface Builder file that it comes from, or `nil`.
  public var objectID: String?
  /// The name by which views of different layouts are matched; `nil` if they are matched by id.
  public var reuseID: String?
  /// The text of a label, or the title of a button; `nil` without one.
  public var label: LabelContent?
  /// The content of an image with a source; `nil` for other views.
  public var image: ImageContent?
  /// Line of the view in its document, from 1; 0 for the cell.
  public var line = 0
  /// The file of the document that declares the view; `nil` for the template's own document.
  public var file: String?
}

/// The text of a label or a button, and the settings of its layout.
public struct LabelContent: Hashable, Sendable {
  /// The text with bindings, which joins the texts of all pieces.
  public var text: BoundText
  /// The pieces of the text with their fonts; empty when the whole text has the font `font`.
  public var pieces: [TextPiece] = []
  /// The requested font.
  public var font = FontRequest()
  /// Maximum number of lines; 0 for no limit.
  public var lineLimit = 1
  /// The part of a text that an ellipsis replaces if the text does not fit: its head, middle or
  /// tail.
  ///
  /// With `clip`, the text is cut off without an ellipsis.
  public var truncation = TruncationMode.tail
  /// Whether lines are broken between words or between characters.
  public var wrapping = Wrapping.word
  /// Whether the empty halves of fullwidth punctuation are removed, as by CSS `text-spacing-trim`.
  public var textSpacingTrim = TextSpacingTrim.normal
  /// The line height; `nil` for the line height of the font.
  public var lineHeight: LineHeight?
  /// Distance added between lines, in points.
  public var lineSpacing = 0.0
  /// Distance after each paragraph except the last, in points.
  public var paragraphSpacing = 0.0
  /// Distance before each paragraph except the first, in points.
  public var paragraphSpacingBefore = 0.0
  /// Minimum factor by which the font shrinks before the text is truncated; 1 for no shrinking.
  public var minimumScale = 1.0
  /// Whether letter spacing may be reduced slightly before the last line is truncated.
  public var tightens = false
  /// Insets around the text of a button, in points.
  public var padding = Insets(all: 0)
  /// Size of the picture before the text of a button, in points; zero for no picture.
  public var picture = Size.zero
}

/// A piece of a label's text, with its own font.
public struct TextPiece: Hashable, Sendable {
  /// The text of the piece, with bindings.
  public var text: BoundText
  /// The requested font of the piece.
  public var font: FontRequest
}

/// The requested font of a label, before a font file is looked up.
public struct FontRequest: Hashable, Sendable {
  /// Name of the font family, or path of the font file, as written in the document.
  public var family = "system"
  /// The text style, which scales with the size category; `nil` when only a size was given.
  public var style: TextStyleName? = .body
  /// Font size in points, `> 0`, which replaces the size of the text style; `nil` for that size.
  public var size: Double?
  /// Weight from 1 to 1000 as in CSS, which replaces the weight of the text style; `nil` for that
  /// weight.
  public var weight: Int?
  /// Whether an italic face is requested.
  public var isItalic = false
  /// Requested width of the face, in percent of normal.
  public var width = 100.0
  /// The text style whose curve scales `size` with the size category; `nil` for a fixed size.
  public var scalesWith: TextStyleName?
  /// Distance added after every character, in points.
  public var letterSpacing = 0.0
  /// Distance added after every character, which depends on the font size.
  public var tracking = Tracking.none
  /// Distance by which the baseline is raised, in points.
  public var baselineOffset = 0.0
}

/// A line height: a multiple of the font's line height, limited by a minimum and a maximum.
public struct LineHeight: Hashable, Sendable {
  /// Factor by which the font's line height is multiplied.
  public var multiple = 1.0
  /// Minimum line height, in points; `nil` for no minimum.
  public var minimum: Double?
  /// Maximum line height, in points; `nil` for no maximum.
  public var maximum: Double?
}

/// The content of an image view.
public struct ImageContent: Hashable, Sendable {
  /// The image's URL with bindings; its value is empty for a record without an image.
  public var source: BoundText
  /// The width in pixels, at the path of the source followed by `.width`; `nil` without such a
  /// path.
  public var pixelWidth: BoundNumber?
  /// The height in pixels, at the path of the source followed by `.height`; `nil` without such a
  /// path.
  public var pixelHeight: BoundNumber?
  /// Pixels of the image per point of the intrinsic size.
  public var scale = 1.0
}

extension SourceLines {
  /// Converts the consecutive line number of a view to the file and the line number in it.
  func placed(_ view: TemplateView) -> TemplateView {
    var view = view
    view.file = otherFile(of: view.line)
    view.line = number(of: view.line)
    return view
  }
}
