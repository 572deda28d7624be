public import LayoutPrimitives

extension LayoutScene {
  /// Stands for no intrinsic size along an axis, as `UIView.noIntrinsicMetric`.
  public static let noIntrinsicMetric = -1.0

  /// Adds a layout guide: an item without margins and content.
  ///
  /// - Throws: `SceneError` for a name that is used or an unknown parent.
  @discardableResult
  public mutating func addGuide(
    _ name: String, in parent: SceneItem? = nil
  ) throws(SceneError) -> SceneItem {
    try addItem(name, in: parent) {
      $0.margins = Insets(all: 0)
      $0.isGuide = true
    }
  }

  /// Adds a guide for internal use; where its name is used, a number is appended.
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

  /// The item with a name; `nil` where there is none.
  public func item(named name: String) -> SceneItem? { tree.item(named: name) }

  /// The name of an item; empty for a handle of another scene.
  public func name(of item: SceneItem) -> String { tree.known(item)?.name ?? "" }

  /// The superview of an item; `nil` for the root, or for a handle of another scene.
  public func superview(of item: SceneItem) -> SceneItem? {
    tree.known(item)?.parent.map(SceneItem.init)
  }

  /// Whether an item is hidden, regardless of its superviews.
  public func isHidden(_ item: SceneItem) -> Bool { tree.known(item)?.traits.isHidden ?? false }

  /// Sets the intrinsic content size of an item, in points; `noIntrinsicMetric` for none on an
  /// axis.
  ///
  /// - Throws: `SceneError` when the item is unknown, its content is text, or a number is invalid.
  public mutating func setIntrinsic(_ item: SceneItem, _ size: Size) throws(SceneError) {
    try setIntrinsic(
      item, width: size.width == Self.noIntrinsicMetric ? nil : size.width,
      height: size.height == Self.noIntrinsicMetric ? nil : size.height)
  }
}
