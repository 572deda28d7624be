/// What a metric of a report means.
struct MetricDefinition: Hashable, Sendable {
  /// Which change of a metric is for the better.
  enum Direction: String, Hashable, Sendable {
    case lower, higher
    /// Neither: the metric describes the run.
    case neutral
  }

  /// Path of the metric in the report.
  let path: String
  /// Its unit; empty for a number of things.
  let unit: String
  /// Which change is for the better.
  let direction: Direction
  /// What it is, in one sentence without the full stop.
  let meaning: String

  /// The definition of a metric; one that says nothing for an unknown path.
  static func of(_ path: String) -> MetricDefinition {
    byPath[path] ?? MetricDefinition(path: path, unit: "", direction: .neutral, meaning: "")
  }

  private static let byPath = Dictionary(
    all.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
}
