internal import LayoutPrimitives

/// The clock of a display and the timing of frames.
///
/// A frame starts at a tick. It has one period of processor time, in which the app's share ends at
/// the frame's deadline. Composition follows for `pipelineDepth - 1` of the display's shortest
/// periods. The frame is expected after both, so that frames appear in their order. After a late
/// frame the next one starts at the first tick with a free processor, so that one hitch does not
/// delay all later frames.
public struct FrameClock: Hashable, Sendable {
  /// The refresh rate of the display.
  public let rate: RefreshRate
  /// Periods from a frame's start to its expected presentation; 2 is double buffering.
  public let pipelineDepth: Int
  /// The app's part of the first period, above 0, at most 1.
  public let appShare: Double

  /// Creates the clock of a display.
  public init(rate: RefreshRate, pipelineDepth: Int, appShare: Double = 1) {
    self.rate = rate
    self.pipelineDepth = pipelineDepth
    self.appShare = appShare
  }

  /// Milliseconds between two ticks.
  public var tickMs: Double { 1000 / rate.ticksPerSecond }

  /// The time of a tick, in seconds from tick 0.
  public func seconds(ofTick tick: Int) -> Double { Double(tick) / rate.ticksPerSecond }

  /// The time of a tick, in milliseconds from tick 0.
  public func milliseconds(ofTick tick: Int) -> Double { Double(tick) * tickMs }

  /// Computes the timing of a frame from its processor time.
  ///
  /// - Parameters:
  ///   - start: Number of the tick at which the frame starts.
  ///   - cpuMs: Time that the processor worked for the frame, in milliseconds, `>= 0`.
  ///   - velocity: Speed of the list, in points per second, which selects an adaptive rate.
  public func frame(startingAt start: Int, cpuMs: Double, velocity: Double = 0) -> FrameTiming {
    let ticks = rate.ticksPerFrame(atSpeed: velocity)
    // The other share follows the app's work. Tolerance for rounding: a billionth.
    let others = (1 - appShare) * Double(ticks)
    let busy = (cpuMs / tickMs + others - 1e-9).rounded(.up)
    return FrameTiming(
      start: start, cpuMs: cpuMs, ticks: ticks, busyTicks: Int(min(max(busy, Double(ticks)), 1e9)),
      clock: self)
  }
}

/// The timing of one frame.
///
/// Ticks are those of its clock, from 0.
public struct FrameTiming: Hashable, Sendable {
  /// The tick at which the frame started.
  public let start: Int
  /// Time that the processor worked for the frame, in milliseconds; the metric
  /// `frameDurationCpuMs`.
  public let cpuMs: Double
  /// The frame's period, in ticks.
  public let ticks: Int
  /// Ticks until the next frame can start; `ticks` for a frame in time.
  public let busyTicks: Int

  let clock: FrameClock

  /// The tick at which the frame should have appeared on screen.
  public var expected: Int { start + composition + ticks }
  /// The tick at which the frame appeared on screen.
  public var presented: Int { start + composition + busyTicks }
  /// Ticks of composition.
  private var composition: Int { clock.rate.fewestTicks * (clock.pipelineDepth - 1) }
  /// The tick at which the next frame starts.
  public var next: Int { start + busyTicks }
  /// Whether the frame appeared later than expected.
  public var isLate: Bool { busyTicks > ticks }
  /// The frame's period, in milliseconds.
  public var periodMs: Double { Double(ticks) * clock.tickMs }
  /// Periods until the next frame can start, rounded up; 1 for a frame in time.
  public var periods: Int { (busyTicks + ticks - 1) / ticks }
  /// How long the frame was on screen, in milliseconds.
  public var shownMs: Double { Double(busyTicks) * clock.tickMs }
  /// Start, in milliseconds from tick 0.
  public var startMs: Double { clock.milliseconds(ofTick: start) }
  /// The latest end of the app's work for a frame in time, in milliseconds from tick 0.
  public var deadlineMs: Double { startMs + clock.appShare * periodMs }
  /// When the frame should have appeared, in milliseconds from tick 0.
  public var expectedMs: Double { clock.milliseconds(ofTick: expected) }
  /// When the frame appeared, in milliseconds from tick 0.
  public var presentedMs: Double { clock.milliseconds(ofTick: presented) }
  /// Hitch time: how late the frame appeared on screen, in milliseconds.
  public var hitchMs: Double { Double(presented - expected) * clock.tickMs }
  /// The metric `frameOverrunMs`: milliseconds after the frame's deadline, negative if before it.
  public var overrunMs: Double { cpuMs - clock.appShare * periodMs }
}

/// The refresh rate of a display.
public enum RefreshRate: Hashable, Sendable {
  /// A number of vsyncs a second, 1 to 1000.
  case fixed(Double)
  /// 120, 80 or 60 Hz by the speed of the list, like displays with a variable rate.
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

  /// Ticks from one frame to the next for the speed of a list, in points per second.
  public func ticksPerFrame(atSpeed speed: Double) -> Int {
    switch self {
    case .fixed: 1
    case .adaptive: speed.magnitude >= 240 ? 2 : speed.magnitude >= 60 ? 3 : 4
    }
  }
}
