/// A processor that works at a clock, which follows its load.
///
/// Work is in milliseconds at the full clock, times are in milliseconds. Load is PELT's: an average
/// that halves in 32 periods of 1024 µs and counts what the full clock would have done. Sources:
/// Linux, Documentation/scheduler/schedutil.rst; util_est with its fast rise.
struct Processor: Sendable {
  private let governor: DeviceModel.Governor
  /// Average load, 0 to 1.
  private var load = 0.0
  /// Load at the ends of earlier work, averaged; it rises at once.
  private var estimate = 0.0
  private var boostEnd = -Double.infinity
  private var lastChange = -Double.infinity
  /// The clock, as a part of the full clock.
  private(set) var clock: Double
  /// Until when the processor is busy.
  private(set) var now = 0.0

  private static let step = 0.1
  /// ln 2 / (32 · 1.024 ms).
  private static let decay = -0.021_153_17
  private static let decayOfStep = exponential(decay * step)

  init(_ device: DeviceModel) {
    governor = device.governor
    clock =
      switch device.governor {
      case .fixed: 1
      case .schedutil(let parameters): parameters.clocks.first ?? 1
      }
  }

  /// Does nothing until a time; returns at once where that has passed.
  mutating func idle(until time: Double) {
    guard time > now else { return }
    load *= exponential(Self.decay * (time - now))
    now = time
  }

  /// Notes a finger on the screen now.
  mutating func touch() {
    guard case .schedutil(let parameters) = governor else { return }
    boostEnd = now + parameters.boostMs
  }

  /// Works from now on.
  ///
  /// - Parameter work: Milliseconds at the full clock, `>= 0`.
  mutating func run(_ work: Double) {
    guard case .schedutil(let parameters) = governor else { return now += work }
    var rest = work
    while rest > 1e-12 {
      choose(parameters)
      let step = min(Self.step, rest / clock)
      let kept = step == Self.step ? Self.decayOfStep : exponential(Self.decay * step)
      load += (clock - load) * (1 - kept)
      rest -= step * clock
      now += step
    }
    estimate = load >= estimate ? load : estimate + (load - estimate) / 4
  }

  private mutating func choose(_ parameters: SchedutilParameters) {
    guard now - lastChange >= parameters.rateLimitMs else { return }
    let floor = now < boostEnd ? parameters.touchClock : 0
    let wanted = max(parameters.margin * max(load, estimate), floor)
    let chosen = parameters.clocks.first { $0 >= min(wanted, 1) - 1e-9 } ?? clock
    if chosen != clock { lastChange = now }
    clock = chosen
  }
}
