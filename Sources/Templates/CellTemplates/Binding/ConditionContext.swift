public import LayoutPrimitives

/// The record, the environment and the labels that a condition is evaluated for.
public struct ConditionContext {
  /// The record.
  public var record: any BindingSource
  /// The environment and the state.
  public var environment: ConditionEnvironment
  /// The lines of the labels, one list for each time that widths settled in this cell.
  ///
  /// Each list is in the order of `CellTemplate.labels`. At the start of a cell there are none, and
  /// every question about a label is false. A question that was true once stays true for the cell.
  public var labels: [[LabelLines]] = []
}
