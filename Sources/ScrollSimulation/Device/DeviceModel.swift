/// How the clock of a device's processor follows its load.
public struct DeviceModel: Hashable, Sendable {
  /// What decides the clock.
  public enum Governor: Hashable, Sendable {
    /// Always the full clock.
    case fixed
    /// The clock follows the load, as Linux's schedutil has it.
    case schedutil(SchedutilParameters)
  }

  /// The name in reports, such as `schedutil-lite/1`.
  public var name: String
  /// What decides the clock.
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
/// Clocks are parts of the full clock, above 0, at
/// most 1.
public struct SchedutilParameters: Hashable, Sendable {
  /// The clocks that the processor has, ascending; the last is 1.
  public var clocks = [0.25, 0.36, 0.47, 0.58, 0.68, 0.79, 0.89, 1]
  /// Least clock while a finger is on the screen, and for `boostMs` after.
  public var touchClock = 0.0
  /// How long the least clock lasts after a touch, in milliseconds.
  public var boostMs = 2000.0
  /// Least time between two changes of the clock, in milliseconds.
  public var rateLimitMs = 0.0
  /// By how much the load is overestimated: schedutil's 1.25.
  public var margin = 1.25

  /// Creates parameters with default values.
  public init() {}
}
