internal import LayoutPrimitives

/// How often a display shows a frame.
public enum RefreshRate: Hashable, Sendable {
  /// A number of vsyncs a second, 1 to 1000.
  case fixed(Double)
  /// 120, 80 or 60 Hz by the speed of the list, as displays with a variable rate choose.
  ///
  /// The speeds are an assumption: 120 Hz from 240 pt/s on, 80 Hz from 60 pt/s on. Apple publishes
  /// the rates and not the speeds.
  case adaptive

  /// The name in reports and thresholds: `120`, `adaptive`.
  public var name: String {
    switch self {
    case .fixed(let hertz): hertz.plainDecimal
    case .adaptive: "adaptive"
    }
  }

  /// Ticks of the display's clock a second; frames begin and appear at ticks.
  ///
  /// An adaptive display's are 240, of which 120, 80 and 60 Hz are whole parts.
  public var ticksPerSecond: Double {
    switch self {
    case .fixed(let hertz): hertz
    case .adaptive: 240
    }
  }

  /// Ticks of the shortest period.
  public var fewestTicks: Int {
    switch self {
    case .fixed: 1
    case .adaptive: 2
    }
  }

  /// Ticks from one frame to the next where the list moves at a speed, in points per second.
  public func ticksPerFrame(atSpeed speed: Double) -> Int {
    switch self {
    case .fixed: 1
    case .adaptive: speed.magnitude >= 240 ? 2 : speed.magnitude >= 60 ? 3 : 4
    }
  }
}
