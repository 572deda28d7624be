import LayoutPrimitives

/// Generates the constraints by which a grid arranges its views.
struct GridConstraints {
  private let placed: [GridContent]
  private var horizontal: GridAxisConstraints
  private var vertical: GridAxisConstraints

  /// Number of guides that a grid needs.
  static func guides(_ arrangement: GridArrangement) -> Int {
    let placed = arrangement.placed
    return Axis.allCases.map { axis in
      GridGuides(GridAxis(arrangement, placed, axis) { _ in true }).count
    }.max() ?? 0
  }

  /// Makes the generator.
  ///
  /// - Parameters:
  ///   - grid: The grid's item.
  ///   - guides: Guides in the grid, at least `guides(_:)` of them.
  ///   - arrangement: The rows, columns and cells.
  ///   - hugging: The grid's content hugging.
  ///   - hasContent: Whether a view has a content size.
  ///   - compression: Compression resistance of a view.
  init(
    grid: SceneItem, guides: [SceneItem], _ arrangement: GridArrangement,
    hugging: ContentPriorities, hasContent: (SceneItem) -> Bool,
    compression: (SceneItem) -> ContentPriorities
  ) {
    let placed = arrangement.placed
    self.placed = placed
    let compressions = placed.map { compression($0.item) }
    func make(_ axis: Axis, firstPlace: Int) -> GridAxisConstraints {
      GridAxisConstraints(
        grid: grid, GridAxis(arrangement, placed, axis, hasContent: hasContent), guides: guides,
        GridPriorities(hugging: hugging[axis], compression: compressions.map { $0[axis] }),
        firstPlace: firstPlace)
    }
    let horizontal = make(.horizontal, firstPlace: 0)
    self.horizontal = horizontal
    vertical = make(.vertical, firstPlace: horizontal.endPlace)
  }

  /// The views in cells, in reading order.
  var views: [SceneItem] { placed.map(\.item) }

  /// For each view, the guides whose extents its content asks for in place of its own; shape
  /// `[views]`.
  var contentItems: [(width: SceneItem?, height: SceneItem?)] {
    placed.indices.map { (horizontal.contentItem(of: $0), vertical.contentItem(of: $0)) }
  }

  /// Whether each view's cell is visible; shape `[views]`.
  func visible(_ visibility: GridVisibility) -> [GridPresence] {
    placed.indices.map { visibility.isVisible($0, placed[$0]) }
  }

  /// Lists, in document order, the constraints that may hold.
  mutating func list(_ visibility: GridVisibility) -> [GridAxisConstraints.Candidate] {
    let visible = visible(visibility)
    var result = horizontal.list(shown: visibility.columns, visible: visible)
    result += vertical.list(shown: visibility.rows, visible: visible)
    var place = vertical.endPlace
    for (index, content) in placed.enumerated() {
      for constraint in content.custom {
        if visible[index] != .never {
          result.append(
            GridAxisConstraints.Candidate(
              placed: PlacedConstraint(place: place, constraint: constraint),
              presence: visible[index]))
        }
        place += 1
      }
    }
    result.sort { $0.placed.place < $1.placed.place }
    return result
  }
}
