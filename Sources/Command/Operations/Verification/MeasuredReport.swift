package import HeightStore
import LayoutPrimitives
import ScrollSimulation

/// The result of `verify --against`.
package struct MeasuredReport {
  /// The statistics of the deviations of a group, or of all cells if `group` is nil.
  package struct Summary {
    package let group: MeasuredGroup?
    /// Number of compared cells.
    package let cells: Int
    /// Number of cells whose deviation is larger than the tolerance.
    package let off: Int
    /// The absolute deviations in ascending order, in points.
    private let sizes: [Double]
    /// The mean of the signed deviations, in points.
    package let mean: Double

    package init(_ deviations: [Deviation], of group: MeasuredGroup?, in groups: [MeasuredGroup]) {
      self.group = group
      cells = deviations.count
      off = deviations.count(where: { groups[Int($0.group)].isOff($0.by) })
      sizes = deviations.map { abs($0.by) }.sorted()
      mean = deviations.reduce(0) { $0 + $1.by } / Double(max(1, deviations.count))
    }

    /// The percentiles in the report, and the maximum, in points.
    package var percentiles: [(name: String, value: Double)] {
      [("p50", 50.0), ("p90", 90), ("p99", 99), ("max", 100)].map {
        ($0.0, Percentile.value($0.1, ofSorted: sizes) ?? 0)
      }
    }
  }

  package let store: String
  package let generation: Generation
  package let files: [String]
  package let lines: Int
  package let unreadable: KindCounts
  package let comparison: MeasuredComparison
  package let remarks: [String]

  package let all: Summary
  package let byGroup: [Summary]
  package let causes: DeviationCauses
  /// The causes, each with the number of cells above the tolerance.
  package let counts: [(cause: DeviationCause, cells: Int)]

  package init(
    store: String, generation: Generation, files: [String], lines: Int, unreadable: KindCounts,
    comparison: MeasuredComparison, remarks: [String]
  ) {
    self.store = store
    self.generation = generation
    self.files = files
    self.lines = lines
    self.unreadable = unreadable
    self.comparison = comparison
    self.remarks = remarks
    let groups = comparison.groups
    var members = [[Deviation]](repeating: [], count: groups.count)
    for deviation in comparison.deviations { members[Int(deviation.group)].append(deviation) }
    all = Summary(comparison.deviations, of: nil, in: groups)
    byGroup = zip(members, groups).map { Summary($0, of: $1, in: groups) }
    let causes = DeviationCauses(
      comparison.deviations, in: groups, pictures: comparison.pictures)
    var counts: [DeviationCause: Int] = [:]
    for deviation in comparison.deviations where groups[Int(deviation.group)].isOff(deviation.by) {
      counts[causes.cause(of: deviation), default: 0] += 1
    }
    self.causes = causes
    self.counts = DeviationCause.allCases.compactMap { cause in
      counts[cause].map { (cause, $0) }
    }
  }

  /// Whether every compared height is within the tolerance.
  package var holds: Bool { all.off == 0 }

  package var compared: Int { all.cells }
}
