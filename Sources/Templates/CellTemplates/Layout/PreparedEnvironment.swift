import LayoutPrimitives
import TextMeasurement

/// The styles of a template's labels, which are those of all widths.
///
/// It is shared by environments that differ only in their widths, so that their texts are prepared
/// once for each record.
final class LabelStyles: Sendable {
  /// The style of each label, indexed by item; `nil` for other items.
  let styles: [TextStyle?]
  /// The styles of the pieces of each label's text, indexed by item.
  let pieces: [[CharacterStyle]]

  init(_ template: CellTemplate, category: SizeCategory) {
    styles = template.views.map { view in
      view.label.map { TextStyle($0, category: category) }
    }
    pieces = template.views.map { view in
      (view.label?.pieces ?? []).map { CharacterStyle($0.font, category: category) }
    }
  }
}

/// Values that depend on a template and an environment, but not on records.
final class PreparedEnvironment: Sendable {
  let environment: Environment
  let conditions: ConditionEnvironment
  let rules: MeasurementRules
  let grid: PixelGrid
  /// The styles of labels; environments have the same object if they differ only in their widths.
  let labels: LabelStyles
  /// The values of the template's constants, indexed as `CellTemplate.constants`.
  let constants: [Double]
  /// Index in `ConstraintLayout.engines` of the engine for the environment's direction.
  let engine: Int

  /// Maximum number of prepared environments in a layouter; beyond it, the oldest one is removed.
  static let capacity = 64
  /// Maximum number of prepared ranges in a layouter; beyond it, the oldest one is removed.
  static let rangeCapacity = 8

  init(_ environment: Environment, plan: TemplatePlan) throws(TextError) {
    let template = plan.template
    self.environment = environment
    conditions = ConditionEnvironment(
      width: environment.width, scale: environment.scale,
      sizeCategory: environment.sizeCategory, direction: environment.direction,
      locale: environment.locale, state: template.state(in: environment))
    rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
    grid = environment.grid
    labels = LabelStyles(template, category: environment.sizeCategory)
    constants = Self.constants(of: template, conditions)
    engine = environment.direction == .leftToRight ? 0 : 1
  }

  /// Creates a copy for an environment that differs only in its width.
  init(_ environment: Environment, like other: PreparedEnvironment, plan: TemplatePlan) {
    self.environment = environment
    conditions = other.conditions.with(width: environment.width)
    (rules, grid, engine) = (other.rules, other.grid, other.engine)
    labels = other.labels
    constants = Self.constants(of: plan.template, conditions)
  }

  private static func constants(
    of template: CellTemplate, _ conditions: ConditionEnvironment
  ) -> [Double] {
    // Constants do not depend on the record.
    let context = ConditionContext(record: ResolvedRecord(), environment: conditions)
    return template.constants.map { $0.value(in: context) }
  }
}

extension CellTemplate {
  /// The state of a cell in an environment; `nil` for a template without states.
  ///
  /// It is the environment's state if the template declares it, otherwise the first declared state.
  fileprivate func state(in environment: Environment) -> String? {
    environment.state.flatMap { states.contains($0) ? $0 : nil } ?? states.first
  }
}

/// The environments that a layouter has prepared, each listed once; the newest is last.
struct PreparedEnvironments {
  private var environments: [PreparedEnvironment] = []
  /// The ranges of widths, each with one prepared environment per width.
  private var ranges: [(range: Environment, widths: [PreparedEnvironment])] = []
  private var last = 0

  /// The prepared values for an environment.
  mutating func prepare(
    _ environment: Environment, for plan: TemplatePlan
  ) throws(CellError) -> PreparedEnvironment {
    if last < environments.count, environments[last].environment == environment {
      return environments[last]
    }
    if let known = environments.firstIndex(where: { $0.environment == environment }) {
      last = known
      return environments[known]
    }
    if environments.count >= PreparedEnvironment.capacity { environments.removeFirst() }
    let like = environments.first { $0.environment.equalsExceptWidth(environment) }
    let prepared =
      if let like {
        PreparedEnvironment(environment, like: like, plan: plan)
      } else {
        try Self.prepared(environment, for: plan)
      }
    environments.append(prepared)
    last = environments.count - 1
    return environments[last]
  }

  /// The prepared values for each width of a range.
  mutating func prepare(
    range: Environment, for plan: TemplatePlan
  ) throws(CellError) -> [PreparedEnvironment] {
    if let known = ranges.first(where: { $0.range == range }) { return known.widths }
    let all = try Self.prepared(range, for: plan)
    let widths = range.singleWidths.map {
      PreparedEnvironment($0, like: all, plan: plan)
    }
    if ranges.count >= PreparedEnvironment.rangeCapacity { ranges.removeFirst() }
    ranges.append((range, widths))
    return widths
  }

  private static func prepared(
    _ environment: Environment, for plan: TemplatePlan
  ) throws(CellError) -> PreparedEnvironment {
    do throws(TextError) {
      return try PreparedEnvironment(environment, plan: plan)
    } catch {
      throw .text(error, view: plan.template.name)
    }
  }
}
