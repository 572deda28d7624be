public import LayoutPrimitives

/// An object that constraints lay out.
///
/// A class that conforms provides a manager, its position in a tree, a rectangle that a layout
/// writes, and the size of its content. The object is laid out like a view, but needs no view. The
/// root, which is the only item without a `superItem`, lays out the tree. Only one thread at a time
/// may use the items of a tree.
///
/// Source: the notation of nangege's Panda and Layoutable.
public protocol Layoutable: AnyObject {
  /// The manager of the item's constraints; each item has its own: `lazy var manager =
  /// LayoutManager(self)`.
  var manager: LayoutManager { get }
  /// The item that contains this one; `nil` for the root of a tree.
  var superItem: (any Layoutable)? { get }
  /// The items in this item, from back to front.
  var subItems: [any Layoutable] { get }
  /// The frame in the coordinates of `superItem`, in points.
  ///
  /// A layout writes it. For items with `LayoutManager.isHeldByRect`, a layout reads it instead.
  var layoutRect: Rect { get set }
  /// The size of the content, in points; for a text, the size without wrapping.
  ///
  /// `Size.noIntrinsicMetric` as a width or height means that there is none. A layout reads it once
  /// if the manager's `layoutNeedsUpdate` is set, and then also calls `contentSizeFor(maxWidth:)`
  /// for every width that it needs.
  var itemIntrinsicContentSize: Size { get }

  /// The size of the content at a width, in points, if its height depends on its width; otherwise
  /// `Size.noIntrinsic`.
  func contentSizeFor(maxWidth: Double) -> Size

  /// Changes the item's constraints before a layout, after its `subItems` changed theirs.
  ///
  /// A layout calls it if the manager's `layoutNeedsUpdate` is set.
  func updateConstraint()

  /// Updates state that depends on the item's frame after a layout, before its `subItems` do so.
  ///
  /// A layout calls it if the size changed, or if `layoutNeedsUpdate` was set before the layout.
  /// Its changes take effect in the next layout. If it requests a layout, nothing happens.
  func layoutSubItems()
}

extension Layoutable {
  /// The frame in the coordinates of `superItem`, in points.
  public var frame: Rect {
    get { layoutRect }
    set { layoutRect = newValue }
  }

  /// Makes the next layout read the item's content size once more.
  public func setNeedsLayout() { manager.layoutNeedsUpdate = true }

  /// Disables `layoutIfEnabled()` and `layoutIfNeeded()` of this item and its descendants, for
  /// example while frames are applied with `apply(_:)`; `false` enables them.
  ///
  /// `layout()` is not affected.
  public func disableLayout(_ isDisabled: Bool = true) {
    for item in NodeTree(from: self).items { item.manager.isEnabled = !isDisabled }
  }

  /// Lays out the tree, and writes the frames of all its items that are not fixed.
  ///
  /// - Throws: `NodeError` for the first problem, after everything else was laid out. Contradictory
  ///   constraints do not throw; `LayoutManager.result` names them.
  public func layout() throws(NodeError) {
    let manager = NodeTree.root(of: self).manager
    manager.layoutTree(onlyIfChanged: false)
    if let problem = manager.problems.first { throw problem }
  }

  /// Lays out the tree unless layouts of this item are disabled; the root's manager stores the
  /// problems.
  public func layoutIfEnabled() {
    guard manager.isEnabled else { return }
    NodeTree.root(of: self).manager.layoutTree(onlyIfChanged: false)
  }

  /// Lays out the tree if anything changed since its last layout, unless layouts of this item are
  /// disabled; the root's manager stores the problems.
  public func layoutIfNeeded() {
    guard manager.isEnabled else { return }
    NodeTree.root(of: self).manager.layoutTree(onlyIfChanged: true)
  }

  /// The frames of the item and all its descendants.
  public var layoutValues: LayoutValues { NodeTree(from: self).values }

  /// Writes frames to the item and its descendants, without a layout; the trees must have the same
  /// structure.
  ///
  /// - Throws: `NodeError.otherTree` if the numbers of subitems differ; then no frame is written.
  public func apply(_ values: LayoutValues) throws(NodeError) {
    guard values.fits(self) else { throw .otherTree }
    values.write(to: self)
  }
}

extension Size {
  /// The width or height that means no intrinsic size along an axis.
  public static let noIntrinsicMetric = -1.0
  /// The size of an item without content.
  public static let noIntrinsic = Size(width: noIntrinsicMetric, height: noIntrinsicMetric)
}

/// The frames of an item and its descendants, which can be stored and applied to a tree of the same
/// structure.
public struct LayoutValues: Hashable, Sendable {
  /// The frame in the superitem's coordinates, in points.
  public var frame: Rect
  /// The frames of the subitems, in the subitems' order.
  public var sublayouts: [LayoutValues]

  /// Creates the frames of an item.
  public init(frame: Rect, sublayouts: [LayoutValues] = []) {
    self.frame = frame
    self.sublayouts = sublayouts
  }

  /// Whether each item has the same number of subitems as these frames.
  func fits(_ item: any Layoutable) -> Bool {
    let items = item.subItems
    return items.count == sublayouts.count && zip(sublayouts, items).allSatisfy { $0.fits($1) }
  }

  /// Writes the frames to an item and its descendants; the structures must match.
  func write(to item: any Layoutable) {
    item.layoutRect = frame
    for (values, subItem) in zip(sublayouts, item.subItems) { values.write(to: subItem) }
  }
}
