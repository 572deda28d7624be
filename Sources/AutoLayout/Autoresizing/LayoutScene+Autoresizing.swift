public import LayoutPrimitives

extension LayoutScene {
  /// Adds the required constraints that place an item by an autoresizing mask.
  ///
  /// A position that is a fraction of the length of a superview other than the root needs a guide,
  /// from the superview's near edge to that fraction.
  ///
  /// - Parameters:
  ///   - item: The item; not the root.
  ///   - frame: The item's frame in its superview's coordinates, in points.
  ///   - mask: Which margins and extents are flexible.
  ///   - superviewSize: The size of the superview with which the item has this frame, in points.
  /// - Returns: The ids of the constraints for x, width, y and height; those of a guide precede the
  ///   one that uses it.
  /// - Throws: `SceneError` for the root, invalid numbers, or at a limit.
  @discardableResult
  public mutating func addAutoresizing(
    _ item: SceneItem, frame: Rect, mask: AutoresizingMask, superviewSize: Size
  ) throws(SceneError) -> [ConstraintID] {
    try tree.check(item)
    guard let parent = superview(of: item) else { throw .unknownItem(item.index) }
    let numbers = [
      frame.x, frame.y, frame.width, frame.height, superviewSize.width, superviewSize.height,
    ]
    for number in numbers { try tree.check(number, "a number of the frame of '\(name(of: item))'") }
    try table.checkRoom(for: 12)
    try tree.checkRoom(for: 2)
    let name = name(of: item)
    let constraints = try AutoresizingConstraints.list(
      item: item.index, parent: parent.index, frame: frame, mask: mask,
      superviewSize: superviewSize
    ) { near throws(SceneError) in
      try addOwnGuide("\(name) after \(near.rawValue)", in: parent).index
    }
    return try add(constraints)
  }
}
