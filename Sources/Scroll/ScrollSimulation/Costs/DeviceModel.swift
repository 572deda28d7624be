/// A model of the processor of a device, whose clock may follow its load.
public struct DeviceModel: Hashable, Sendable {
  /// The rule by which the processor changes its clock.
  public enum Governor: Hashable, Sendable {
    /// The clock is always the full clock.
    case fixed
    /// The clock follows the load, as with the governor schedutil of Linux.
    case schedutil(SchedutilParameters)
  }

  /// The name of the model in reports, such as `schedutil-lite/1`.
  public var name: String
  /// The rule by which the processor changes its clock.
  public var governor: Governor

  /// Creates a model.
  public init(name: String, governor: Governor) {
    self.name = name
    self.governor = governor
  }

  /// A device that always has its full clock.
  public static let fixed = DeviceModel(name: "fixed", governor: .fixed)
  /// A phone whose clock follows the load, from 0.25 to the full clock.
  public static let phone = DeviceModel(
    name: "schedutil-lite/1", governor: .schedutil(SchedutilParameters()))
  /// A phone like `phone`, with a minimum clock of 0.58 during a touch and for 2 s after it.
  public static let boostedPhone = {
    var parameters = SchedutilParameters()
    parameters.touchClock = 0.58
    return DeviceModel(name: "schedutil-lite/1-boosted", governor: .schedutil(parameters))
  }()
}

/// The parameters of a clock that follows the load.
///
/// Clocks are fractions of the full clock, above 0 and at most 1.
public struct SchedutilParameters: Hashable, Sendable {
  /// The available clocks in ascending order, as fractions of the full clock; the last is 1.
  public var clocks = [0.25, 0.36, 0.47, 0.58, 0.68, 0.79, 0.89, 1]
  /// The minimum clock while a finger is on the screen, as a fraction of the full clock; 0 for
  /// none.
  ///
  /// It also applies for `boostMs` after the touch.
  public var touchClock = 0.0
  /// The time for which the minimum clock applies after a touch, in milliseconds.
  public var boostMs = 2000.0
  /// The minimum time between two changes of the clock, in milliseconds.
  public var rateLimitMs = 0.0
  /// The factor by which the clock exceeds the load; 1.25 as in schedutil.
  public var margin = 1.25

  /// Creates parameters with default values.
  public init() {}
}

/// A simulated processor, whose clock follows its load.
///
/// Work is in milliseconds at the full clock; times are in milliseconds. The load is computed as in
/// PELT of Linux. It is an average that halves in 32 periods of 1024 µs, in units of work at the
/// full clock. Sources: Linux, Documentation/scheduler/schedutil.rst; util_est, whose estimate
/// rises at once.
struct Processor: Sendable {
  private let governor: DeviceModel.Governor
  /// The average load, from 0 to 1.
  private var load = 0.0
  /// The average of the load at the end of each call of `run`; a higher load replaces it at once.
  private var estimate = 0.0
  private var boostEnd = -Double.infinity
  private var lastChange = -Double.infinity
  /// The current clock, as a fraction of the full clock.
  private(set) var clock: Double
  /// The time until which the processor has worked or idled, in milliseconds.
  private(set) var now = 0.0

  private static let step = 0.1
  /// -ln 2 / (32 · 1.024 ms): the decay of the load per millisecond.
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

  /// Idles until a time; does nothing if that time has passed.
  mutating func idle(until time: Double) {
    guard time > now else { return }
    load *= exponential(Self.decay * (time - now))
    now = time
  }

  /// Records that a finger is now on the screen.
  mutating func touch() {
    guard case .schedutil(let parameters) = governor else { return }
    boostEnd = now + parameters.boostMs
  }

  /// Works, beginning at `now`.
  ///
  /// - Parameter work: The amount in milliseconds at the full clock, `>= 0`.
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
