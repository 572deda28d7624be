import CommandSettings
import ScrollReports
import ScrollSimulation
import StructuredDocuments

/// The limits by which a simulation is judged.
struct SimulationJudge {
  let thresholds: [Threshold]
  let budgets: [Resolved<Threshold>]

  /// Reads thresholds.
  ///
  /// - Parameters:
  ///   - thresholds: Those of the command line, all of which must be about a run.
  ///   - budgets: Those of the configuration.
  ///   - devices: The device models of the runs.
  /// - Throws: `SimulationError` for what is no threshold.
  init(
    thresholds: [String], budgets: [Resolved<Threshold>], devices: [DeviceModel]
  ) throws {
    self.thresholds = try thresholds.map { text in
      try Threshold(
        parsing: text, strategies: ScrollStrategy.names,
        devices: devices.map(\.name) + [ImportedRun.deviceModel])
    }
    self.budgets = budgets
  }

  /// Checks that every threshold of the command line is about a run.
  ///
  /// - Returns: Which budgets are about none; nil where all are about one.
  /// - Throws: `Failure.usage`.
  func check(_ plan: SimulationPlan) throws -> String? {
    let names = plan.runs.map(\.name)
    for threshold in thresholds where !names.contains(where: threshold.applies) {
      throw Failure(.usage, "threshold '\(threshold.text)' is about no run of this simulation")
    }
    let others = budgets.filter { budget in !names.contains(where: budget.value.applies) }
    guard let first = others.first else { return nil }
    return "note: \(first.origin): '\(first.value.text)'"
      + (others.count > 1 ? " and \(counted(others.count - 1, "other budget"))" : "")
      + " is about no run of this simulation"
  }

  /// Judges a run by every limit that is about it.
  func judge(_ report: SimulationReport) -> [ThresholdResult] {
    (thresholds + budgets.map(\.value).filter { !thresholds.contains($0) })
      .compactMap { $0.evaluate(report) }
  }
}

/// What all runs of a command come to.
struct SimulationVerdict {
  private var isBreached = false
  private var isOpen = false

  mutating func add(_ run: SimulatedRun) {
    isBreached = isBreached || run.thresholds.contains { $0.verdict == .breached }
    isOpen = isOpen || run.thresholds.contains { $0.verdict == .inconclusive }
  }

  /// The status of the command: 99 for a breach, 75 where measured runs do not agree, nil for
  /// neither.
  var status: ExitStatus? {
    if isBreached { return .thresholdBreached }
    return isOpen ? .tryAgain : nil
  }
}

/// The runs of one command.
struct SimulationPlan {
  let profiles: [ScrollProfile]
  let rates: [RefreshRate]
  let strategies: [ScrollStrategy]
  let devices: [DeviceModel]

  /// One run.
  struct Run {
    let profile: ScrollProfile
    let rate: RefreshRate
    let strategy: ScrollStrategy
    let device: DeviceModel

    /// The names by which budgets choose it.
    var name: RunName {
      RunName(
        rate: rate.name, profile: profile.name, strategy: strategy.name, device: device.name)
    }
  }

  /// Whether a profile turns to a second environment.
  var turns: Bool {
    profiles.contains { $0.gestures.contains { $0.gesture == .rotate } }
  }

  /// All runs: those that are compared follow each other.
  var runs: [Run] {
    profiles.flatMap { profile in
      rates.flatMap { rate in
        strategies.flatMap { strategy in
          devices.map { Run(profile: profile, rate: rate, strategy: strategy, device: $0) }
        }
      }
    }
  }
}
