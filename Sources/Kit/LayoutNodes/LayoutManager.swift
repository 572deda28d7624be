public import LayoutScenes
import AutoLayout
public import LayoutPrimitives

/// The layout state of a `Layoutable` object besides its own properties.
///
/// The manager of a tree's root also stores the scene that lays out the tree, its result and its
/// problems.
public final class LayoutManager {
  /// The name of the item in descriptions and problems; `nil` for the name of its type.
  public var name: String?
  /// Whether `layoutIfEnabled()` and `layoutIfNeeded()` of the item lay out.
  public var isEnabled = true
  /// Whether the item's content or constraints changed; the next layout then reads them again.
  public var layoutNeedsUpdate = true
  /// Whether required constraints fix the item at its `layoutRect`.
  ///
  /// If it is `nil`, the default, they do so for an item that has a superitem and no content and is
  /// on no constraint's left-hand side. A root is free by default, and so is its position.
  public var isHeldByRect: Bool?
  /// The limits of the scene; the root's apply, from the next new scene on.
  public var limits = SceneLimits()
  /// The grid to which widths are snapped before contents are measured; the root's applies.
  public var grid = PixelGrid(stepsPerPoint: 3)

  private weak var item: (any Layoutable)?
  /// The constraints with the item on their left-hand side, in the order in which they became
  /// active.
  public private(set) var constraints: [NodeConstraint] = []
  /// The problems of the last layout of the tree; of the root only.
  public private(set) var problems: [NodeError] = []
  /// The last layout of the tree, with the relaxed constraints; of the root only.
  public private(set) var result: SceneLayout?
  private var scene: NodeScene?
  private var known: NodeContent?
  private var isLayingOut = false

  /// Creates the manager of an item, which it does not keep alive.
  public init(_ item: any Layoutable) { self.item = item }

  /// Number of engines made for the present scene.
  public var enginesCreated: Int { scene?.enginesCreated ?? 0 }

  /// The name of the item, or of its type.
  var label: String { name ?? item.map { "\(type(of: $0))" } ?? "gone" }

  /// Whether the item's rectangle is not for the layout to decide.
  func holdsRect(isRoot: Bool) -> Bool {
    isHeldByRect
      ?? (!isRoot && constraints.isEmpty && content.intrinsic == .noIntrinsic && !content.wraps)
  }

  /// The size of the item's content, queried at most once in a layout.
  var content: NodeContent {
    if let known { return known }
    let fresh = item.map(NodeContent.init) ?? NodeContent()
    known = fresh
    return fresh
  }

  /// Keeps a constraint that became active.
  func keep(_ constraint: NodeConstraint) { constraints.append(constraint) }

  /// Forgets a constraint that is active no more.
  func drop(_ constraint: NodeConstraint) { constraints.removeAll { $0 === constraint } }

  private func dropOrphans() { constraints.removeAll(where: \.isOrphan) }

  /// Lays out the tree whose root is the item.
  ///
  /// - Parameter onlyIfChanged: Whether the layout is skipped if nothing changed.
  func layoutTree(onlyIfChanged: Bool) {
    guard let item, !isLayingOut else { return }
    isLayingOut = true
    defer { isLayingOut = false }
    // Superitems come first in a tree, so the reverse order is from the leaves up.
    for node in NodeTree(from: item).items.reversed() where node.manager.layoutNeedsUpdate {
      node.updateConstraint()
    }
    let tree = NodeTree(from: item)
    for node in tree.items {
      node.manager.dropOrphans()
      if node.manager.layoutNeedsUpdate { node.manager.known = nil }
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

  /// Writes the frames and notifies the items.
  private func finish(_ tree: NodeTree) {
    guard let scene, let result else { return }
    var resized: [any Layoutable] = []
    for (index, node) in tree.items.enumerated() {
      let before = node.layoutRect
      // A tree begins with its root.
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

/// The items of a tree, each before those in it.
struct NodeTree {
  private(set) var items: [any Layoutable] = []
  /// The index of each item's superitem; `nil` for the root.
  private(set) var parents: [Int?] = []
  /// An item that occurs twice; its second occurrence is omitted.
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
    // Subitems come last, so each is complete when its superitem takes it.
    for (index, parent) in parents.enumerated().reversed() {
      values[index].sublayouts.reverse()
      if let parent { values[parent].sublayouts.append(values[index]) }
    }
    return values[0]
  }

  /// The first item up the tree without a superitem; in a cycle, the last one before it repeats.
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
  /// A constraint, by its text, ties nodes that are not in one tree.
  case unrelated(String)
  /// A node, by its name, is in the tree twice, or contains itself.
  case repeated(String)
  /// A node, by its name, returned a size that is negative, not finite or too large.
  case absurdSize(String, Double)
  /// Frames are to be applied to a tree with other numbers of nodes.
  case otherTree
  /// The scene refuses a constraint or the layout.
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
