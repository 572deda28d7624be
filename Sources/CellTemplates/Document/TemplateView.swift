/// One view of a template: what it is and what it shows; its place is the layout system's matter.
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
    /// A title, a picture or both, with room around them.
    case button
    /// Arranges its subviews one after the other.
    case stack
    /// A switch, 51 × 31 points.
    case `switch`
    /// A rectangle that takes part in layout only.
    case guide
    /// Empty room between views; takes part in layout only.
    case spacer

    /// Whether output has a frame for it; guides and spacers have none.
    public var hasFrame: Bool { self != .guide && self != .spacer }
  }

  /// Stable name of the view's frame in the output; `cell` for the root.
  public var id: String
  /// What the view is.
  public var kind: Kind
  /// Index of the parent in `CellTemplate.views`; `nil` for the cell.
  public var parent: Int?
  /// The declared intrinsic content size, a switch's own included.
  ///
  /// It goes before what a record tells of an image; `nil` when none is known before binding.
  public var intrinsic: IntrinsicSize?
  /// Whether the view is hidden; its constraints hold all the same, but a stack leaves it out.
  public var isHidden = false
  /// When the view is hidden; `nil` when no record decides it.
  public var hiddenWhen: Condition?
  /// The view's id in the Interface Builder file that it comes from.
  public var objectID: String?
  /// What a label shows, or a button's title; `nil` for every other kind.
  public var label: LabelContent?
  /// What an image shows; `nil` for every other kind and for an image without a source.
  public var image: ImageContent?
  /// Line of the view in its document, from 1; 0 for the cell.
  public var line = 0
  /// The document, where it is not the template's own; `nil` for that.
  public var file: String?
}
