public import AutoLayout
public import LayoutPrimitives

extension LayoutScene {
  /// The width or height that means no intrinsic size along an axis, like
  /// `UIView.noIntrinsicMetric`.
  public static let noIntrinsicMetric = -1.0

  /// Adds a layout guide: an item without margins and content.
  ///
  /// - Throws: `SceneError` for a name that is already used or an unknown parent, or if a limit
  ///   would be exceeded.
  @discardableResult
  public mutating func addGuide(
    _ name: String, in parent: SceneItem? = nil
  ) throws(SceneError) -> SceneItem {
    try addItem(name, in: parent) {
      $0.margins = Insets(all: 0)
      $0.isGuide = true
    }
  }

  /// Adds a guide for internal use; appends a number to the name if it is already used.
  mutating func addOwnGuide(
    _ name: String, in parent: SceneItem
  ) throws(SceneError) -> SceneItem {
    var unique = name
    var number = 2
    while tree.item(named: unique) != nil {
      unique = "\(name) \(number)"
      number += 1
    }
    return try addGuide(unique, in: parent)
  }

  /// The item with the given name; `nil` if there is none.
  public func item(named name: String) -> SceneItem? { tree.item(named: name) }

  /// The name of an item; empty for a handle of another scene.
  public func name(of item: SceneItem) -> String { tree.record(item)?.name ?? "" }

  /// The superview of an item; `nil` for the root, or for a handle of another scene.
  public func superview(of item: SceneItem) -> SceneItem? {
    tree.record(item)?.parent.map(SceneItem.init)
  }

  /// Whether an item is hidden itself; its superviews do not count.
  public func isHidden(_ item: SceneItem) -> Bool { tree.record(item)?.traits.isHidden ?? false }

  /// Sets the intrinsic content size of an item, in points; `noIntrinsicMetric` means none along an
  /// axis.
  ///
  /// - Throws: `SceneError` if the item is unknown, its content is text, or a number is invalid.
  public mutating func setIntrinsic(_ item: SceneItem, _ size: Size) throws(SceneError) {
    try setIntrinsic(
      item, width: size.width == Self.noIntrinsicMetric ? nil : size.width,
      height: size.height == Self.noIntrinsicMetric ? nil : size.height)
  }
}

/// The properties of an item in addition to its name, parent and content.
public struct ItemTraits: Hashable, Sendable {
  /// Priorities of content hugging (`extent <= intrinsic`) along both axes; 250 by default.
  public var hugging = ContentPriorities(both: .defaultHugging)
  /// Priorities of compression resistance (`extent >= intrinsic`) along both axes; 750 by default.
  public var compression = ContentPriorities(both: .defaultCompression)
  /// The layout margins that are set for the item, in points.
  public var margins = Insets(all: 8)
  /// Minimum of the item's layout margins, in points, like the minimum margins of a view
  /// controller.
  public var minimumMargins = Insets(all: 0)
  /// Whether the item's margins also cover the superview's margins, like
  /// `UIView.preservesSuperviewLayoutMargins`.
  public var preservesSuperviewMargins = false
  /// Distances by which the frame extends beyond the alignment rectangle, in points.
  public var alignmentInsets = Insets(all: 0)
  /// Whether the item is hidden; its constraints stay active, and only a stack or grid omits it.
  public var isHidden = false
  /// Required width, in points; `nil` for none.
  public var fixedWidth: Double?
  /// Required height, in points; `nil` for none.
  public var fixedHeight: Double?

  /// Whether the item is a layout guide; a guide is not drawn.
  var isGuide = false

  /// Creates the traits of a plain view.
  public init() {}

  /// The larger of `margins` and `minimumMargins` on each side, in points.
  var ownMargins: Insets {
    Insets(
      top: max(margins.top, minimumMargins.top),
      leading: max(margins.leading, minimumMargins.leading),
      bottom: max(margins.bottom, minimumMargins.bottom),
      trailing: max(margins.trailing, minimumMargins.trailing))
  }

  /// All lengths of the traits, in points, with names for error messages.
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

/// The stored state of an item of a scene: a view, guide or spacer.
struct ItemRecord: Sendable {
  var name: String
  var parent: Int?
  var content: LayoutItem.Content
  var traits: ItemTraits
  /// Intrinsic content width, in points; `nil` for none.
  var intrinsicWidth: Double?
  var intrinsicHeight: Double?
  /// Index of the stack that arranges the item; `nil` for none.
  var stack: Int?
  /// Index of the grid that has the item in a cell; `nil` for none.
  var grid: Int?

  /// The guides that take the content's width and height; `nil` if the item itself does; see
  /// `LayoutItem`.
  var contentWidthItem: SceneItem?
  var contentHeightItem: SceneItem?

  /// The item as the engine uses it; its margins are 0, because the constraints' constants include
  /// margins.
  var layoutItem: LayoutItem {
    var item = LayoutItem(
      name: name, parent: parent, content: content, hugging: traits.hugging,
      compression: traits.compression, margins: Insets(all: 0), fixedWidth: traits.fixedWidth,
      fixedHeight: traits.fixedHeight)
    item.contentWidthItem = contentWidthItem?.index
    item.contentHeightItem = contentHeightItem?.index
    return item
  }

  /// The item with its margins and alignment insets, for `LayoutMargins`.
  var itemWithMargins: LayoutItem {
    var item = layoutItem
    item.margins = traits.ownMargins
    item.preservesSuperviewMargins = traits.preservesSuperviewMargins
    item.alignmentInsets = traits.alignmentInsets
    return item
  }

  /// The item's fixed extent along an axis, or else its intrinsic extent, in points; `nil` if it
  /// has neither.
  func ownExtent(_ axis: Axis) -> Double? {
    axis == .horizontal
      ? traits.fixedWidth ?? intrinsicWidth : traits.fixedHeight ?? intrinsicHeight
  }
}
