public import LayoutPrimitives

/// Scrolls a list frame by frame and measures the cost of its cells.
///
/// It reads no clock but the one for costs.
public struct Simulator: Sendable {
  private let configuration: SimulationConfiguration
  private let path: ScrollPath
  private let clock: FrameClock

  /// Creates a simulator.
  ///
  /// - Throws: `SimulationError.setting` for a number out of range.
  public init(_ configuration: SimulationConfiguration) throws(SimulationError) {
    try configuration.validate()
    self.configuration = configuration
    path = ScrollPath(configuration.profile, deceleration: configuration.deceleration)
    clock = FrameClock(
      refreshHz: configuration.refreshHz, pipelineDepth: configuration.pipelineDepth)
  }

  /// Runs all iterations and reports the medians.
  ///
  /// The cells of the first screen are created before the measurement. The scroll ends with its
  /// profile, or at the end of the list unless the profile turns back.
  ///
  /// - Parameters:
  ///   - strategy: The name of the source, for the report.
  ///   - costs: A clock of the CPU time of this thread.
  ///   - makeSource: Creates a new list for each iteration.
  /// - Throws: `SimulationError`, or an error of the source.
  public func run(
    strategy: String, costs: any CostClock, makeSource: () throws -> any HeightSource
  ) throws -> SimulationReport {
    var logs: [FrameLog] = []
    for _ in 0..<configuration.iterations {
      logs.append(try scroll(try makeSource(), costs: costs))
    }
    return SimulationReport(configuration: configuration, strategy: strategy, logs: logs)
  }

  /// Scrolls one list along the profile and logs its frames.
  func scroll(_ source: any HeightSource, costs: any CostClock) throws -> FrameLog {
    guard source.count > 0 else { throw SimulationError.emptyList }
    var log = FrameLog(clock: clock)
    log.frames.reserveCapacity(Int(path.duration * configuration.refreshHz) + 1)
    var screen = VisibleCells(
      viewportHeight: configuration.viewportHeight, limit: configuration.maximumVisibleCells)
    log.cellsBefore = try screen.show(offset: 0, of: source).newCells
    log.enginesBefore = source.enginesCreated
    var contentHeight = try source.offset(of: source.count)
    var vsync = 0
    repeat {
      let time = clock.seconds(ofVsync: vsync)
      let wanted = path.position(at: time)
      let lowest = max(0, contentHeight - configuration.viewportHeight)
      let before = costs.nanoseconds()
      let step = try screen.show(offset: min(max(wanted, 0), lowest), of: source)
      let after = costs.nanoseconds()
      let measured = Double(after >= before ? after - before : 0) / 1e6
      let timing = clock.frame(
        startingAt: vsync, cpuMs: configuration.baseCostMs + measured)
      log.frames.append(FrameLog.Frame(timing: timing, newCells: step.newCells))
      if step.jump != 0 {
        log.jumps += 1
        log.jumpPixels += step.jump.magnitude * configuration.scale
      }
      contentHeight = try source.offset(of: source.count)
      log.contentHeights.append(contentHeight)
      vsync = timing.next
      // Heights that grew in this frame may extend the list.
      if wanted > max(0, contentHeight - configuration.viewportHeight),
        !path.turnsBack(after: time)
      {
        log.listEnded = true
        break
      }
    } while clock.seconds(ofVsync: vsync) < path.duration
    log.enginesInFrames = source.enginesCreated - log.enginesBefore
    return log
  }
}
