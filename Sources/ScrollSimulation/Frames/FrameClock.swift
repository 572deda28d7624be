/// The vsyncs of a display and the timing of frames.
///
/// A frame starts at a vsync and has one period of CPU time and `pipelineDepth - 1` periods of
/// composition. It is expected `pipelineDepth` vsyncs after its start. Its deadline is the vsync
/// after its start, inclusive. After a late frame the next one starts at the first vsync with a
/// free CPU, so that one hitch does not delay all later frames.
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

  /// The time of a vsync, in seconds from the first.
  public func seconds(ofVsync vsync: Int) -> Double { Double(vsync) / refreshHz }

  /// The timing of a frame.
  ///
  /// - Parameters:
  ///   - start: The vsync at which it starts.
  ///   - cpuMs: Its CPU time in milliseconds, `>= 0`.
  public func frame(startingAt start: Int, cpuMs: Double) -> FrameTiming {
    // Tolerance for rounding: a billionth of a period.
    let periods = (cpuMs * refreshHz / 1000 - 1e-9).rounded(.up)
    return FrameTiming(
      start: start, cpuMs: cpuMs, periods: Int(min(max(periods, 1), 1e9)), clock: self)
  }
}

/// The timing of one frame.
public struct FrameTiming: Hashable, Sendable {
  /// The vsync at which it started.
  public let start: Int
  /// frameDurationCpuMs: CPU time from its start to its end.
  public let cpuMs: Double
  /// Periods of CPU time; 1 for a frame in time.
  public let periods: Int

  let clock: FrameClock

  /// The vsync of its expected presentation.
  public var expected: Int { start + clock.pipelineDepth }
  /// The vsync of its presentation.
  public var presented: Int { start + clock.pipelineDepth - 1 + periods }
  /// The vsync at which the next frame starts.
  public var next: Int { start + periods }
  /// Hitch time in milliseconds: the delay of its presentation.
  public var hitchMs: Double { Double(presented - expected) * clock.periodMs }
  /// frameOverrunMs: the delay after its deadline; negative for headroom.
  public var overrunMs: Double { cpuMs - clock.periodMs }
}
