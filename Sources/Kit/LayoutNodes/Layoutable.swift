public import LayoutPrimitives

/// An object that takes part in a layout by constraints.
///
/// A class needs a manager, its place in a tree, a rectangle to be written, and its content's size;
/// it is then laid out like a view, without a view. The tree is laid out by its root, the only item
/// without a `superItem`. All items of a tree belong to one thread at a time.
///
/// Source: the notation of nangege's Panda and Layoutable.
public protocol Layoutable: AnyObject {
  /// Holds the item's constraints; one manager an item, as `lazy var manager = LayoutManager(self)`.
  var manager: LayoutManager { get }
  /// The item that contains this one; `nil` for the root of a tree.
  var superItem: (any Layoutable)? { get }
  /// The items in this one, back to front.
  var subItems: [any Layoutable] { get }
  /// The frame in the coordinates of `superItem`, in points.
  ///
  /// A layout writes it, and reads it of items that `LayoutManager.isHeldByRect`.
  var layoutRect: Rect { get set }
  /// The size of the content, of a text without wrapping, in points.
  ///
  /// A side of `Size.noIntrinsicMetric` is no side. It is asked for once after the manager's
  /// `layoutNeedsUpdate` was set, and so is `contentSizeFor(maxWidth:)` at each width.
  var itemIntrinsicContentSize: Size { get }

  /// The size of a content whose height follows from its width, in points; else `Size.noIntrinsic`.
  func contentSizeFor(maxWidth: Double) -> Size

  /// Changes the item's constraints before a layout, after those of its `subItems`.
  ///
  /// It is called where the manager's `layoutNeedsUpdate` is set.
  func updateConstraint()

  /// Does what depends on the item's frame after a layout, before its `subItems`.
  ///
  /// It is called where the size changed, or `layoutNeedsUpdate` was set before the layout. What it
  /// changes is for the next layout; a layout that it asks for does nothing.
  func layoutSubItems()
}

extension Layoutable {
  /// The frame in the coordinates of `superItem`, in points.
  public var frame: Rect {
    get { layoutRect }
    set { layoutRect = newValue }
  }

  /// Asks the item for its content's size again before the next layout.
  public func setNeedsLayout() { manager.layoutNeedsUpdate = true }

  /// Stops or resumes layouts of the item and all below it, as for frames from `apply(_:)`.
  public func disableLayout(_ isDisabled: Bool = true) {
    for item in NodeTree(from: self).items { item.manager.isEnabled = !isDisabled }
  }

  /// Lays out the tree, and writes the frames of all its items.
  ///
  /// - Throws: `NodeError` for the first of the problems, constraints that contradict each other
  ///   excepted, which `LayoutManager.result` names; all other constraints were laid out.
  public func layout() throws(NodeError) {
    let manager = NodeTree.root(of: self).manager
    manager.layoutTree(onlyIfChanged: false)
    if let problem = manager.problems.first { throw problem }
  }

  /// Lays out the tree unless layouts of this item are disabled; the root's manager keeps the
  /// problems.
  public func layoutIfEnabled() {
    guard manager.isEnabled else { return }
    NodeTree.root(of: self).manager.layoutTree(onlyIfChanged: false)
  }

  /// Lays out the tree where anything changed since its last layout.
  public func layoutIfNeeded() {
    guard manager.isEnabled else { return }
    NodeTree.root(of: self).manager.layoutTree(onlyIfChanged: true)
  }

  /// The frames of the item and all below it.
  public var layoutValues: LayoutValues { NodeTree(from: self).values }

  /// Writes frames that an equal tree was laid out with, without a layout.
  ///
  /// - Throws: `NodeError.otherTree` where the numbers of items differ; no frame is then written.
  public func apply(_ values: LayoutValues) throws(NodeError) {
    guard values.fits(self) else { throw .otherTree }
    values.write(to: self)
  }
}

extension Size {
  /// Stands for no intrinsic size along an axis.
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

  /// Writes the frames; they have to fit the item.
  func write(to item: any Layoutable) {
    item.layoutRect = frame
    for (values, subItem) in zip(sublayouts, item.subItems) { values.write(to: subItem) }
  }
}
