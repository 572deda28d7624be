public import LayoutPrimitives

/// The properties of an item besides its name and parent.
public struct ItemTraits: Hashable, Sendable {
  /// Priorities of `extent <= intrinsic`; 250 by default.
  public var hugging = ContentPriorities(both: .defaultHugging)
  /// Priorities of `extent >= intrinsic`; 750 by default.
  public var compression = ContentPriorities(both: .defaultCompression)
  /// The item's own layout margins, in points.
  public var margins = Insets(all: 8)
  /// Minimum of the own margins, in points, as of a view controller.
  public var minimumMargins = Insets(all: 0)
  /// Whether the margins are at least as large as the superview's.
  public var preservesSuperviewMargins = false
  /// How far the frame extends beyond the alignment rectangle, in points.
  public var alignmentInsets = Insets(all: 0)
  /// Whether the item is hidden: its constraints stay; only a stack collapses it.
  public var isHidden = false
  /// Required width, in points; `nil` where free.
  public var fixedWidth: Double?
  /// Required height, in points; `nil` where free.
  public var fixedHeight: Double?

  /// Creates the traits of a plain view.
  public init() {}

  /// The larger of own and minimum margins for each side.
  var ownMargins: Insets {
    Insets(
      top: max(margins.top, minimumMargins.top),
      leading: max(margins.leading, minimumMargins.leading),
      bottom: max(margins.bottom, minimumMargins.bottom),
      trailing: max(margins.trailing, minimumMargins.trailing))
  }

  /// All lengths with their names.
  var lengths: [(name: String, value: Double)] {
    var result: [(String, Double)] = []
    for (name, insets) in [
      ("margin", margins), ("minimum margin", minimumMargins),
      ("alignment inset", alignmentInsets),
    ] {
      for value in [insets.top, insets.leading, insets.bottom, insets.trailing] {
        result.append((name, value))
      }
    }
    if let fixedWidth { result.append(("width", fixedWidth)) }
    if let fixedHeight { result.append(("height", fixedHeight)) }
    return result
  }
}

/// An item of a scene.
struct ItemRecord: Sendable {
  var name: String
  var parent: Int?
  var content: LayoutItem.Content
  var traits: ItemTraits
  /// Intrinsic content size, in points; `nil` for none on an axis.
  var intrinsicWidth: Double?
  var intrinsicHeight: Double?
  /// The stack that arranges the item.
  var stack: Int?

  /// The item for the engine; margins are part of constants.
  var layoutItem: LayoutItem {
    LayoutItem(
      name: name, parent: parent, content: content, hugging: traits.hugging,
      compression: traits.compression, margins: Insets(all: 0), fixedWidth: traits.fixedWidth,
      fixedHeight: traits.fixedHeight)
  }

  /// The same with the margins, some of which may depend on the layout.
  var itemWithMargins: LayoutItem {
    var item = layoutItem
    item.margins = traits.ownMargins
    item.preservesSuperviewMargins = traits.preservesSuperviewMargins
    item.alignmentInsets = traits.alignmentInsets
    return item
  }

  /// The fixed or intrinsic extent along an axis, if any.
  func ownExtent(_ axis: Axis) -> Double? {
    axis == .horizontal
      ? traits.fixedWidth ?? intrinsicWidth : traits.fixedHeight ?? intrinsicHeight
  }
}
