internal import LayoutPrimitives

/// Scrolls a list frame by frame, and adds up the costs of its cells.
///
/// It reads a clock only if costs are measured. With a cost table, the result depends only on the
/// configuration and the list.
public struct Simulator: Sendable {
  let configuration: SimulationConfiguration

  /// Creates a simulator.
  ///
  /// - Throws: `SimulationError.setting` if a number is out of range.
  public init(_ configuration: SimulationConfiguration) throws(SimulationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Scrolls a list by the profile.
  ///
  /// The cells of the first screen are made before the first frame, unless the profile opens the
  /// list at an anchor.
  ///
  /// - Parameters:
  ///   - costs: A cost table, with which one iteration is run, or a clock, with which all
  ///     iterations are run.
  ///   - rotated: Makes the list in the environment after the rotation, for profiles that rotate.
  ///   - frame: Called after every frame, for example to show progress.
  ///   - list: Makes the list for an iteration.
  /// - Throws: `SimulationError`; an error of the list.
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

  /// The log with the median of the hitch times.
  private static func median(of logs: [FrameLog]) -> FrameLog {
    let sorted = logs.indices.sorted { (logs[$0].hitchMs, $0) < (logs[$1].hitchMs, $1) }
    return logs[sorted[(sorted.count - 1) / 2]]
  }
}

extension Simulator {
  /// The approximate number of frames in an iteration, computed as if no frame were late.
  ///
  /// It is 0 for an empty list. No cell is laid out, and costs are ignored, as is a rotation.
  ///
  /// - Parameter list: The list, of which only heights are read.
  /// - Throws: An error of the list.
  public func expectedFrames(of list: any ScrolledList) throws -> Int {
    guard list.count > 0 else { return 0 }
    let profile = configuration.profile
    var driver = ScrollDriver(
      profile: profile, platform: configuration.platform, seed: configuration.seed,
      maximumSeconds: configuration.maximumSeconds)
    var screen = Screen(
      viewportHeight: configuration.viewportHeight, limit: configuration.maximumVisibleCells)
    let clock = FrameClock(rate: configuration.rate, pipelineDepth: configuration.pipelineDepth)
    let extent = try list.offset(of: list.count)
    let lowest = max(0, extent - configuration.viewportHeight)
    var (frames, tick, newCells, last) = (0, 0, 0, 0.0)
    while frames < configuration.maximumFrames {
      let step = driver.step(
        at: clock.seconds(ofTick: tick),
        ListState(extent: extent, viewport: configuration.viewportHeight, newCells: newCells))
      if step.isFinished { break }
      switch step.target {
      case .offset(let offset): last = offset
      case .fraction(let part): last = lowest * min(max(part, 0), 1)
      case .anchor(let part, let inside):
        let cell = min(list.count - 1, Int(Double(list.count) * min(max(part, 0), 1)))
        last = min(try list.offset(of: cell) + inside, lowest)
      case .rotation: break
      }
      if case .offset = step.target {} else { driver.landed(at: last) }
      _ = try screen.show(offset: last, of: list) { _ in newCells += 1 }
      // The cells of the first screen are made before the scroll and are not counted.
      if frames == 0 { newCells = 0 }
      frames += 1
      tick += clock.rate.ticksPerFrame(atSpeed: step.velocity)
      if profile.endsWithList, step.velocity > 0, last >= lowest { break }
    }
    return frames
  }
}

/// The report of a simulated run, with the frames of one iteration.
public struct SimulationResult: Sendable {
  /// The medians over all iterations.
  public let report: SimulationReport
  /// The frames of the iteration with the median hitch time; with a cost table, of the only one.
  public let log: FrameLog

  /// Creates a result.
  public init(report: SimulationReport, log: FrameLog) {
    self.report = report
    self.log = log
  }
}

/// The reason why a simulation or a threshold is invalid.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting is out of range: its name, the value that was found, and the allowed range with
  /// unit.
  case setting(String, found: String, allowed: String)
  /// A profile is invalid; the values are the name of the profile and the reason.
  case profile(String, String)
  /// No built-in profile has the name; the other values are the nearest name and all names.
  case unknownProfile(String, nearest: String, known: [String])
  /// The list has no cells.
  case emptyList
  /// A frame would show more cells than the limit; `index` is the position of its first cell.
  case tooManyCells(limit: Int, index: Int)
  /// The text of a threshold is invalid; the values are the text and the reason.
  case threshold(String, String)
  /// A threshold names an unknown metric; the values are its name, the nearest name and the
  /// threshold.
  case unknownMetric(String, nearest: String, threshold: String)
  /// A threshold names an unknown strategy; the values are its name, the nearest name and the
  /// threshold.
  case unknownStrategy(String, nearest: String, threshold: String)
  /// A strategy is invalid; the values are the text and the reason.
  case strategy(String, String)

  /// A sentence with the problem, its location and the remedy.
  public var description: String {
    switch self {
    case .setting(let name, let found, let allowed):
      "\(name) '\(found)' is not \(allowed)"
    case .profile(let name, let why):
      "scroll profile '\(name)' cannot be followed: \(why)"
    case .unknownProfile(let name, let nearest, let known):
      "scroll profile '\(name)' does not exist; did you mean '\(nearest)'? Known are "
        + known.joined(separator: ", ")
    case .emptyList:
      "the list has no cells to scroll; build a feed with records first"
    case .tooManyCells(let limit, let index):
      "more than \(limit) cells would be visible at once from cell \(index) on; "
        + "are their heights 0? Raise the limit if this is meant"
    case .threshold(let text, let why):
      "threshold '\(text)' \(why); write METRIC OP VALUE [@RATE/PROFILE/STRATEGY/DEVICE], "
        + "as in hitch.time_ratio_ms_per_s<5 @120/flick-medium"
    case .unknownMetric(let name, let nearest, let threshold):
      "threshold '\(threshold)' names the metric '\(name)', which no report has; "
        + "did you mean '\(nearest)'?"
    case .strategy(let name, let why):
      "strategy '\(name)' \(why)"
    case .unknownStrategy(let name, let nearest, let threshold):
      "threshold '\(threshold)' names the strategy '\(name)', which does not exist; "
        + "did you mean '\(nearest)'?"
    }
  }
}
