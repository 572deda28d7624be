import LayoutPrimitives

/// All constraints that a grid may have for any set of hidden rows, columns and views.
///
/// A scene adds a grid's constraints when rows, columns or views are hidden or shown. A template
/// has all of them from the beginning, so hiding only switches constraints.
public struct GridProgram: Hashable, Sendable {
  /// The guides whose width and height a view's content determines.
  public struct ContentItems: Hashable, Sendable {
    /// Index of the item that takes the content's width; `nil` for the view itself.
    public var width: Int?
    /// Index of the item that takes the content's height; `nil` for the view itself.
    public var height: Int?
  }

  /// Index of the grid among the system's items.
  public let grid: Int
  /// Indices of the views in cells, in reading order.
  public let views: [Int]
  /// Every constraint that may be active, in document order, without names.
  public let constraints: [LayoutConstraint]
  /// For each constraint, whether it is active in every state; shape `[constraints]`.
  public let isPermanent: [Bool]
  /// For each view, the states in which its cell is visible; shape `[views]`.
  public let visibility: [GridPresence]
  /// For each view, the guides that take its content's width and height; see
  /// `LayoutItem.contentWidthItem`; shape `[views]`.
  public let contentItems: [ContentItems]

  private let arrangement: GridArrangement
  private let placed: [GridContent]
  private let guides: [SceneItem]
  private let hugging: ContentPriorities
  private let hasContent: [Bool]
  private let compression: [ContentPriorities]
  /// Each constraint's number, which determines its position in document order, ascending; shape
  /// `[constraints]`.
  private let numbers: [Int]

  /// Number of guides that a grid requires.
  ///
  /// - Parameters:
  ///   - arrangement: The rows, columns and cells.
  ///   - views: Indices of the views' items, by the view's cell.
  public static func guides(
    _ arrangement: GridArrangement, views: [GridArrangement.CellIndex: Int]
  ) -> Int {
    GridConstraints.guides(Self.filled(arrangement, views))
  }

  /// Lists the constraints that a grid may have.
  ///
  /// - Parameters:
  ///   - grid: Index of the grid's item.
  ///   - views: Indices of the views' items, by the view's cell.
  ///   - guides: Indices of the guides' items, at least as many as `guides(_:views:)` returns; the
  ///     guides beyond that number get size zero.
  ///   - arrangement: The rows, columns and cells; hidden rows and columns do not affect the list.
  ///   - items: The system's items, including all guides.
  ///   - rows: The states in which each row is shown; shape `[rows]`.
  ///   - columns: The states in which each column is shown; shape `[columns]`.
  ///   - shown: The states in which a view is shown, by its item's index.
  public init(
    grid: Int, views: [GridArrangement.CellIndex: Int], guides: [Int],
    _ arrangement: GridArrangement, items: [LayoutItem], rows: [GridPresence],
    columns: [GridPresence], shown: (Int) -> GridPresence
  ) {
    self.grid = grid
    let filled = Self.filled(arrangement, views)
    self.arrangement = filled
    placed = filled.placed
    self.guides = guides.map(SceneItem.init)
    hugging = items[grid].hugging
    var generator = GridConstraints(
      grid: SceneItem(grid), guides: self.guides, filled, hugging: items[grid].hugging,
      hasContent: { items[$0.index].content != .none }
    ) { items[$0.index].compression }
    self.views = generator.views.map(\.index)
    compression = self.views.map { items[$0].compression }
    hasContent = self.views.map { items[$0].content != .none }
    contentItems = generator.contentItems.map {
      ContentItems(width: $0.width?.index, height: $0.height?.index)
    }
    let state = GridVisibility(rows: rows, columns: columns, views: self.views.map(shown))
    let candidates = generator.list(state)
    constraints = candidates.map(\.placed.constraint)
    isPermanent = candidates.map { $0.presence == .always }
    numbers = candidates.map(\.placed.number)
    visibility = generator.visible(state)
  }

  /// The indices of the constraints that are active in one state, ascending.
  ///
  /// - Parameters:
  ///   - rows: Whether each row is shown; shape `[rows]`.
  ///   - columns: Whether each column is shown; shape `[columns]`.
  ///   - shown: Whether each view is shown; shape `[views]`.
  public func holding(rows: [Bool], columns: [Bool], shown: [Bool]) -> [Int] {
    var generator = generator
    var index = 0
    return generator.list(Self.state(rows, columns, shown)).compactMap { candidate in
      while index < numbers.count, numbers[index] < candidate.placed.number { index += 1 }
      return index < numbers.count && numbers[index] == candidate.placed.number ? index : nil
    }
  }

  /// Whether each view's cell is visible in one state; shape `[views]`.
  ///
  /// - Parameters:
  ///   - rows: Whether each row is shown; shape `[rows]`.
  ///   - columns: Whether each column is shown; shape `[columns]`.
  ///   - shown: Whether each view is shown; shape `[views]`.
  public func visible(rows: [Bool], columns: [Bool], shown: [Bool]) -> [Bool] {
    let state = Self.state(rows, columns, shown)
    return placed.indices.map { state.isVisible($0, placed[$0]) == .always }
  }

  private var generator: GridConstraints {
    let compression = Dictionary(
      zip(views, self.compression), uniquingKeysWith: { first, _ in first })
    let hasContent = Dictionary(
      zip(views, self.hasContent), uniquingKeysWith: { first, _ in first })
    return GridConstraints(
      grid: SceneItem(grid), guides: guides, arrangement, hugging: hugging,
      hasContent: { hasContent[$0.index] ?? false }
    ) { compression[$0.index] ?? ContentPriorities(both: .defaultCompression) }
  }

  private static func state(_ rows: [Bool], _ columns: [Bool], _ shown: [Bool]) -> GridVisibility {
    GridVisibility(
      rows: rows.map(GridPresence.init), columns: columns.map(GridPresence.init),
      views: shown.map(GridPresence.init))
  }

  private static func filled(
    _ arrangement: GridArrangement, _ views: [GridArrangement.CellIndex: Int]
  ) -> GridArrangement {
    var result = arrangement
    for (cell, view) in views { result[cell].content = SceneItem(view) }
    return result
  }
}
