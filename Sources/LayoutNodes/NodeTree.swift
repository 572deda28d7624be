/// The items of a tree, each before those in it.
struct NodeTree {
  private(set) var items: [any Layoutable] = []
  /// The index of each item's superitem; `nil` for the root.
  private(set) var parents: [Int?] = []
  /// An item that was met twice; its second place is left out.
  private(set) var repeated: (any Layoutable)?

  /// Lists an item and all below it.
  init(from root: any Layoutable) {
    var met: Set<ObjectIdentifier> = []
    var waiting: [(item: any Layoutable, parent: Int?)] = [(root, nil)]
    while let (item, parent) = waiting.popLast() {
      guard met.insert(ObjectIdentifier(item)).inserted else {
        repeated = item
        continue
      }
      items.append(item)
      parents.append(parent)
      for subItem in item.subItems.reversed() { waiting.append((subItem, items.count - 1)) }
    }
  }

  /// The frames of all items.
  var values: LayoutValues {
    var values = items.map { LayoutValues(frame: $0.layoutRect) }
    // Subitems come last, so that each is complete when its superitem takes it.
    for (index, parent) in parents.enumerated().reversed() {
      values[index].sublayouts.reverse()
      if let parent { values[parent].sublayouts.append(values[index]) }
    }
    return values[0]
  }

  /// The first item up the tree without a superitem; in a circle the last one before it closes.
  static func root(of item: any Layoutable) -> any Layoutable {
    var met: Set<ObjectIdentifier> = []
    var root = item
    while met.insert(ObjectIdentifier(root)).inserted, let above = root.superItem { root = above }
    return root
  }
}
