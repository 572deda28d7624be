import AutoLayout
import LayoutPrimitives

/// The items of a scene: names, superviews, traits and sizes.
struct SceneTree: Sendable {
  private(set) var items: [ItemRecord]
  /// Index of each item, by its name; never iterated.
  private var indices: [String: Int]
  /// Indices of the items whose intrinsic size changed.
  private var changes: Set<Int> = []
  private let limits: SceneLimits

  init(root: String, _ traits: ItemTraits, limits: SceneLimits) {
    items = [ItemRecord(name: root, parent: nil, content: .none, traits: traits)]
    indices = [root: 0]
    self.limits = limits
  }

  subscript(item: SceneItem) -> ItemRecord { items[item.index] }

  /// The item with the given name; `nil` if there is none.
  func item(named name: String) -> SceneItem? { indices[name].map(SceneItem.init) }

  /// The item of a handle; `nil` if the handle's index is out of range.
  func record(_ item: SceneItem) -> ItemRecord? {
    items.indices.contains(item.index) ? items[item.index] : nil
  }

  /// The margins of all items; some margins may depend on the layout.
  func margins(_ direction: LayoutDirection) -> LayoutMargins {
    LayoutMargins(items.map(\.itemWithMargins), direction: direction)
  }

  // MARK: Changes

  /// Adds an item, last in document order.
  ///
  /// - Throws: `SceneError` for a name that is already used, an unknown parent or invalid numbers,
  ///   or if the limit would be exceeded.
  mutating func add(
    _ name: String, in parent: SceneItem, content: LayoutItem.Content, _ traits: ItemTraits
  ) throws(SceneError) -> SceneItem {
    try check(parent)
    guard indices[name] == nil else { throw .duplicateName(name) }
    try checkRoom(for: 1)
    for length in traits.lengths { try check(length.value, "a \(length.name) of '\(name)'") }
    indices[name] = items.count
    items.append(
      ItemRecord(name: name, parent: parent.index, content: content, traits: traits))
    return SceneItem(items.count - 1)
  }

  /// Sets an item's intrinsic content size, in points; returns whether the item had no content
  /// before.
  mutating func setIntrinsic(
    _ item: SceneItem, width: Double?, height: Double?
  ) throws(SceneError) -> Bool {
    try check(item)
    let name = self[item].name
    guard self[item].content != .text else { throw .contentIsText(name) }
    for extent in [width, height] {
      guard let extent else { continue }
      try check(extent, "the intrinsic size of '\(name)'")
      guard extent >= 0 else { throw .absurdNumber("the intrinsic size of '\(name)'", extent) }
    }
    items[item.index].intrinsicWidth = width
    items[item.index].intrinsicHeight = height
    changes.insert(item.index)
    guard self[item].content == .none else { return false }
    items[item.index].content = .intrinsic
    return true
  }

  /// Changes the layout margins that are set for an item, in points.
  mutating func setMargins(_ item: SceneItem, _ margins: Insets) throws(SceneError) {
    try check(item)
    for value in [margins.top, margins.leading, margins.bottom, margins.trailing] {
      try check(value, "a margin of '\(self[item].name)'")
    }
    items[item.index].traits.margins = margins
  }

  /// Hides or shows an item; returns whether its visibility changed.
  mutating func setHidden(_ item: SceneItem, _ isHidden: Bool) throws(SceneError) -> Bool {
    try check(item)
    guard self[item].traits.isHidden != isHidden else { return false }
    items[item.index].traits.isHidden = isHidden
    return true
  }

  /// Stores the index of the stack that arranges some views.
  mutating func setStack(_ stack: Int, of views: [SceneItem]) {
    for view in views { items[view.index].stack = stack }
  }

  /// Stores the grid of the views in its cells; these replace the grid's former views.
  mutating func setGrid(_ grid: Int, of views: [SceneItem], inPlaceOf former: [SceneItem]) {
    for view in former { items[view.index].grid = nil }
    for view in views { items[view.index].grid = grid }
  }

  /// Sets the guides that take the width and height of views' contents; returns whether any of them
  /// changed.
  mutating func setContentItems(
    _ views: [(view: SceneItem, width: SceneItem?, height: SceneItem?)]
  ) -> Bool {
    var isChanged = false
    for (view, width, height) in views {
      let item = self[view]
      guard item.contentWidthItem != width || item.contentHeightItem != height else { continue }
      items[view.index].contentWidthItem = width
      items[view.index].contentHeightItem = height
      isChanged = true
    }
    return isChanged
  }

  /// Changes the priorities of an item's content hugging; returns whether they changed.
  mutating func setHugging(
    _ item: SceneItem, _ hugging: ContentPriorities
  ) throws(SceneError) -> Bool {
    try check(item)
    guard self[item].traits.hugging != hugging else { return false }
    items[item.index].traits.hugging = hugging
    return true
  }

  /// Returns the indices of the items whose intrinsic size changed since the last call.
  mutating func removeChanges() -> Set<Int> {
    defer { changes = [] }
    return changes
  }

  // MARK: Checks

  /// Throws if a handle's index is out of range; the handle is then from another scene.
  func check(_ item: SceneItem) throws(SceneError) {
    guard items.indices.contains(item.index) else { throw .unknownItem(item.index) }
  }

