import LayoutPrimitives
import TextMeasurement

/// What all records of a template share in one environment.
final class PreparedEnvironment: Sendable {
  let environment: Environment
  let conditions: ConditionEnvironment
  let rules: MeasurementRules
  let grid: PixelGrid
  /// The style of each label, by item.
  let styles: [TextStyle?]
  /// The styles of each label's pieces, by item.
  let pieces: [[CharacterStyle]]
  /// Values of the template's constants, in points, shape `[constants]`.
  let constants: [Double]
  /// The index of its engine in a layouter.
  let engine: Int

  /// Most environments of a layouter, beyond which the oldest is dropped.
  static let capacity = 64

  init(_ environment: Environment, template: CellTemplate) throws(TextError) {
    self.environment = environment
    conditions = ConditionEnvironment(
      width: environment.width, scale: environment.scale,
      sizeCategory: environment.sizeCategory, direction: environment.direction,
      locale: environment.locale, state: template.state(in: environment))
    rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
    grid = environment.grid
    styles = template.views.map { view in
      view.label.map { TextStyle($0, category: environment.sizeCategory) }
    }
    pieces = template.views.map { view in
      (view.label?.pieces ?? []).map {
        CharacterStyle($0.font, category: environment.sizeCategory)
      }
    }
    // A constant depends on no record.
    let context = ConditionContext(record: ResolvedRecord(), environment: conditions)
    constants = template.constants.map { $0.value(in: context) }
    engine = environment.direction == .leftToRight ? 0 : 1
  }
}

extension CellTemplate {
  /// The state of a cell: the environment's if the template declares it, else its first one.
  fileprivate func state(in environment: Environment) -> String? {
    environment.state.flatMap { states.contains($0) ? $0 : nil } ?? states.first
  }
}
