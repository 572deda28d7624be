import Cassowary
import LayoutPrimitives

/// Computes the frames of items from their solved variables.
///
/// The variables are distances from the parent's leading and top edges. The frames are relative to
/// the root's top-left corner.
struct FrameReader: Sendable {
  /// Index of each item's parent, -1 for the root; shape `[items]`.
  ///
  /// A parent precedes its children.
  private let parents: ContiguousArray<Int32>
  /// Index of each item's variables in the solver of their axis, by `ItemVariable`, or -1 for the
  /// root's position; shape `[items × 4]`.
  private let variables: ContiguousArray<Int32>
  private let horizontalSolver: Int
  private let verticalSolver: Int
  private let isRightToLeft: Bool
  /// Distance of each item from the root's leading edge, in points; shape `[items]`.
  private var leadings: ContiguousArray<Double>
  private var tops: ContiguousArray<Double>

  init(_ plan: LayoutPlan) {
    parents = ContiguousArray(plan.system.items.map { Int32($0.parent ?? -1) })
    variables = plan.slots.variables
    horizontalSolver = plan.slots.solver(of: .horizontal)
    verticalSolver = plan.slots.solver(of: .vertical)
    isRightToLeft = plan.direction == .rightToLeft
    leadings = ContiguousArray(repeating: 0, count: parents.count)
    tops = leadings
  }

  /// The solved value of an item's variable, in points; 0 for the root's position.
  func value(_ item: Int, _ variable: ItemVariable, _ solvers: [SimplexSolver]) -> Double {
    let index = Int(variables[item * 4 + variable.rawValue])
    guard index >= 0 else { return 0 }
    let solver = variable.axis == .horizontal ? horizontalSolver : verticalSolver
    return solvers[solver].value(index)
  }

  /// The sum of a linear form of horizontal variables in the last solution, in points.
  ///
  /// It is not rounded, because the vertical solver rounds the result.
  func sum(of parts: [AnchorForm.Part], _ solvers: [SimplexSolver]) -> Double {
    var sum = 0.0
    for part in parts {
      let index = Int(variables[part.item * 4 + part.variable.rawValue])
      guard index >= 0 else { continue }
      sum += part.coefficient * solvers[horizontalSolver].unroundedValue(index)
    }
    return sum
  }

  /// Reads the widths of some items, in points, between their edges after these are snapped to
  /// pixels.
  func snappedWidths(
    of items: [Int], _ grid: PixelGrid, _ solvers: [SimplexSolver],
    into widths: inout ContiguousArray<Double>
  ) {
    let values = solvers[horizontalSolver].values
    let root = values[Int(variables[ItemVariable.width.rawValue])]
    widths.removeAll(keepingCapacity: true)
    for item in items {
      var leading = 0.0
      var current = item
      while parents[current] >= 0 {
        leading += values[Int(variables[current * 4 + ItemVariable.leading.rawValue])]
        current = Int(parents[current])
      }
      let width = values[Int(variables[item * 4 + ItemVariable.width.rawValue])]
      let (left, right) = edges(leading: leading, width: width, root: root)
      widths.append(grid.points(grid.pixel(ofEdge: right) - grid.pixel(ofEdge: left)))
    }
  }

  /// Reads the frames of all items, in points; shape `[items]`.
  mutating func read(_ solvers: [SimplexSolver], into frames: inout [Rect]) {
    let horizontal = solvers[horizontalSolver].values
    let vertical = solvers[verticalSolver].values
    let root = horizontal[Int(variables[ItemVariable.width.rawValue])]
    for item in 0..<parents.count {
      let parent = Int(parents[item])
      let base = item * 4
      if parent >= 0 {
        leadings[item] =
          leadings[parent] + horizontal[Int(variables[base + ItemVariable.leading.rawValue])]
        tops[item] = tops[parent] + vertical[Int(variables[base + ItemVariable.top.rawValue])]
      }
      let (left, right) = edges(
        leading: leadings[item],
        width: horizontal[Int(variables[base + ItemVariable.width.rawValue])], root: root)
      frames[item] = Rect(
        x: left, y: tops[item], width: right - left,
        height: vertical[Int(variables[base + ItemVariable.height.rawValue])])
    }
  }

  /// The physical left and right edges of an item, in points from the root's left edge.
  private func edges(
    leading: Double, width: Double, root: Double
  ) -> (left: Double, right: Double) {
    isRightToLeft ? (root - leading - width, root - leading) : (leading, leading + width)
  }
}
