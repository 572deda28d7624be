import LayoutPrimitives
import TextMeasurement

/// The environments that a layouter has prepared, each once, the newest last.
struct PreparedEnvironments {
  private var environments: [PreparedEnvironment] = []
  /// The single widths of ranges.
  private var ranges: [(range: Environment, widths: [PreparedEnvironment])] = []
  private var last = 0

  /// The prepared values of an environment.
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
    environments.append(try Self.prepared(environment, for: plan))
    last = environments.count - 1
    return environments[last]
  }

  /// The prepared values of the single widths of a range.
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
