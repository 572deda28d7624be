public import LayoutPrimitives

extension LayoutScene {
  /// The intrinsic size of an axis without one, as `UIView.noIntrinsicMetric`.
  public static let noIntrinsicMetric = -1.0

  /// Adds a layout guide: an item without margins and content.
  ///
  /// - Throws: `SceneError` for a name that is used or an unknown parent.
  @discardableResult
  public mutating func addGuide(
    _ name: String, in parent: SceneItem? = nil
  ) throws(SceneError) -> SceneItem {
    try addItem(name, in: parent) { $0.margins = Insets(all: 0) }
  }

  /// Adds an internal guide with a unique name.
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

  /// The item of a name, if there is one.
  public func item(named name: String) -> SceneItem? { tree.item(named: name) }

  /// The name of an item; empty for a handle of another scene.
  public func name(of item: SceneItem) -> String { tree.known(item)?.name ?? "" }

  /// The superview of an item, if it has one.
  public func superview(of item: SceneItem) -> SceneItem? {
    tree.known(item)?.parent.map(SceneItem.init)
  }

  /// Whether an item is hidden itself.
  public func isHidden(_ item: SceneItem) -> Bool { tree.known(item)?.traits.isHidden ?? false }

  /// Gives an item its intrinsic content size, in points; `noIntrinsicMetric` for none on an axis.
  ///
  /// - Throws: `SceneError` when the item's content is text, or a number is absurd.
  public mutating func setIntrinsic(_ item: SceneItem, _ size: Size) throws(SceneError) {
    try setIntrinsic(
      item, width: size.width == Self.noIntrinsicMetric ? nil : size.width,
      height: size.height == Self.noIntrinsicMetric ? nil : size.height)
  }
}
