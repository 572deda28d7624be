import ScrollSimulation

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
