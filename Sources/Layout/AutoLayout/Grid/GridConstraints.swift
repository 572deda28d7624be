import LayoutPrimitives

/// Generates the constraints by which a grid arranges its views.
package struct GridConstraints {
  private let placed: [GridContent]
  private var horizontal: GridAxisConstraints
  private var vertical: GridAxisConstraints

  /// Number of guides that a grid needs.
  package static func guides(_ arrangement: GridArrangement) -> Int {
    let placed = arrangement.placed
    return Axis.allCases.map { axis in
      GridGuides(GridAxis(arrangement, placed, axis) { _ in true }).count
    }.max() ?? 0
  }

  /// Creates the generator.
  ///
  /// - Parameters:
  ///   - grid: The grid's item.
  ///   - guides: Guides in the grid; at least as many as `guides(_:)` returns.
  ///   - arrangement: The rows, columns and cells.
  ///   - hugging: The priorities of the grid's content hugging.
  ///   - hasContent: Whether a view has a content size.
  ///   - compression: Returns the compression resistance of a view.
  package init(
    grid: SceneItem, guides: [SceneItem], _ arrangement: GridArrangement,
    hugging: ContentPriorities, hasContent: (SceneItem) -> Bool,
    compression: (SceneItem) -> ContentPriorities
  ) {
    let placed = arrangement.placed
    self.placed = placed
    let compressions = placed.map { compression($0.item) }
    func make(_ axis: Axis, firstLocation: Int) -> GridAxisConstraints {
      GridAxisConstraints(
        grid: grid, GridAxis(arrangement, placed, axis, hasContent: hasContent), guides: guides,
        GridPriorities(hugging: hugging[axis], compression: compressions.map { $0[axis] }),
        firstLocation: firstLocation)
    }
    let horizontal = make(.horizontal, firstLocation: 0)
    self.horizontal = horizontal
    vertical = make(.vertical, firstLocation: horizontal.endNumber)
  }

  /// The views in cells, in reading order.
  package var views: [SceneItem] { placed.map(\.item) }

  /// For each view, the guides that take its content's width and height; shape `[views]`.
  ///
  /// A guide is `nil` if the view itself takes the length.
  package var contentItems: [(width: SceneItem?, height: SceneItem?)] {
    placed.indices.map { (horizontal.contentItem(of: $0), vertical.contentItem(of: $0)) }
  }

  /// Whether each view's cell is visible; shape `[views]`.
  func visible(_ visibility: GridVisibility) -> [GridPresence] {
    placed.indices.map { visibility.isVisible($0, placed[$0]) }
  }

  /// The constraints that are active in at least one of the requested states, in document order.
  package mutating func placed(_ visibility: GridVisibility) -> [NumberedConstraint] {
    list(visibility).map(\.placed)
  }

  /// Lists the constraints that are active in at least one of the requested states, in document
  /// order.
  mutating func list(_ visibility: GridVisibility) -> [GridAxisConstraints.Candidate] {
    let visible = visible(visibility)
    var result = horizontal.list(shown: visibility.columns, visible: visible)
    result += vertical.list(shown: visibility.rows, visible: visible)
    var number = vertical.endNumber
    for (index, content) in placed.enumerated() {
      for constraint in content.custom {
        if visible[index] != .never {
          result.append(
            GridAxisConstraints.Candidate(
              placed: NumberedConstraint(number: number, constraint: constraint),
              presence: visible[index]))
        }
        number += 1
      }
    }
    result.sort { $0.placed.number < $1.placed.number }
    return result
  }
}

/// The states in which a view or track is shown, or a constraint is active: none, some or all.
///
/// If there is only one state, every value is `never` or `always`. For several states, the
/// operators follow three-valued logic: `never` and `always` are certain, `sometimes` is not.
public enum GridPresence: Int, Hashable, Sendable, Comparable {
  /// In no state.
  case never
  /// In some states.
  case sometimes
  /// In every state.
  case always

  package init(_ isShown: Bool) { self = isShown ? .always : .never }

  /// Whether the left presence is the lesser one.
  public static func < (left: GridPresence, right: GridPresence) -> Bool {
    left.rawValue < right.rawValue
  }

  static func && (left: GridPresence, right: GridPresence) -> GridPresence { min(left, right) }

  static func || (left: GridPresence, right: GridPresence) -> GridPresence { max(left, right) }

  static prefix func ! (presence: GridPresence) -> GridPresence {
    switch presence {
    case .never: .always
    case .sometimes: .sometimes
    case .always: .never
    }
  }
}

/// The states in which each row, column and view of a grid is shown.
package struct GridVisibility {
  /// The presence of each row; shape `[rows]`.
  var rows: [GridPresence]
  /// The presence of each column; shape `[columns]`.
  var columns: [GridPresence]
  /// The presence of each view; shape `[contents]`.
  var views: [GridPresence]

  package init(rows: [GridPresence], columns: [GridPresence], views: [GridPresence]) {
    (self.rows, self.columns, self.views) = (rows, columns, views)
  }

  /// The states in which a view's cell is visible.
  ///
  /// The cell is visible if one of its rows, one of its columns and the view are shown.
  func isVisible(_ index: Int, _ content: GridContent) -> GridPresence {
    let row = rows[content.rows].max() ?? .never
    let column = columns[content.columns].max() ?? .never
    return row && column && views[index]
  }
}

/// The priorities by which a grid fits its tracks to their views along one axis.
struct GridPriorities: Hashable, Sendable {
  /// Priority at which tracks are as short as their views allow.
  let fitting: Priority
  /// Priority at which the grid is as small as its tracks; all fitting tracks share extra space.
  ///
  /// It is less than `fitting`, except that both may be 1.
  let spare: Priority

  /// Creates the priorities.
  ///
  /// - Parameters:
  ///   - hugging: The priority of the grid's content hugging, which determines the priority of
  ///     extra space.
  ///   - compression: The compression resistances of the views. All of them exceed both resulting
  ///     priorities, unless one of the resistances is 1.
  init(hugging: Priority, compression: [Priority]) {
    let minimum = compression.min()?.value ?? Priority.required.value
    let fit = max(min(hugging.value + 1, minimum - 1), 1)
    fitting = Priority(fit) ?? .fitting
    spare = Priority(max(min(hugging.value, fit - 1), 1)) ?? .fitting
  }
}
