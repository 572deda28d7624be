public import LayoutPrimitives

/// The items and constraints of a template, in document order.
public struct LayoutSystem: Hashable, Sendable {
  /// The items in document order; item 0 is the root, and a parent precedes its children.
  public var items: [LayoutItem]
  /// The template's constraints, in document order.
  public var constraints: [LayoutConstraint]
  /// The index of each constraint's group, or `nil` for no group; shape `[constraints]`.
  ///
  /// The constraints of a group are switched on and off together.
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

/// Which ambiguities of an item are reported.
///
/// Source: Interface Builder's "Ambiguity" of a view: always verify, verify position only, never
/// verify.
public enum AmbiguityVerification: String, Hashable, Sendable, CaseIterable {
  /// Ambiguous positions and extents are reported.
  case always
  /// Only ambiguous positions are reported, because the extents are decided at run time.
  case position
  /// No ambiguity is reported.
  case never
}

/// A rectangle of a layout: the root, a view, a guide or a spacer.
public struct LayoutItem: Hashable, Sendable {
  /// How an item gets its intrinsic content size.
  public enum Content: Hashable, Sendable {
    /// The item has no intrinsic content size.
    case none
    /// `LayoutEngine.setIntrinsic` sets the size; it may be missing along an axis.
    case intrinsic
    /// The content is text: `ContentSizing` measures its unwrapped width, and its height at a
    /// width.
    case text
  }

  /// Stable name of the item in output and diagnostics.
  public var name: String
  /// Index of the parent; `nil` for the root, which is item 0.
  public var parent: Int?
  /// How the item gets its intrinsic content size.
  public var content: Content
  /// Priorities of content hugging: `extent <= intrinsic`.
  public var hugging: ContentPriorities
  /// Priorities of compression resistance: `extent >= intrinsic`.
  public var compression: ContentPriorities
  /// The item whose width this item's content determines by hugging and compression resistance;
  /// `nil` for this item.
  ///
  /// In a grid, it is a guide for a view that fills its column. The guide is as wide as the
  /// content, even if the view is stretched.
  public var contentWidthItem: Int?
  /// The item whose height this item's content determines by hugging and compression resistance;
  /// `nil` for this item.
  public var contentHeightItem: Int?
  /// The layout margins that are set for the item, in points.
  public var margins: Insets
  /// Whether the item's margins also cover the superview's margins; see `LayoutMargins`.
  public var preservesSuperviewMargins = false
  /// Distances by which the frame extends beyond the alignment rectangle, in points.
  public var alignmentInsets = Insets(all: 0)
  /// Which ambiguities of the item are reported.
  public var verification = AmbiguityVerification.always
  /// Required width, in points; `nil` for none.
  public var fixedWidth: Double?
  /// Required height, in points; `nil` for none.
  public var fixedHeight: Double?

  /// The item whose extent along an axis this item's content determines; `nil` for this item.
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
