/// The display's vsyncs and which of them a frame makes.
///
/// A frame starts at a vsync and has one period of CPU time; `pipelineDepth - 1` further periods
/// belong to composition. So it is expected `pipelineDepth` vsyncs after its start; its deadline is
/// the vsync after its start, which it still makes when it is ready exactly then. After a late
/// frame the next one starts at the first vsync that finds the CPU free and is expected from there:
/// the schedule slips, and one hitch does not make every later frame late.
public struct FrameClock: Hashable, Sendable {
  /// Vsyncs per second.
  public let refreshHz: Double
  /// Vsyncs from a frame's start to its expected presentation; 2 is double buffering.
  public let pipelineDepth: Int

  /// Creates a clock.
  public init(refreshHz: Double, pipelineDepth: Int) {
    self.refreshHz = refreshHz
    self.pipelineDepth = pipelineDepth
  }

  /// Milliseconds between two vsyncs.
  public var periodMs: Double { 1000 / refreshHz }

  /// When a vsync is, in seconds from the first.
  public func seconds(ofVsync vsync: Int) -> Double { Double(vsync) / refreshHz }

  /// Runs a frame that starts at a vsync.
  ///
  /// - Parameters:
  ///   - start: The vsync at which it starts.
  ///   - cpuMs: CPU time that it takes, in milliseconds, `>= 0`.
  public func frame(startingAt start: Int, cpuMs: Double) -> FrameTiming {
    // A billionth of a period is the noise of the division, not lateness.
    let periods = (cpuMs * refreshHz / 1000 - 1e-9).rounded(.up)
    return FrameTiming(
      start: start, cpuMs: cpuMs, periods: Int(min(max(periods, 1), 1e9)), clock: self)
  }
}

/// When one frame started, was expected, and was presented.
public struct FrameTiming: Hashable, Sendable {
  /// The vsync at which it started.
  public let start: Int
  /// frameDurationCpuMs: CPU time from its start to its end.
  public let cpuMs: Double
  /// Periods that it kept the CPU from starting another frame: 1 when in time.
  public let periods: Int

  private let clock: FrameClock

  init(start: Int, cpuMs: Double, periods: Int, clock: FrameClock) {
    self.start = start
    self.cpuMs = cpuMs
    self.periods = periods
    self.clock = clock
  }

  /// The vsync at which it should appear.
  public var expected: Int { start + clock.pipelineDepth }
  /// The vsync at which it appears.
  public var presented: Int { start + clock.pipelineDepth - 1 + periods }
  /// The vsync at which the next frame starts.
  public var next: Int { start + periods }
  /// Hitch time in milliseconds: how much later than expected it appears.
  public var hitchMs: Double { Double(presented - expected) * clock.periodMs }
  /// frameOverrunMs: by how much it missed its deadline; negative is headroom.
  public var overrunMs: Double { cpuMs - clock.periodMs }
}
