internal import LayoutPrimitives

/// Scrolls a list frame by frame and adds up what its cells cost.
///
/// It reads no clock but the one for measured costs. With a cost table the result is a function of
/// the configuration and the list.
public struct Simulator: Sendable {
  let configuration: SimulationConfiguration

  /// Creates a simulator.
  ///
  /// - Throws: `SimulationError.setting` for a number out of range.
  public init(_ configuration: SimulationConfiguration) throws(SimulationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Scrolls a list along the profile.
  ///
  /// The cells of the first screen are made before the measurement, unless the profile opens the
  /// list at an anchor.
  ///
  /// - Parameters:
  ///   - costs: A table, of which one iteration is run, or a clock on this machine, with which all
  ///     are run.
  ///   - rotated: The same list in the environment that the profile `rotate` turns to.
  ///   - frame: Called after every frame, to tell how far it is.
  ///   - list: Makes the list of one iteration.
  /// - Throws: `SimulationError`, or an error of the list.
  public func run(
    costs: FrameCosts, rotated: (() throws -> any ScrolledList)? = nil,
    frame: () -> Void = {}, list: () throws -> any ScrolledList
  ) throws -> SimulationResult {
    let iterations =
      switch costs {
      case .table: 1
      case .measured: configuration.iterations
      }
    var logs: [FrameLog] = []
    for _ in 0..<iterations {
      var scroll = try Scroll(
        configuration, costs: costs, list: try list(), rotated: try rotated?())
      logs.append(try scroll.run(frame: frame))
    }
    let report = SimulationReport(configuration: configuration, costs: costs.name, logs: logs)
    return SimulationResult(report: report, log: Self.median(of: logs))
  }

  /// The log whose hitch time is the median.
  private static func median(of logs: [FrameLog]) -> FrameLog {
    let sorted = logs.indices.sorted { (logs[$0].hitchMs, $0) < (logs[$1].hitchMs, $1) }
    return logs[sorted[(sorted.count - 1) / 2]]
  }
}
