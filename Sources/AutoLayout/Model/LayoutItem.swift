public import LayoutPrimitives

// reason: a plain value; any two priorities are valid.
/// The priorities of an item's intrinsic size along the two axes.
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

/// Which ambiguities of an item are reported.
///
/// Source: Interface Builder's "Ambiguity" of a view: always verify, verify position only, never
/// verify.
public enum AmbiguityVerification: String, Hashable, Sendable, CaseIterable {
  /// Positions and extents.
  case always
  /// Positions only: the extent is decided at run time.
  case position
  /// Nothing.
  case never
}

/// A rectangle of a layout: the cell, a view, a guide or a spacer.
public struct LayoutItem: Hashable, Sendable {
  /// Where the item's intrinsic content size comes from, if it has any.
  public enum Content: Hashable, Sendable {
    /// The item has no content of its own.
    case none
    /// The intrinsic size is set before each layout; either axis may have none.
    case intrinsic
    /// Text: `ContentSizing` measures its height at its width.
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
  /// Whether the margins are at least as large as the superview's; see `LayoutMargins`.
  public var preservesSuperviewMargins = false
  /// How far the frame extends beyond the alignment rectangle, in points.
  public var alignmentInsets = Insets(all: 0)
  /// Which ambiguities are reported.
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
