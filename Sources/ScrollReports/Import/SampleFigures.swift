internal import ScrollSimulation

/// Figures of raw samples by the simulator's rules.
enum SampleFigures {
  /// What may be a count or a time in any unit; within it no arithmetic overflows.
  static let range = -1e15...1e15

  /// The percentiles of reports.
  static let percents: [Double] = [50, 90, 95, 99]

  /// Percentiles and maximum of samples, by path; none without samples.
  static func percentiles(_ name: String, of samples: [Double]) -> [String: Double] {
    let sorted = samples.sorted()
    guard let last = sorted.last else { return [:] }
    var figures = ["\(name).max": last]
    for percent in percents {
      figures["\(name).P\(Int(percent))"] = Percentile.value(percent, ofSorted: sorted)
        .map(rounded)
    }
    return figures
  }

  /// The median over the iterations of a test; nil without iterations.
  static func median(_ values: [Double]) -> Double? {
    Percentile.value(50, ofSorted: values.sorted()).map(rounded)
  }

  /// Rounds to a multiple of 10⁻⁶, as reports do.
  static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == 0 ? 0 : rounded
  }
}