  /// Throws if a number is too large or not finite; `name` names the number in the error.
  func check(_ value: Double, _ name: @autoclosure () -> String) throws(SceneError) {
    guard value.isFinite, abs(value) <= limits.largestNumber else {
      throw .absurdNumber(name(), value)
    }
  }

  /// Throws if a width or height is negative, too large or not finite; `name` names it in the
  /// error.
  func checkExtent(_ value: Double, _ name: @autoclosure () -> String) throws(SceneError) {
    try check(value, name())
    guard value >= 0 else { throw .absurdNumber(name(), value) }
  }

  /// Throws if `count` more items would exceed the limit.
  func checkRoom(for count: Int) throws(SceneError) {
    guard items.count + count <= limits.items else {
      throw .tooMany("items", limit: limits.items)
    }
  }

  /// Throws if a constraint has unknown items, a pair of attributes that UIKit refuses, or invalid
  /// numbers.
  func check(_ constraint: LayoutConstraint) throws(SceneError) {
    for anchor in [constraint.first, constraint.second] {
      if let anchor { try check(SceneItem(anchor.item)) }
    }
    try check(constraint.constant, "the constant of '\(text(of: constraint))'")
    try check(constraint.multiplier, "the factor of '\(text(of: constraint))'")
    do {
      try AttributePairing.check(constraint.parsed { items[$0].name })
    } catch {
      throw .pairing(
        constraint: text(of: constraint), found: error.found, expected: error.expected)
    }
  }

  /// Throws if a stack cannot arrange a view, because it is in another superview or already
  /// arranged.
  func check(_ views: [SceneItem], arrangedBy stack: SceneItem) throws(SceneError) {
    var seen: Set<SceneItem> = []
    for view in views {
      try check(view)
      let name = self[view].name
      guard self[view].parent == stack.index else {
        throw .stack("'\(name)' is no subview of the stack '\(self[stack].name)'")
      }
      guard self[view].stack == nil, self[view].grid == nil, seen.insert(view).inserted else {
        throw .stack("'\(name)' is arranged already; a view has one place in one stack or grid")
      }
    }
  }

  /// Throws if an arrangement has invalid numbers, or is vertical and aligned by baselines.
  func check(_ arrangement: StackArrangement) throws(SceneError) {
    try check(arrangement.spacing, "the spacing of a stack")
    for value in arrangement.customSpacing.values { try check(value, "a custom spacing") }
    for value in arrangement.proportions.values { try check(value, "a proportion") }
    let byBaseline =
      arrangement.alignment == .firstBaseline || arrangement.alignment == .lastBaseline
    if byBaseline, arrangement.axis == .vertical {
      throw .stack(
        "a vertical stack cannot align baselines: its views lie one above the other; "
          + "use leading, center, trailing or fill")
    }
  }

  // MARK: Constraints

  /// The name of a constraint, or its linear form as text if it has no name.
  func text(of constraint: LayoutConstraint) -> String {
    constraint.name.isEmpty ? constraint.spelled { items[$0].name } : constraint.name
  }

  /// The indices of a constraint's items; if one item is an ancestor of the other, only the
  /// descendant.
  func itemsTied(by constraint: LayoutConstraint) -> [Int] {
    let first = constraint.first.item
    guard let second = constraint.second?.item, second != first else { return [first] }
    if isAncestor(second, of: first) { return [first] }
    if isAncestor(first, of: second) { return [second] }
    return [first, second]
  }

  private func isAncestor(_ ancestor: Int, of item: Int) -> Bool {
    var current = items[item].parent
    while let parent = current {
      if parent == ancestor { return true }
      current = items[parent].parent
    }
    return false
  }
}

extension SceneTree {
  /// The items whose frame in their superview's coordinates changed, in document order; includes
  /// new items.
  ///
  /// - Parameters:
  ///   - old: Frames of an earlier layout, in points, relative to the root; that layout may have
  ///     had fewer items.
  ///   - new: Frames of the current layout, in points, relative to the root; shape `[items]`.
  func changed(from old: [Rect], to new: [Rect]) -> [SceneItem] {
    items.indices.filter { index in
      guard index < old.count else { return true }
      let parent = items[index].parent
      let stays = parent.map { old[$0].x == new[$0].x && old[$0].y == new[$0].y } ?? true
      if stays, old[index] == new[index] { return false }
      return !old[index].relative(to: parent.map { old[$0] })
        .isNear(new[index].relative(to: parent.map { new[$0] }))
    }.map(SceneItem.init)
  }
}

extension Rect {
  /// The rectangle in the coordinates of another rectangle, in points; unchanged for `nil`.
  func relative(to other: Rect?) -> Rect {
    guard let other else { return self }
    return Rect(x: x - other.x, y: y - other.y, width: width, height: height)
  }

  /// Whether no edge differs by more than 2⁻²⁵ points, which is two steps of the engine's grid.
  ///
  /// Alignment insets may be off the grid, and sums with them are rounded.
  func isNear(_ other: Rect) -> Bool {
    abs(x - other.x) <= Self.tolerance && abs(y - other.y) <= Self.tolerance && hasSize(of: other)
  }

  /// Whether width and height differ by no more than 2⁻²⁵ points.
  func hasSize(of other: Rect) -> Bool {
    abs(width - other.width) <= Self.tolerance && abs(height - other.height) <= Self.tolerance
  }

  private static let tolerance = 0x1p-25
}
