public import LayoutPrimitives

/// The frames of an item and of all below it, to be stored and applied to an equal tree.
public struct LayoutValues: Hashable, Sendable {
  /// The frame in the superitem's coordinates, in points.
  public var frame: Rect
  /// The frames of the subitems in their order.
  public var sublayouts: [LayoutValues]

  /// Creates the frames of an item.
  public init(frame: Rect, sublayouts: [LayoutValues] = []) {
    self.frame = frame
    self.sublayouts = sublayouts
  }

  /// Whether each item has as many subitems as there are frames for.
  func fits(_ item: any Layoutable) -> Bool {
    let items = item.subItems
    return items.count == sublayouts.count && zip(sublayouts, items).allSatisfy { $0.fits($1) }
  }

  /// Writes the frames; they have to fit the item.
  func write(to item: any Layoutable) {
    item.layoutRect = frame
    for (values, subItem) in zip(sublayouts, item.subItems) { values.write(to: subItem) }
  }
}
