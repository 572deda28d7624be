public import LayoutPrimitives

/// The record, the environment and the labels that a condition is evaluated for.
public struct ConditionContext {
  /// The record.
  public var record: any BindingSource
  /// The environment and the state.
  public var environment: ConditionEnvironment
  /// The lines of the labels each time widths settled, in the order of `CellTemplate.labels`.
  ///
  /// Empty at the start of a record, when every label question is false. A question that was once
  /// true stays true for the record.
  public var labels: [[LabelLines]] = []
}
