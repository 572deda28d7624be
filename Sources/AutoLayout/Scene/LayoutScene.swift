public import LayoutPrimitives

/// A tree of items with constraints that come and go, and the one engine that lays it out.
///
/// A constraint is a value until `add` installs it. The engine lives as long as the structure:
/// constants, priorities and factors that were there before, groups, intrinsic sizes, hidden views,
/// and constraints that are removed and added again with equal terms only rebind it; new items and
/// new terms have it made anew before the next layout. Whatever happened before, a layout is a
/// function of the items and of the constraints that hold, in the order in which they were added.
public struct LayoutScene: Sendable {
  /// The item whose width is given and whose height is what fits.
  public let root = SceneItem(0)
  /// How large the scene may grow.
  public let limits: SceneLimits
  /// Settling passes after which a layout is given up as a feedback loop; 50...1000.
  public let passLimit: Int
  /// Device pixels, to which widths are snapped before text is measured, and frames in the results.
  public var grid: PixelGrid
  /// The direction in which leading edges run.
  public var direction: LayoutDirection
  /// Engines made since the scene was: one a structure and direction, one more once a layout asks
  /// for a size whose width is open.
  public internal(set) var enginesCreated = 0

  var items: [ItemRecord]
  /// Items by name; only looked up.
  var names: [String: Int]
  /// In document order, which is that of their ids.
  var constraints: [SceneConstraint] = []
  var groups: [SceneGroup] = []
  var stacks: [SceneStack] = []
  var rows = SceneRows()
  var rowsNeedLayingOut = false
  /// By direction and by whether the width may be open; shape `[2 × 2]`.
  var engines = [SceneEngine?](repeating: nil, count: 4)
  /// Priorities at which sizes have been asked to fit.
  var fittingPriorities: Set<Priority> = [.fitting]
  var lastSerial = 0
  /// Counts before the present binding, and in it.
  var earlierChurn = ChurnCounter()
  var bindingChurn = ChurnCounter()
  var isBinding = false

  /// Creates a scene with nothing but its root.
  ///
  /// - Parameters:
  ///   - root: Name of the root.
  ///   - direction: The direction in which leading edges run.
  ///   - grid: Device pixels.
  ///   - margins: Layout margins of the root, in points.
  ///   - minimumMargins: Margins that those never fall below, as a view controller imposes them.
  ///   - limits: How large the scene may grow.
  ///   - passLimit: Settling passes before a feedback loop is reported; clamped to 50...1000.
  public init(
    root: String = "cell", direction: LayoutDirection = .leftToRight,
    grid: PixelGrid = PixelGrid(stepsPerPoint: 3), margins: Insets = Insets(all: 8),
    minimumMargins: Insets = Insets(all: 0), limits: SceneLimits = SceneLimits(),
    passLimit: Int = 100
  ) {
    self.limits = limits
    self.passLimit = min(max(passLimit, 50), 1000)
    self.grid = grid
    self.direction = direction
    var traits = ItemTraits()
    traits.margins = margins
    traits.minimumMargins = minimumMargins
    items = [ItemRecord(name: root, parent: nil, content: .none, traits: traits)]
    names = [root: 0]
  }

  /// The constraints in the scene, in document order, those of inactive groups included.
  public var installedConstraints: [LayoutConstraint] { constraints.map(\.constraint) }

  /// Rows that the engine has for constraints, those of removed ones included.
  public var rowCount: Int { rows.count }

  /// The place of a constraint among those in the scene.
  func place(of id: ConstraintID) throws(SceneError) -> Int {
    guard let place = knownPlace(of: id) else { throw .unknownConstraint }
    return place
  }

  /// The place of a constraint among those in the scene, if it is there.
  func knownPlace(of id: ConstraintID) -> Int? {
    let place = insertionPlace(of: id)
    return place < constraints.count && constraints[place].id == id ? place : nil
  }

  /// The first place whose constraint does not stand before an id.
  func insertionPlace(of id: ConstraintID) -> Int {
    var low = 0
    var high = constraints.count
    while low < high {
      let middle = (low + high) / 2
      if constraints[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a constraint takes part.
  func holds(_ constraint: SceneConstraint) -> Bool {
    constraint.isOn && (constraint.group.map { groups[$0].isActive } ?? true)
  }

  /// Forgets the engines: there are new items or new terms.
  mutating func structureChanged() {
    for index in engines.indices { engines[index] = nil }
    rowsNeedLayingOut = true
  }

  /// Has a constraint bound again before the next layout.
  mutating func touch(row: Int) {
    for index in engines.indices { engines[index]?.touch(row: row) }
  }

  /// Has an intrinsic size bound again before the next layout.
  mutating func touch(item: Int) {
    for index in engines.indices { engines[index]?.touch(item: item) }
  }
}

/// A group as the scene keeps it.
struct SceneGroup: Sendable {
  var isActive: Bool
  var members: [ConstraintID]
}
