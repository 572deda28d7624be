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
    /// A title, an image or both, with insets.
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

    /// Whether the view has a frame in the output, which guides and spacers do not have.
    public var hasFrame: Bool { self != .guide && self != .spacer }
  }

  /// Id of the view, which names its frame in the output; `cell` for the root.
  public var id: String
  /// The kind of the view.
  public var kind: Kind
  /// Index of the parent in `CellTemplate.views`, or `nil` for the cell.
  public var parent: Int?
  /// The declared intrinsic content size, or a switch's own; `nil` without one.
  ///
  /// It takes precedence over the size of an image that comes from the record. A label or button
  /// with a title has both sides or neither, and is not measured with them. Sides in
  /// `boundIntrinsic` are `nil` here.
  public var intrinsic: IntrinsicSize?
  /// The sides of the declared intrinsic size that come from the record; `nil` for none.
  public var boundIntrinsic: BoundSize?
  /// Whether the view is always hidden.
  ///
  /// A stack leaves it out; its own constraints still hold.
  public var isHidden = false
  /// The condition under which the view is hidden, or `nil`.
  public var hiddenWhen: Condition?
  /// The view's object id in the Interface Builder file that it comes from, or `nil`.
  public var objectID: String?
  /// The name by which views of different layouts are taken for the same one; `nil` for the id.
  public var reuseID: String?
  /// The text of a label or a button's title, or `nil`.
  public var label: LabelContent?
  /// The content of an image with a source, or `nil`.
  public var image: ImageContent?
  /// Line of the view in its document, from 1, or 0 for the cell.
  public var line = 0
  /// The file of the view's document, or `nil` for the template's own.
  public var file: String?
}
