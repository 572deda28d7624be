import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// The scene of a tree of nodes, and the state of the nodes in it.
///
/// The scene's root is not a node. It is the origin of the coordinates, so the tree's root can have
/// any position.
final class NodeScene {
  private struct Node {
    weak var manager: LayoutManager?
    let parent: Int?
    let item: SceneItem
    let wraps: Bool
    let name: String
    /// The intrinsic size that was last passed to the scene.
    var intrinsic = Size.noIntrinsic
    /// The constraints that fix the item's rectangle, and this rectangle; `nil` if it is not fixed.
    var held: (ids: [ConstraintID], rect: Rect)?
  }

  private struct Installed {
    let constraint: NodeConstraint
    let id: ConstraintID
    var constant: Double
    var priority: NodePriority
  }

  private var scene: LayoutScene
  private var nodes: [Node] = []
  /// Index of each node, by its manager; never iterated.
  private var indices: [ObjectIdentifier: Int] = [:]
  private var installed: [Installed] = []

  /// Creates the scene of a tree, without the nodes' constraints.
  ///
  /// - Throws: `SceneError.tooMany` if the tree has more nodes than the limit.
  init(
    _ tree: NodeTree, _ contents: [NodeContent], limits: SceneLimits, grid: PixelGrid
  ) throws(SceneError) {
    scene = LayoutScene(root: "origin", grid: grid, margins: Insets(all: 0), limits: limits)
    for (index, node) in tree.items.enumerated() {
      let manager = node.manager
      var name = manager.label
      // Repeated, because another node may already have the name with a number.
      while scene.item(named: name) != nil { name += " \(index)" }
      let parent = tree.parents[index]
      let item = try scene.addItem(
        name, in: parent.map { nodes[$0].item },
        content: contents[index].wraps
          ? .text : contents[index].intrinsic == .noIntrinsic ? .none : .intrinsic
      ) {
        $0.margins = Insets(all: 0)
        $0.hugging = ContentPriorities(both: NodePriority.strong.priority)
        $0.compression = ContentPriorities(both: NodePriority.strong.priority)
      }
      indices[ObjectIdentifier(manager)] = index
      nodes.append(
        Node(
          manager: manager, parent: parent, item: item, wraps: contents[index].wraps, name: name))
    }
    guard let root = nodes.first?.item else { return }
    // Without other constraints, the tree's root is at the origin and as small as its subitems
    // allow.
    try scene.add { origin in
      root.left == origin.left ~ 1
      root.top == origin.top ~ 1
      root.width == 0 ~ 1
      root.height == 0 ~ 1
    }
  }

  /// Number of engines made so far.
  var enginesCreated: Int { scene.enginesCreated }

  /// Whether the tree has the same nodes as when the scene was made.
  func fits(_ tree: NodeTree, _ contents: [NodeContent]) -> Bool {
    tree.items.count == nodes.count
      && nodes.indices.allSatisfy {
        nodes[$0].manager === tree.items[$0].manager && nodes[$0].parent == tree.parents[$0]
          && nodes[$0].wraps == contents[$0].wraps
      }
  }

  /// Updates the scene from the nodes; changes that the scene refuses are added to `problems`.
  ///
  /// - Returns: Whether anything changed.
  func update(
    _ tree: NodeTree, _ contents: [NodeContent], _ problems: inout [NodeError]
  ) -> Bool {
    var isChanged = removeOld()
    for (index, node) in tree.items.enumerated() {
      do throws(SceneError) {
        if try updateSize(index, contents[index]) { isChanged = true }
        if try updateRect(index, node) { isChanged = true }
      } catch {
        problems.append(.scene(error))
      }
    }
    let indices = Dictionary(
      uniqueKeysWithValues: installed.indices.map {
        (ObjectIdentifier(installed[$0].constraint), $0)
      })
    for node in tree.items {
      for constraint in node.manager.constraints {
        do throws(NodeError) {
          if let index = indices[ObjectIdentifier(constraint)] {
            if try change(index) { isChanged = true }
          } else {
            try install(constraint)
            isChanged = true
          }
        } catch {
          problems.append(error)
        }
      }
    }
    return isChanged
  }

