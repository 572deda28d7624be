import Cassowary
import LayoutPrimitives

/// A layout that never settles: the widths change with the measured texts, and the texts with the
/// widths.
public struct FeedbackLoop: Hashable, Sendable {
  /// Number of passes before the stop whose widths are recorded; a longer cycle is reported only in
  /// part.
  static let watchedPasses = 16

  /// Number of settling passes after which the layout was stopped.
  public var passes: Int
  /// Names of the items whose widths still changed, in document order.
  public var views: [String]
  /// Index of the first item whose width still changed.
  public var item: Int
  /// Name of the first width that still changed: `ITEM.width`.
  public var variable: String
  /// The distinct values of `variable` in the recorded passes, in points.
  public var values: [Double]
  /// Constraints on which `variable` depends in the last pass, in document order.
  public var constraints: [ImposedConstraint]
}

extension LayoutEngine {
  /// Describes a feedback loop.
  ///
  /// - Parameters:
  ///   - passes: Number of settling passes so far.
  ///   - widths: Snapped widths of the measured items in the last passes, in points; shape
  ///     `[passes × measuredItems]`, at least two passes.
  func feedbackLoop(passes: Int, widths: [[Double]]) -> FeedbackLoop {
    let indices = plan.measuredItems.indices.filter { index in
      widths.contains { $0[index] != widths[0][index] }
    }
    let index = indices.first ?? 0
    let item = plan.measuredItems[index]
    var values: [Double] = []
    for pass in widths where !values.contains(pass[index]) { values.append(pass[index]) }
    var constraints: [ImposedConstraint] = []
    if let slot = plan.slots.slot(of: item, .width) {
      let rows = plan.slots.rows[slot.solver]
      let solver = axes.solvers[slot.solver]
      constraints = solver.constraintsAffecting(slot.index).map {
        imposed(rows[$0], solver, $0)
      }
    }
    return FeedbackLoop(
      passes: passes, views: indices.map { plan.system.items[plan.measuredItems[$0]].name },
      item: item, variable: "\(plan.system.items[item].name).width", values: values,
      constraints: constraints)
  }
}
