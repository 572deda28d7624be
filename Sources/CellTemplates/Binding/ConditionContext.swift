public import LayoutPrimitives

/// Everything that a condition may be asked of.
public struct ConditionContext {
  /// The record.
  public var record: any BindingSource
  /// The environment and the state.
  public var environment: ConditionEnvironment
  /// What the labels drew each time widths settled, in the order of `CellTemplate.labels`.
  ///
  /// Empty when a record begins, which makes every label question false. A question that was once
  /// true stays true for the record, so it is asked of all of them.
  public var labels: [[LabelLines]]

  /// Creates a context.
  public init(
    record: any BindingSource, environment: ConditionEnvironment, labels: [[LabelLines]] = []
  ) {
    self.record = record
    self.environment = environment
    self.labels = labels
  }
}
