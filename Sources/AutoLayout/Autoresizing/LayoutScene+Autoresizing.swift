public import LayoutPrimitives

extension LayoutScene {
  /// Adds the required constraints of an item's autoresizing mask.
  ///
  /// A position in proportion to a superview that is not the root takes a guide: from the
  /// superview's edge as far as the proportion reaches.
  ///
  /// - Parameters:
  ///   - item: The view; not the root.
  ///   - frame: Its frame in its superview's coordinates, in points.
  ///   - mask: Which parts are flexible.
  ///   - superviewSize: The superview's size to which the frame belongs, in points.
  /// - Returns: The constraints: x, width, y, height; those of guides before each.
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
