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

/// The part of an environment that conditions may ask.
public struct ConditionEnvironment: Hashable, Sendable {
  /// Width of the cell, in points.
  public var width: Double
  /// Pixels per point.
  public var scale: Double
  /// The user's text size.
  public var sizeCategory: SizeCategory
  /// Direction of leading edges.
  public var direction: LayoutDirection
  /// Locale, as the environment writes it.
  public var locale: String
  /// The state; `nil` for a template without states.
  public var state: String?

  /// Creates an environment; the defaults are those of the environment notation.
  public init(
    width: Double, scale: Double = 3, sizeCategory: SizeCategory = .large,
    direction: LayoutDirection = .leftToRight, locale: String = "en", state: String? = nil
  ) {
    self.width = width
    self.scale = scale
    self.sizeCategory = sizeCategory
    self.direction = direction
    self.locale = locale
    self.state = state
  }
}