  /// Removes the constraints that are no longer active; returns whether there were any.
  private func removeOld() -> Bool {
    let isOld = installed.map { !$0.constraint.isActive || $0.constraint.isOrphan }
    let ids = installed.indices.filter { isOld[$0] }.map { installed[$0].id }
    guard !ids.isEmpty else { return false }
    installed = installed.indices.filter { !isOld[$0] }.map { installed[$0] }
    // The ids come from the scene itself, so removing them cannot fail.
    do throws(SceneError) { try scene.remove(ids) } catch {}
    return true
  }

  private func updateSize(_ index: Int, _ content: NodeContent) throws(SceneError) -> Bool {
    guard !content.wraps, content.intrinsic != nodes[index].intrinsic else { return false }
    try scene.setIntrinsic(nodes[index].item, content.intrinsic)
    nodes[index].intrinsic = content.intrinsic
    return true
  }

  /// Fixes, moves or frees the rectangle of a node.
  private func updateRect(_ index: Int, _ node: any Layoutable) throws(SceneError) -> Bool {
    let held = nodes[index].held
    let isRoot = nodes[index].parent == nil
    let rect = node.manager.holdsRect(isRoot: isRoot) ? node.layoutRect : nil
    guard held?.rect != rect else { return false }
    let item = nodes[index].item
    if let held { try scene.remove(held.ids) }
    nodes[index].held = nil
    guard let rect else { return true }
    let parent = nodes[index].parent.map { nodes[$0].item } ?? scene.root
    let ids = try scene.add([
      item.left == parent.left + rect.x, item.top == parent.top + rect.y,
      item.width == rect.width, item.height == rect.height,
    ])
    nodes[index].held = (ids, rect)
    return true
  }

  private func install(_ constraint: NodeConstraint) throws(NodeError) {
    guard let first = constraint.first.flatMap({ indices[ObjectIdentifier($0)] }) else {
      throw .unrelated(constraint.description)
    }
    var second: Anchor?
    if let attribute = constraint.secondAttribute {
      guard let other = constraint.second.flatMap({ indices[ObjectIdentifier($0)] }) else {
        throw .unrelated(constraint.description)
      }
      second = nodes[other].item.anchor(attribute.attribute)
    } else if let origin = constraint.origin {
      second =
        (nodes[first].parent.map { nodes[$0].item } ?? scene.root).anchor(origin.attribute)
    }
    do {
      let id = try scene.add(
        LayoutConstraint(
          name: constraint.description,
          first: nodes[first].item.anchor(constraint.attribute.attribute),
          relation: constraint.relation, multiplier: constraint.multiplier, second: second,
          constant: constraint.constant, priority: constraint.priority.priority))
      installed.append(
        Installed(
          constraint: constraint, id: id, constant: constraint.constant,
          priority: constraint.priority))
    } catch {
      throw .scene(error)
    }
  }

  /// Passes a new constant or priority to the scene.
  private func change(_ index: Int) throws(NodeError) -> Bool {
    let entry = installed[index]
    var isChanged = false
    do {
      if entry.constraint.constant != entry.constant {
        try scene.setConstant(entry.id, entry.constraint.constant)
        installed[index].constant = entry.constraint.constant
        isChanged = true
      }
      if entry.constraint.priority != entry.priority {
        try scene.setPriority(entry.id, entry.constraint.priority.priority)
        installed[index].priority = entry.constraint.priority
        isChanged = true
      }
    } catch {
      throw .scene(error)
    }
    return isChanged
  }

  /// Lays out the scene; invalid content sizes are added to `problems` and count as 0.
  ///
  /// - Throws: `SceneError` if the scene has no layout.
  func layout(
    _ contents: [NodeContent], _ problems: inout [NodeError]
  ) throws(SceneError) -> SceneLayout {
    var sizes: [(content: NodeContent, name: String)?] = [nil]
    sizes += zip(nodes, contents).map { $0.wraps ? ($1, $0.name) : nil }
    var sizing = NodeSizing(sizes, largest: scene.limits.largestNumber)
    defer { problems += sizing.problems }
    return try scene.layout(width: 0, height: 0, sizing: &sizing)
  }

