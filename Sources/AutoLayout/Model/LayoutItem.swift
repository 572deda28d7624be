public import LayoutPrimitives

// reason: a plain value; any two ranks go together.
/// The ranks with which an item keeps its intrinsic size along the two axes.
public struct ContentPriorities: Hashable, Sendable {
  /// Rank along x.
  public var horizontal: Priority
  /// Rank along y.
  public var vertical: Priority

  /// Creates a pair of ranks.
  public init(horizontal: Priority, vertical: Priority) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The rank along an axis.
  public subscript(axis: Axis) -> Priority {
    axis == .horizontal ? horizontal : vertical
  }
}

/// What is reported of an item that its constraints leave open.
///
/// Source: Interface Builder's "Ambiguity" of a view: always verify, verify position only, never
/// verify.
public enum AmbiguityVerification: String, Hashable, Sendable, CaseIterable {
  /// Positions and extents.
  case always
  /// Positions only: whoever fills the view at run time decides its extent.
  case position
  /// Nothing.
  case never
}

/// A rectangle that takes part in layout: the cell, a view, a guide or a spacer.
public struct LayoutItem: Hashable, Sendable {
  /// Where the item's intrinsic content size comes from, if it has any.
  public enum Content: Hashable, Sendable {
    /// The item has no content of its own.
    case none
    /// The engine hands in the intrinsic size before each layout; either axis may have none.
    case intrinsic
    /// Text: the item's height depends on the width it is given, and is asked of `ContentSizing`.
    case text
  }

  /// Stable name, as in output and diagnostics.
  public var name: String
  /// Index of the parent; `nil` for the root, which is item 0.
  public var parent: Int?
  /// Where the intrinsic content size comes from.
  public var content: Content
  /// Ranks of `extent <= intrinsic`.
  public var hugging: ContentPriorities
  /// Ranks of `extent >= intrinsic`.
  public var compression: ContentPriorities
  /// Layout margins, in points.
  public var margins: Insets
  /// Whether the margins also reach as far inwards as the superview's do.
  ///
  /// The engine takes `margins` as they are; `LayoutMargins` finds out what they grow to.
  public var preservesSuperviewMargins = false
  /// How far the frame reaches beyond the alignment rect of which constraints speak, in points.
  public var alignmentInsets = Insets(all: 0)
  /// What of it is reported where the constraints leave it open.
  public var verification = AmbiguityVerification.always
  /// Required extents, in points; `nil` where free.
  public var fixedWidth: Double?
  /// Required height, in points; `nil` where free.
  public var fixedHeight: Double?

  /// Creates an item.
  public init(
    name: String, parent: Int?, content: Content = .none,
    hugging: ContentPriorities = .init(horizontal: .defaultHugging, vertical: .defaultHugging),
    compression: ContentPriorities = .init(
      horizontal: .defaultCompression, vertical: .defaultCompression),
    margins: Insets = Insets(all: 8), fixedWidth: Double? = nil, fixedHeight: Double? = nil,
    verification: AmbiguityVerification = .always
  ) {
    self.name = name
    self.parent = parent
    self.content = content
    self.hugging = hugging
    self.compression = compression
    self.margins = margins
    self.fixedWidth = fixedWidth
    self.fixedHeight = fixedHeight
    self.verification = verification
  }
}
