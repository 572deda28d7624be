package import CommandSettings
package import ScrollReports
package import ScrollSimulation
import StructuredDocuments

/// The limits by which a simulation is judged.
package struct SimulationJudge {
  package let thresholds: [Threshold]
  package let budgets: [Resolved<Threshold>]

  /// Reads thresholds.
  ///
  /// - Parameters:
  ///   - thresholds: Those of the command line, each of which must apply to a run.
  ///   - budgets: Those of the configuration.
  ///   - devices: The device models of the runs.
  /// - Throws: `SimulationError` for an invalid threshold.
  package init(
    thresholds: [String], budgets: [Resolved<Threshold>], devices: [DeviceModel]
  ) throws {
    self.thresholds = try thresholds.map { text in
      try Threshold(
        parsing: text, strategies: ScrollStrategy.names,
        devices: devices.map(\.name) + [ImportedRun.deviceModel])
    }
    self.budgets = budgets
  }

  /// Checks that every threshold of the command line applies to a run.
  ///
  /// - Returns: Which budgets apply to none; nil if all apply to one.
  /// - Throws: `Failure.usage`.
  package func check(_ plan: SimulationPlan) throws -> String? {
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
  package func judge(_ report: SimulationReport) -> [ThresholdResult] {
    (thresholds + budgets.map(\.value).filter { !thresholds.contains($0) })
      .compactMap { $0.evaluate(report) }
  }
}

/// The result of all runs of a command.
package struct SimulationVerdict {
  private var isBreached = false
  private var isOpen = false

  package init() {}

  package mutating func add(_ run: SimulatedRun) {
    isBreached = isBreached || run.thresholds.contains { $0.verdict == .breached }
    isOpen = isOpen || run.thresholds.contains { $0.verdict == .inconclusive }
  }

  /// The status of the command: 99 for a breach, 75 if measured runs do not agree, nil otherwise.
  package var status: ExitStatus? {
    if isBreached { return .thresholdBreached }
    return isOpen ? .tryAgain : nil
  }
}

/// The runs of one command.
package struct SimulationPlan {
  package let profiles: [ScrollProfile]
  package let rates: [RefreshRate]
  package let strategies: [ScrollStrategy]
  package let devices: [DeviceModel]

  package init(
    profiles: [ScrollProfile], rates: [RefreshRate], strategies: [ScrollStrategy],
    devices: [DeviceModel]
  ) {
    self.profiles = profiles
    self.rates = rates
    self.strategies = strategies
    self.devices = devices
  }

  /// One run.
  package struct Run {
    package let profile: ScrollProfile
    package let rate: RefreshRate
    package let strategy: ScrollStrategy
    package let device: DeviceModel

    package init(
      profile: ScrollProfile, rate: RefreshRate, strategy: ScrollStrategy, device: DeviceModel
    ) {
      self.profile = profile
      self.rate = rate
      self.strategy = strategy
      self.device = device
    }

    /// The names by which budgets choose it.
    package var name: RunName {
      RunName(
        rate: rate.name, profile: profile.name, strategy: strategy.name, device: device.name)
    }
  }

  /// Whether a profile turns to a second environment.
  package var turns: Bool {
    profiles.contains { $0.gestures.contains { $0.gesture == .rotate } }
  }

  /// All runs: those that are compared follow each other.
  package var runs: [Run] {
    profiles.flatMap { profile in
      rates.flatMap { rate in
        strategies.flatMap { strategy in
          devices.map { Run(profile: profile, rate: rate, strategy: strategy, device: $0) }
        }
      }
    }
  }
}
