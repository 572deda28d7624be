/// One view of a template: its kind and content, without its layout.
public struct TemplateView: Hashable, Sendable {
  /// What a view is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The cell itself, view 0.
    case cell
    /// A plain rectangle.
    case view
    /// Text.
    case label
    /// A picture.
    case image
    /// A title, a picture or both, with insets.
    case button
    /// Arranges its subviews one after the other.
    case stack
    /// A switch, 51 × 31 points.
    case `switch`
    /// A rectangle that takes part in layout only.
    case guide
    /// Empty space between views that takes part in layout only.
    case spacer

    /// Whether output has a frame for it, unlike for guides and spacers.
    public var hasFrame: Bool { self != .guide && self != .spacer }
  }

  /// Stable name of the view's frame in the output, `cell` for the root.
  public var id: String
  /// What the view is.
  public var kind: Kind
  /// Index of the parent in `CellTemplate.views`, or `nil` for the cell.
  public var parent: Int?
  /// The declared intrinsic content size, or that of a switch.
  ///
  /// It takes precedence over a record's size of an image.
  public var intrinsic: IntrinsicSize?
  /// Whether the view is hidden, which a stack leaves out, while its constraints hold.
  public var isHidden = false
  /// The condition under which the view is hidden.
  public var hiddenWhen: Condition?
  /// The view's id in the Interface Builder file that it comes from.
  public var objectID: String?
  /// The content of a label, or a button's title.
  public var label: LabelContent?
  /// The content of an image with a source.
  public var image: ImageContent?
  /// Line of the view in its document, from 1, or 0 for the cell.
  public var line = 0
  /// The document, or `nil` for the template's own.
  public var file: String?
}
