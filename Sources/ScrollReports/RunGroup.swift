internal import ScrollSimulation

/// Runs that differ by strategy and device alone, so that they can be compared.
struct RunGroup {
  /// The runs of one strategy, one a device of the group; nil for a device without one.
  struct Row {
    var strategy: String
    var runs: [SimulatedRun?]
  }

  /// Rate, profile and settings in words.
  let title: String
  /// Names of the device models, in the order of the runs.
  let devices: [String]
  /// One row a strategy, in the order of the runs.
  let rows: [Row]

  /// The groups of runs, in the order of the runs.
  static func all(of runs: [SimulatedRun]) -> [RunGroup] {
    var order: [String] = []
    var grouped: [String: [SimulatedRun]] = [:]
    for run in runs {
      let rate = run.configuration.rate
      let hertz = if case .fixed = rate { "\(rate.name) Hz" } else { "an \(rate.name) rate" }
      let title = "\(run.configuration.profile.name) at \(hertz), \(run.setting)"
      if grouped[title] == nil { order.append(title) }
      grouped[title, default: []].append(run)
    }
    return order.map { RunGroup($0, grouped[$0] ?? []) }
  }

  private init(_ title: String, _ runs: [SimulatedRun]) {
    self.title = title
    var devices: [String] = []
    var rows: [Row] = []
    for run in runs where !devices.contains(run.configuration.device.name) {
      devices.append(run.configuration.device.name)
    }
    for run in runs {
      let column = devices.firstIndex(of: run.configuration.device.name) ?? 0
      let strategy = run.result.report.strategy
      // A second run of the same names gets a row of its own.
      if let row = rows.firstIndex(where: { $0.strategy == strategy && $0.runs[column] == nil }) {
        rows[row].runs[column] = run
      } else {
        var row = Row(strategy: strategy, runs: devices.map { _ in nil })
        row.runs[column] = run
        rows.append(row)
      }
    }
    self.devices = devices
    self.rows = rows
  }
}

extension SimulatedRun {
  /// `✓` where all thresholds of the run are kept, `✗` where one is not, empty without any.
  var mark: String {
    thresholds.isEmpty ? "" : thresholds.allSatisfy(\.passed) ? "✓" : "✗"
  }
}
