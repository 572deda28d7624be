public import LayoutScenes
import AutoLayout
public import LayoutPrimitives

/// Stores the constraints of a `Layoutable` item, and the state of its layouts.
///
/// The manager of a tree's root also stores the scene, the result and the problems of the tree.
public final class LayoutManager {
  /// The name of the item in descriptions and problems; `nil` to use the name of its type.
  public var name: String?
  /// Whether the item's `layoutIfEnabled()` and `layoutIfNeeded()` lay out; if `false`, they do
  /// nothing.
  public var isEnabled = true
  /// Whether the item's content or constraints changed, so that the next layout reads them once
  /// more.
  public var layoutNeedsUpdate = true
  /// Whether required constraints fix the item at its `layoutRect`; `nil`, the default, decides by
  /// the item.
  ///
  /// With `nil`, an item is fixed if it has a superitem, has no content, and is on the left-hand
  /// side of no constraint. So a root is not fixed by default, and it can have any position.
  public var isHeldByRect: Bool?
  /// The limits of the scene; only the root's value is used, when a new scene is made.
  public var limits = SceneLimits()
  /// The grid to which widths are snapped before contents are measured; only the root's value is
  /// used.
  public var grid = PixelGrid(stepsPerPoint: 3)

  private weak var item: (any Layoutable)?
  /// The active constraints with the item on their left-hand side, in the order in which they
  /// became active.
  public private(set) var constraints: [NodeConstraint] = []
  /// The problems of the tree's last layout; set only for the root.
  public private(set) var problems: [NodeError] = []
  /// The tree's last layout, with the relaxed constraints; `nil` before a layout; set only for the
  /// root.
  public private(set) var result: SceneLayout?
  private var scene: NodeScene?
  private var cachedContent: NodeContent?
  private var isLayingOut = false

  /// Creates the manager of an item; the manager does not keep the item alive.
  public init(_ item: any Layoutable) { self.item = item }

  /// Number of engines made for the current scene.
  public var enginesCreated: Int { scene?.enginesCreated ?? 0 }

  /// The name of the item; if it has none, the name of its type.
  var label: String { name ?? item.map { "\(type(of: $0))" } ?? "gone" }

  /// Whether the item's rectangle is fixed, so that the layout does not write it.
  func holdsRect(isRoot: Bool) -> Bool {
    isHeldByRect
      ?? (!isRoot && constraints.isEmpty && content.intrinsic == .noIntrinsic && !content.wraps)
  }

  /// The size of the item's content, queried at most once in a layout.
  var content: NodeContent {
    if let cachedContent { return cachedContent }
    let fresh = item.map(NodeContent.init) ?? NodeContent()
    cachedContent = fresh
    return fresh
  }

  /// Stores a constraint that became active.
  func keep(_ constraint: NodeConstraint) { constraints.append(constraint) }

  /// Removes a constraint that is no longer active.
  func drop(_ constraint: NodeConstraint) { constraints.removeAll { $0 === constraint } }

  private func dropOrphans() { constraints.removeAll(where: \.isOrphan) }

  /// Lays out the tree whose root is this manager's item.
  ///
  /// - Parameter onlyIfChanged: Whether the layout is skipped if nothing changed.
  func layoutTree(onlyIfChanged: Bool) {
    guard let item, !isLayingOut else { return }
    isLayingOut = true
    defer { isLayingOut = false }
    // Superitems are first in a tree, so the reverse order goes from the leaves to the root.
    for node in NodeTree(from: item).items.reversed() where node.manager.layoutNeedsUpdate {
      node.updateConstraint()
    }
    let tree = NodeTree(from: item)
    for node in tree.items {
      node.manager.dropOrphans()
      if node.manager.layoutNeedsUpdate { node.manager.cachedContent = nil }
      if node !== item { (node.manager.scene, node.manager.result) = (nil, nil) }
    }
    problems = tree.repeated.map { [.repeated($0.manager.label)] } ?? []
    let contents = tree.items.map(\.manager.content)
    var isMade = false
    if scene?.fits(tree, contents) != true {
      do throws(SceneError) {
        scene = try NodeScene(tree, contents, limits: limits, grid: grid)
      } catch {
        scene = nil
        problems.append(.scene(error))
      }
      isMade = true
    }
    guard let scene else { return }
    let isMarked = tree.items.contains { $0.manager.layoutNeedsUpdate }
    let isChanged = scene.update(tree, contents, &problems)
    if onlyIfChanged, !isMade, !isMarked, !isChanged, result != nil { return }
    do throws(SceneError) {
      result = try scene.layout(contents, &problems)
    } catch {
      problems.append(.scene(error))
      return
    }
    finish(tree)
  }

  /// Writes the frames and notifies the items whose size or content changed.
  private func finish(_ tree: NodeTree) {
    guard let scene, let result else { return }
    var resized: [any Layoutable] = []
    for (index, node) in tree.items.enumerated() {
      let before = node.layoutRect
      // The root is first in a tree.
      if !node.manager.holdsRect(isRoot: index == 0) {
        node.layoutRect = scene.frame(of: index, in: result)
      }
      let size = (node.layoutRect.width, node.layoutRect.height)
      if node.manager.layoutNeedsUpdate || size != (before.width, before.height) {
        resized.append(node)
      }
      node.manager.layoutNeedsUpdate = false
    }
    for node in resized { node.layoutSubItems() }
  }
}

/// The items of a tree; each item precedes its subitems.
struct NodeTree {
  private(set) var items: [any Layoutable] = []
  /// The index of each item's superitem; `nil` for the root.
  private(set) var parents: [Int?] = []
  /// An item that occurs twice, `nil` for none; the second occurrence is omitted.
  private(set) var repeated: (any Layoutable)?

  /// Lists an item and all its descendants.
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
    // Subitems are last, so the frames of each item are complete when its superitem takes them.
    for (index, parent) in parents.enumerated().reversed() {
      values[index].sublayouts.reverse()
      if let parent { values[parent].sublayouts.append(values[index]) }
    }
    return values[0]
  }

  /// The item's first ancestor without a superitem; in a cycle, the first item that would be
  /// visited twice.
  static func root(of item: any Layoutable) -> any Layoutable {
    var met: Set<ObjectIdentifier> = []
    var root = item
    while met.insert(ObjectIdentifier(root)).inserted, let above = root.superItem { root = above }
    return root
  }
}

/// The reason why a tree of nodes, or one of its constraints, cannot be laid out.
///
/// Operators cannot throw, so the manager of the root collects their errors.
public enum NodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A constraint, given as text, relates nodes that are not in one tree.
  case unrelated(String)
  /// A node, given by its name, is in the tree twice or contains itself.
  case repeated(String)
  /// A node, given by its name, returned a width or height that is negative, not finite or too
  /// large.
  case absurdSize(String, Double)
  /// Frames were applied to a tree that has other numbers of nodes.
  case otherTree
  /// The scene refused a constraint or found no layout.
  case scene(SceneError)

  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .unrelated(let constraint):
      "the constraint '\(constraint)' ties nodes of different trees; "
        + "add both to one tree, or set isActive to false"
    case .repeated(let node):
      "the node '\(node)' is in the tree twice or contains itself; a node has one superItem"
    case .absurdSize(let node, let value):
      "the content of '\(node)' measures \(value); it must be a finite number from 0 on, "
        + "or Size.noIntrinsicMetric"
    case .otherTree: "the frames are those of another tree; apply them to an equal one"
    case .scene(let error): error.description
    }
  }
}
