public import LayoutPrimitives

/// The items and constraints of a template, in document order.
public struct LayoutSystem: Hashable, Sendable {
  /// The items in document order; item 0 is the root, and a parent precedes its children.
  public var items: [LayoutItem]
  /// The template's constraints, in document order.
  public var constraints: [LayoutConstraint]
  /// For each constraint, the index of its group, or `nil` if it is in none; shape
  /// `[constraints]`.
  public var groups: [Int?]
  /// Number of groups.
  public var groupCount: Int

  /// Creates a system.
  public init(
    items: [LayoutItem], constraints: [LayoutConstraint], groups: [Int?], groupCount: Int
  ) {
    self.items = items
    self.constraints = constraints
    self.groups = groups
    self.groupCount = groupCount
  }
}

// reason: a plain value; any two priorities are valid.
/// The priorities of an item's hugging or compression resistance, one for each axis.
public struct ContentPriorities: Hashable, Sendable {
  /// Priority along the horizontal axis.
  public var horizontal: Priority
  /// Priority along the vertical axis.
  public var vertical: Priority

  /// Creates a pair of priorities.
  public init(horizontal: Priority, vertical: Priority) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The priority along an axis.
  public subscript(axis: Axis) -> Priority {
    axis == .horizontal ? horizontal : vertical
  }
}

/// The ambiguities of an item that are reported.
///
/// Source: Interface Builder's "Ambiguity" of a view: always verify, verify position only, never
/// verify.
public enum AmbiguityVerification: String, Hashable, Sendable, CaseIterable {
  /// Ambiguous positions and extents are reported.
  case always
  /// Only ambiguous positions are reported; extents are decided at run time.
  case position
  /// No ambiguity is reported.
  case never
}

/// A rectangle of a layout: the cell, a view, a guide or a spacer.
public struct LayoutItem: Hashable, Sendable {
  /// The source of the item's intrinsic content size, if it has any.
  public enum Content: Hashable, Sendable {
    /// The item has no intrinsic content size.
    case none
    /// The intrinsic size is set before each layout; either axis may have none.
    case intrinsic
    /// The content is text: `ContentSizing` measures its height at its width.
    case text
  }

  /// Stable name of the item in output and diagnostics.
  public var name: String
  /// Index of the parent; `nil` for the root, which is item 0.
  public var parent: Int?
  /// The source of the intrinsic content size.
  public var content: Content
  /// Priorities of content hugging: `extent <= intrinsic`.
  public var hugging: ContentPriorities
  /// Priorities of compression resistance: `extent >= intrinsic`.
  public var compression: ContentPriorities
  /// The item to whose width the hugging and compression resistance of this item's content apply;
  /// `nil` for this item.
  ///
  /// A grid gives a view that fills its column a guide as wide as the content, however far the view
  /// is stretched.
  public var contentWidthItem: Int?
  /// The item to whose height the hugging and compression resistance of this item's content apply;
  /// `nil` for this item.
  public var contentHeightItem: Int?
  /// The item's own layout margins, in points.
  public var margins: Insets
  /// Whether the superview's margins are preserved inside the item; see `LayoutMargins`.
  public var preservesSuperviewMargins = false
  /// Distances by which the frame extends beyond the alignment rectangle, in points.
  public var alignmentInsets = Insets(all: 0)
  /// Which ambiguities of the item are reported.
  public var verification = AmbiguityVerification.always
  /// Required width, in points; `nil` for none.
  public var fixedWidth: Double?
  /// Required height, in points; `nil` for none.
  public var fixedHeight: Double?

  /// The item to whose extent the content applies along an axis; `nil` for this item.
  func contentItem(_ axis: Axis) -> Int? {
    axis == .horizontal ? contentWidthItem : contentHeightItem
  }

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

/// A handle to an item of a `LayoutScene`: a view, a guide or a spacer; valid in that scene only.
public struct SceneItem: Hashable, Sendable {
  /// Index of the item in its scene, in the order of adding; 0 is the root.
  public let index: Int

  package init(_ index: Int) { self.index = index }

  /// The anchor of an attribute of the item, without the compile-time checks of typed anchors.
  public func anchor(_ attribute: Attribute) -> Anchor { Anchor(item: index, attribute: attribute) }
}