  /// The frame of a node in its superitem's coordinates, in points.
  func frame(of index: Int, in layout: SceneLayout) -> Rect {
    var frame = layout[nodes[index].item]
    if let parent = nodes[index].parent {
      let outer = layout[nodes[parent].item]
      (frame.x, frame.y) = (frame.x - outer.x, frame.y - outer.y)
    }
    return frame
  }
}

/// The size of an item's content; sizes at widths are requested when they are needed.
final class NodeContent {
  /// The size without wrapping, in points; `Size.noIntrinsic` for an item without content.
  let intrinsic: Size
  /// Whether the height follows from the width.
  let wraps: Bool
  private weak var item: (any Layoutable)?
  /// Sizes at widths, by width, in points; never iterated.
  private var sizes: [Double: Size] = [:]
  /// Maximum number of widths whose sizes are stored.
  private static let widthLimit = 16
  /// The width at which content without an intrinsic width is tested for wrapping, in points.
  private static let openWidth = 10_000.0

  /// The content of an item that no longer exists: no size.
  init() { (intrinsic, wraps) = (.noIntrinsic, false) }

  /// Reads the content sizes of an item.
  init(_ item: any Layoutable) {
    self.item = item
    intrinsic = item.itemIntrinsicContentSize
    let width = intrinsic.width >= 0 && intrinsic.width.isFinite ? intrinsic.width : Self.openWidth
    let size = item.contentSizeFor(maxWidth: width)
    wraps = size != .noIntrinsic
    sizes[width] = size
  }

  /// The size at a width, in points.
  func size(at width: Double) -> Size {
    if let cached = sizes[width] { return cached }
    let size = item?.contentSizeFor(maxWidth: width) ?? .noIntrinsic
    if sizes.count >= Self.widthLimit { sizes.removeAll(keepingCapacity: true) }
    sizes[width] = size
    return size
  }
}

/// Passes the sizes of contents to a scene, and collects invalid sizes as problems.
struct NodeSizing: ContentSizing {
  /// The content and name of each item of the scene, `nil` for an item that is not a node; shape
  /// `[items]`.
  let contents: [(content: NodeContent, name: String)?]
  let largest: Double
  private(set) var problems: [NodeError] = []

  init(_ contents: [(content: NodeContent, name: String)?], largest: Double) {
    self.contents = contents
    self.largest = largest
  }

  mutating func unwrapped(item: Int) -> TextExtent {
    guard contents.indices.contains(item), let (content, name) = contents[item] else {
      return .empty
    }
    // A text without an intrinsic width gets its width at the largest allowed width.
    return extent(
      content.intrinsic.width < 0 ? content.size(at: largest) : content.intrinsic, name)
  }

  mutating func wrapped(item: Int, width: Double) -> TextExtent {
    guard contents.indices.contains(item), let (content, name) = contents[item] else {
      return .empty
    }
    return extent(content.size(at: width), name)
  }

  func isSingleLine(item: Int) -> Bool { false }

  private mutating func extent(_ size: Size, _ name: String) -> TextExtent {
    var extent = TextExtent.empty
    extent.width = checked(size.width, name)
    extent.height = checked(size.height, name)
    extent.firstBaseline = extent.height
    return extent
  }

  /// Returns a length, or 0 if it is invalid.
  private mutating func checked(_ length: Double, _ name: String) -> Double {
    // If an item has no width or height, it counts as 0.
    if length == Size.noIntrinsicMetric { return 0 }
    guard length.isFinite, (0...largest).contains(length) else {
      let problem = NodeError.absurdSize(name, length)
      if !problems.contains(problem) { problems.append(problem) }
      return 0
    }
    return length
  }
}
