package import CommandSettings
package import ScrollReports
package import ScrollSimulation
import StructuredDocuments

/// The thresholds and budgets that a simulation must meet.
package struct SimulationJudge {
  package let thresholds: [Threshold]
  package let budgets: [Resolved<Threshold>]

  /// Reads thresholds.
  ///
  /// - Parameters:
  ///   - thresholds: The thresholds of the command line, each of which must apply to a run.
  ///   - budgets: The budgets of the configuration, which need not apply.
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

  /// Checks that every threshold of the command line applies to at least one run.
  ///
  /// - Returns: A note about the budgets that apply to no run; nil if there are none.
  /// - Throws: `Failure.usage` for a threshold that applies to no run.
  package func check(_ plan: SimulationPlan) throws -> String? {
    let names = plan.runs.map(\.name)
    for threshold in thresholds where !names.contains(where: threshold.applies) {
      throw Failure(.usage, "threshold '\(threshold.text)' is about no run of this simulation")
    }
    let others = budgets.filter { budget in !names.contains(where: budget.value.applies) }
    guard let first = others.first else { return nil }
    return "note: \(first.origin): '\(first.value.text)'"
      + (others.count > 1 ? " and \(counted(others.count - 1, "other budget"))" : "")
      + " \(others.count > 1 ? "are" : "is") about no run of this simulation"
  }

  /// Evaluates every threshold and budget that applies to a run.
  package func judge(_ report: SimulationReport) -> [ThresholdResult] {
    (thresholds + budgets.map(\.value).filter { !thresholds.contains($0) })
      .compactMap { $0.evaluate(report) }
  }
}

/// The combined result of all runs of a command.
package struct SimulationVerdict {
  private var isBreached = false
  private var isOpen = false

  package init() {}

  package mutating func add(_ run: SimulatedRun) {
    isBreached = isBreached || run.thresholds.contains { $0.verdict == .breached }
    isOpen = isOpen || run.thresholds.contains { $0.verdict == .inconclusive }
  }

  /// The exit status: 99 for a breach, 75 if measured iterations do not agree, nil otherwise.
  package var status: ExitStatus? {
    if isBreached { return .thresholdBreached }
    return isOpen ? .tryAgain : nil
  }
}

/// The combinations of profiles, refresh rates, strategies and devices to simulate.
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

  /// One combination to simulate.
  package struct Run {
    package let profile: ScrollProfile
    package let rate: RefreshRate
    package let strategy: ScrollStrategy
    package let device: DeviceModel

    /// The names by which thresholds and budgets select the run.
    package var name: RunName {
      RunName(
        rate: rate.name, profile: profile.name, strategy: strategy.name, device: device.name)
    }
  }

  /// Whether any of the profiles rotates to a second environment.
  package var turns: Bool {
    profiles.contains { $0.gestures.contains { $0.gesture == .rotate } }
  }

  /// All runs, in an order in which runs that differ only in strategy or device follow each other.
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
