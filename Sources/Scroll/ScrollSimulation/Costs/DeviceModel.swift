/// A model of a device's processor, whose clock follows its load.
public struct DeviceModel: Hashable, Sendable {
  /// The control of the clock.
  public enum Governor: Hashable, Sendable {
    /// Always the full clock.
    case fixed
    /// The clock follows the load, as Linux's schedutil has it.
    case schedutil(SchedutilParameters)
  }

  /// The name in reports, such as `schedutil-lite/1`.
  public var name: String
  /// The control of the clock.
  public var governor: Governor

  /// Creates a model.
  public init(name: String, governor: Governor) {
    self.name = name
    self.governor = governor
  }

  /// The full clock in every frame.
  public static let fixed = DeviceModel(name: "fixed", governor: .fixed)
  /// A phone whose clock follows its load, from a quarter of the full clock on.
  public static let phone = DeviceModel(
    name: "schedutil-lite/1", governor: .schedutil(SchedutilParameters()))
  /// The same with at least 0.58 of the full clock while a finger is down, and for 2 s after.
  public static let boostedPhone = {
    var parameters = SchedutilParameters()
    parameters.touchClock = 0.58
    return DeviceModel(name: "schedutil-lite/1-boosted", governor: .schedutil(parameters))
  }()
}

/// Parameters of a clock that follows the load.
///
/// Clocks are fractions of the full clock: above 0, at most 1.
public struct SchedutilParameters: Hashable, Sendable {
  /// The available clocks of the processor, ascending; the last is 1.
  public var clocks = [0.25, 0.36, 0.47, 0.58, 0.68, 0.79, 0.89, 1]
  /// Least clock while a finger is on the screen, and for `boostMs` after.
  public var touchClock = 0.0
  /// How long the minimum clock lasts after a touch, in milliseconds.
  public var boostMs = 2000.0
  /// Least time between two changes of the clock, in milliseconds.
  public var rateLimitMs = 0.0
  /// The factor by which the load is overestimated: schedutil's 1.25.
  public var margin = 1.25

  /// Creates parameters with default values.
  public init() {}
}

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

  /// Idles until a time; returns at once if it has passed.
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
