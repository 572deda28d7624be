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

  /// Creates a clock from a refresh rate in Hz and a pipeline depth in vsyncs.
  public init(refreshHz: Double, pipelineDepth: Int) {
    self.refreshHz = refreshHz
    self.pipelineDepth = pipelineDepth
  }

  /// Milliseconds between two vsyncs.
  public var periodMs: Double { 1000 / refreshHz }

  /// The time of a vsync, in seconds from vsync 0.
  public func seconds(ofVsync vsync: Int) -> Double { Double(vsync) / refreshHz }

  /// Computes the timing of a frame from its CPU time.
  ///
  /// - Parameters:
  ///   - start: Number of the vsync at which the frame starts.
  ///   - cpuMs: CPU time of the frame in milliseconds, `>= 0`.
  public func frame(startingAt start: Int, cpuMs: Double) -> FrameTiming {
    // Tolerance for rounding: a billionth of a period.
    let periods = (cpuMs * refreshHz / 1000 - 1e-9).rounded(.up)
    return FrameTiming(
      start: start, cpuMs: cpuMs, periods: Int(min(max(periods, 1), 1e9)), clock: self)
  }
}

/// The timing of one frame.
public struct FrameTiming: Hashable, Sendable {
  /// Number of the vsync at which the frame started, from 0.
  public let start: Int
  /// CPU time of the frame, in milliseconds; the metric `frameDurationCpuMs`.
  public let cpuMs: Double
  /// CPU time in vsync periods, rounded up; 1 for a frame in time.
  public let periods: Int

  let clock: FrameClock

  /// Number of the vsync at which the frame should have appeared on screen.
  public var expected: Int { start + clock.pipelineDepth }
  /// Number of the vsync at which the frame appeared on screen.
  public var presented: Int { start + clock.pipelineDepth - 1 + periods }
  /// Number of the vsync at which the next frame starts.
  public var next: Int { start + periods }
  /// Hitch time: how late the frame appeared on screen, in milliseconds.
  public var hitchMs: Double { Double(presented - expected) * clock.periodMs }
  /// The metric `frameOverrunMs`: milliseconds after the frame's deadline, negative if before it.
  public var overrunMs: Double { cpuMs - clock.periodMs }
}
