internal import LayoutPrimitives

/// Computes when frames start and appear on a display.
///
/// A frame starts at a tick and has one period of processor time. The app's share of the period
/// ends at the deadline. Composition follows, for `pipelineDepth - 1` of the shortest periods of
/// the display. The frame is expected after composition, so that frames appear in order. After a
/// late frame, the next frame starts at the first tick at which the processor is free. One hitch
/// therefore does not delay all later frames.
public struct FrameClock: Hashable, Sendable {
  /// The refresh rate of the display.
  public let rate: RefreshRate
  /// Number of periods from the start of a frame to its expected presentation; 2 is double
  /// buffering.
  public let pipelineDepth: Int
  /// The app's fraction of the first period, above 0 and at most 1.
  public let appShare: Double

  /// Creates the frame clock of a display.
  public init(rate: RefreshRate, pipelineDepth: Int, appShare: Double = 1) {
    self.rate = rate
    self.pipelineDepth = pipelineDepth
    self.appShare = appShare
  }

  /// The time between two ticks, in milliseconds.
  public var tickMs: Double { 1000 / rate.ticksPerSecond }

  /// The time of a tick, in seconds from tick 0.
  public func seconds(ofTick tick: Int) -> Double { Double(tick) / rate.ticksPerSecond }

  /// The time of a tick, in milliseconds from tick 0.
  public func milliseconds(ofTick tick: Int) -> Double { Double(tick) * tickMs }

  /// Computes the timing of a frame from its processor time.
  ///
  /// - Parameters:
  ///   - start: The tick at which the frame starts.
  ///   - cpuMs: The processor time of the frame in milliseconds, `>= 0`.
  ///   - velocity: The speed of the list in points per second; an adaptive rate depends on it.
  public func frame(startingAt start: Int, cpuMs: Double, velocity: Double = 0) -> FrameTiming {
    let ticks = rate.ticksPerFrame(atSpeed: velocity)
    // The other share follows the work of the app. A billionth is tolerated for rounding.
    let others = (1 - appShare) * Double(ticks)
    let busy = (cpuMs / tickMs + others - 1e-9).rounded(.up)
    return FrameTiming(
      start: start, cpuMs: cpuMs, ticks: ticks, busyTicks: Int(min(max(busy, Double(ticks)), 1e9)),
      clock: self)
  }
}

/// The times of one frame.
///
/// Ticks are counted from 0 by the clock of the frame.
public struct FrameTiming: Hashable, Sendable {
  /// The tick at which the frame started.
  public let start: Int
  /// The processor time of the frame in milliseconds: the metric `frameDurationCpuMs`.
  public let cpuMs: Double
  /// The period of the frame, in ticks.
  public let ticks: Int
  /// Ticks from the start to the start of the next frame; equal to `ticks` if the frame is in time.
  public let busyTicks: Int

  let clock: FrameClock

  /// The tick at which the frame should have appeared on screen.
  public var expected: Int { start + composition + ticks }
  /// The tick at which the frame appeared on screen.
  public var presented: Int { start + composition + busyTicks }
  /// The duration of composition, in ticks.
  private var composition: Int { clock.rate.fewestTicks * (clock.pipelineDepth - 1) }
  /// The tick at which the next frame starts.
  public var next: Int { start + busyTicks }
  /// Whether the frame appeared later than expected.
  public var isLate: Bool { busyTicks > ticks }
  /// The frame's period, in milliseconds.
  public var periodMs: Double { Double(ticks) * clock.tickMs }
  /// The number of periods until the next frame can start, rounded up; 1 for a frame in time.
  public var periods: Int { (busyTicks + ticks - 1) / ticks }
  /// The time for which the frame was on the screen, in milliseconds.
  public var shownMs: Double { Double(busyTicks) * clock.tickMs }
  /// The time at which the frame started, in milliseconds from tick 0.
  public var startMs: Double { clock.milliseconds(ofTick: start) }
  /// The time at which the app's work must end, in milliseconds from tick 0.
  public var deadlineMs: Double { startMs + clock.appShare * periodMs }
  /// The time at which the frame should have appeared, in milliseconds from tick 0.
  public var expectedMs: Double { clock.milliseconds(ofTick: expected) }
  /// The time at which the frame appeared, in milliseconds from tick 0.
  public var presentedMs: Double { clock.milliseconds(ofTick: presented) }
  /// The hitch time: the time by which the frame appeared too late, in milliseconds.
  public var hitchMs: Double { Double(presented - expected) * clock.tickMs }
  /// The metric `frameOverrunMs`: milliseconds after the deadline; negative if the work ended
  /// before.
  public var overrunMs: Double { cpuMs - clock.appShare * periodMs }
}

/// The refresh rate of a display.
public enum RefreshRate: Hashable, Sendable {
  /// A fixed rate in hertz, from 1 to 1000.
  case fixed(Double)
  /// A rate of 120, 80 or 60 Hz, which depends on the speed of the list.
  ///
  /// The speeds are an assumption: 120 Hz from 240 pt/s, and 80 Hz from 60 pt/s. Apple publishes
  /// the rates but not the speeds.
  case adaptive

  /// The name in reports and thresholds, such as `120` or `adaptive`.
  public var name: String {
    switch self {
    case .fixed(let hertz): hertz.plainDecimal
    case .adaptive: "adaptive"
    }
  }

  /// Ticks per second of the display's clock; frames begin and appear at ticks.
  ///
  /// An adaptive display has 240, because the periods of 120, 80 and 60 Hz are whole ticks then.
  public var ticksPerSecond: Double {
    switch self {
    case .fixed(let hertz): hertz
    case .adaptive: 240
    }
  }

  /// The length of the shortest period, in ticks.
  public var fewestTicks: Int {
    switch self {
    case .fixed: 1
    case .adaptive: 2
    }
  }

  /// The length of a period in ticks, for the speed of a list in points per second.
  public func ticksPerFrame(atSpeed speed: Double) -> Int {
    switch self {
    case .fixed: 1
    case .adaptive: speed.magnitude >= 240 ? 2 : speed.magnitude >= 60 ? 3 : 4
    }
  }
}
