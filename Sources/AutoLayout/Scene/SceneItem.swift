/// A handle to an item of a `LayoutScene`: a view, a guide or a spacer; valid in that scene only.
public struct SceneItem: Hashable, Sendable {
  /// Index of the item in its scene, in the order of adding; 0 is the root.
  public let index: Int

  init(_ index: Int) { self.index = index }

  /// The anchor of an attribute of the item, without the compile-time checks of typed anchors.
  public func anchor(_ attribute: Attribute) -> Anchor { Anchor(item: index, attribute: attribute) }
}
