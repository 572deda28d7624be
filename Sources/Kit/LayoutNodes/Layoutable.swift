public import LayoutPrimitives

/// An object that takes part in a layout by constraints.
///
/// A class provides a manager, its position in a tree, a rectangle that a layout writes, and the
/// size of its content. It is then laid out like a view, without a view. The root, which is the
/// only item without a `superItem`, lays out the tree. All items of a tree belong to one thread at
/// a time.
///
/// Source: the notation of nangege's Panda and Layoutable.
public protocol Layoutable: AnyObject {
  /// The manager of the item's constraints, one for each item: `lazy var manager =
  /// LayoutManager(self)`.
  var manager: LayoutManager { get }
  /// The item that contains this one; `nil` for the root of a tree.
  var superItem: (any Layoutable)? { get }
  /// The items in this one, back to front.
  var subItems: [any Layoutable] { get }
  /// The frame in the coordinates of `superItem`, in points.
  ///
  /// A layout writes it, and reads it for items with `LayoutManager.isHeldByRect`.
  var layoutRect: Rect { get set }
  /// The size of the content, of a text without wrapping, in points.
  ///
  /// A side of `Size.noIntrinsicMetric` means no size. A layout reads it once after the manager's
  /// `layoutNeedsUpdate` was set, and then also `contentSizeFor(maxWidth:)` at each width.
  var itemIntrinsicContentSize: Size { get }

  /// The size of content whose height follows from its width, in points; otherwise
  /// `Size.noIntrinsic`.
  func contentSizeFor(maxWidth: Double) -> Size

  /// Changes the item's constraints before a layout, after those of its `subItems`.
  ///
  /// It is called if the manager's `layoutNeedsUpdate` is set.
  func updateConstraint()

  /// Updates state that depends on the item's frame after a layout, before its `subItems`.
  ///
  /// It is called if the size changed, or `layoutNeedsUpdate` was set before the layout. Changes
  /// that it makes take effect in the next layout; a layout that it requests does nothing.
  func layoutSubItems()
}

extension Layoutable {
  /// The frame in the coordinates of `superItem`, in points.
  public var frame: Rect {
    get { layoutRect }
    set { layoutRect = newValue }
  }

  /// Makes the next layout read the item's content size again.
  public func setNeedsLayout() { manager.layoutNeedsUpdate = true }

  /// Stops or resumes layouts of the item and all below it, for example for frames from
  /// `apply(_:)`.
  public func disableLayout(_ isDisabled: Bool = true) {
    for item in NodeTree(from: self).items { item.manager.isEnabled = !isDisabled }
  }

  /// Lays out the tree, and writes the frames of all its items.
  ///
  /// - Throws: `NodeError` for the first problem, after all other constraints were laid out.
  ///   Contradictory constraints do not throw; `LayoutManager.result` names them.
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

  /// Lays out the tree if anything changed since its last layout.
  public func layoutIfNeeded() {
    guard manager.isEnabled else { return }
    NodeTree.root(of: self).manager.layoutTree(onlyIfChanged: true)
  }

  /// The frames of the item and all below it.
  public var layoutValues: LayoutValues { NodeTree(from: self).values }

  /// Writes the frames of an equal tree, without a layout.
  ///
  /// - Throws: `NodeError.otherTree` if the numbers of items differ; no frame is then written.
  public func apply(_ values: LayoutValues) throws(NodeError) {
    guard values.fits(self) else { throw .otherTree }
    values.write(to: self)
  }
}

extension Size {
  /// The value for no intrinsic size along an axis.
  public static let noIntrinsicMetric = -1.0
  /// The size of an item without content.
  public static let noIntrinsic = Size(width: noIntrinsicMetric, height: noIntrinsicMetric)
}

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

  /// Writes the frames, whose structure must match the item.
  func write(to item: any Layoutable) {
    item.layoutRect = frame
    for (values, subItem) in zip(sublayouts, item.subItems) { values.write(to: subItem) }
  }
}
