public import LayoutPrimitives

/// Everything that a condition may be asked of.
public struct ConditionContext {
  /// The record.
  public var record: any BindingSource
  /// The environment and the state.
  public var environment: ConditionEnvironment
  /// What the labels drew, in the order of `CellTemplate.labels`; `nil` when a record begins,
  /// which makes every label question false.
  public var labels: [LabelLines]?

  /// Creates a context.
  public init(
    record: any BindingSource, environment: ConditionEnvironment, labels: [LabelLines]? = nil
  ) {
    self.record = record
    self.environment = environment
    self.labels = labels
  }
}
