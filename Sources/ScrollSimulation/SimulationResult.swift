/// The report of a simulation, and the frames of the iteration nearest to its medians.
public struct SimulationResult: Sendable {
  /// Medians of all iterations.
  public let report: SimulationReport
  /// The frames of one iteration: with a cost table the only one, otherwise the one whose hitch
  /// time is the median.
  public let log: FrameLog

  /// Creates a result.
  public init(report: SimulationReport, log: FrameLog) {
    self.report = report
    self.log = log
  }
}
