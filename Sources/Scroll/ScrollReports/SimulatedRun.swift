internal import LayoutPrimitives
public import ScrollSimulation

/// A simulated run, with everything that reports contain.
public struct SimulatedRun: Sendable {
  /// The name of a cell in reports.
  public struct CellName: Hashable, Sendable {
    /// The id of the record.
    public var id: String
    /// The name of the template.
    public var template: String

    /// Creates the name of a cell.
    public init(id: String, template: String) {
      self.id = id
      self.template = template
    }
  }

  /// The metrics and the frames.
  public let result: SimulationResult
  /// The results of the thresholds that apply to the run.
  public let thresholds: [ThresholdResult]
  /// The names of the cells that appeared on the screen, by position in the list.
  public let cells: [Int: CellName]
  /// The constraint churn of a cell that appears on the screen, by template name.
  public let churn: [String: [SuperviewChurn]]

  /// Creates a run, and reads the names of the cells that appeared on the screen.
  ///
  /// - Parameters:
  ///   - result: The metrics and the frames.
  ///   - thresholds: The results of the thresholds that apply to the run.
  ///   - templates: The names of the list's templates, as in `ScrolledList.templates`.
  ///   - churn: The constraint churn of one cell, by template name.
  ///   - id: Returns the id of the record of a cell, given its position in the list.
  /// - Throws: The errors that `id` throws.
  public init(
    _ result: SimulationResult, thresholds: [ThresholdResult] = [], templates: [String],
    churn: [String: [SuperviewChurn]] = [:], id: (Int) throws -> String
  ) rethrows {
    var cells: [Int: CellName] = [:]
    for frame in result.log.frames {
      for arrival in frame.arrivals where cells[arrival.index] == nil {
        let template = templates.indices.contains(arrival.template) ? arrival.template : nil
        cells[arrival.index] = CellName(
          id: try id(arrival.index), template: template.map { templates[$0] } ?? "")
      }
    }
    self.result = result
    self.thresholds = thresholds
    self.cells = cells
    self.churn = churn
  }

  /// The run with only its worst frames, for reports without a timeline.
  ///
  /// The names of cells are limited to the cells of these frames.
  public var summary: SimulatedRun {
    var log = result.log
    log.frames = worstFrames().sorted { $0.timing.start < $1.timing.start }
    let shown = Set(log.frames.flatMap(\.arrivals).map(\.index))
    return SimulatedRun(
      result: SimulationResult(report: result.report, log: log), thresholds: thresholds,
      cells: cells.filter { shown.contains($0.key) }, churn: [:])
  }

  private init(
    result: SimulationResult, thresholds: [ThresholdResult], cells: [Int: CellName],
    churn: [String: [SuperviewChurn]]
  ) {
    self.result = result
    self.thresholds = thresholds
    self.cells = cells
    self.churn = churn
  }

  /// The name that distinguishes the run, such as `120/flick-medium/stored/fixed`.
  public var name: String {
    "\(scrollName)/\(result.report.strategy)/\(configuration.device.name)"
  }

  /// The name of a cell that appeared; for another cell, its position and no template.
  func cell(at index: Int) -> CellName {
    cells[index] ?? CellName(id: "#\(index)", template: "")
  }

  var configuration: SimulationConfiguration { result.report.configuration }

  /// The refresh rate and profile, such as `120/flick-medium`.
  var scrollName: String { "\(configuration.rate.name)/\(configuration.profile.name)" }

  /// The platform, costs, prefetch policy and pool size as text.
  ///
  /// Tables do not compare runs that differ in them.
  var setting: String {
    "\(configuration.platform.name), costs \(result.report.costs), "
      + "prefetch \(configuration.prefetch.name), pool \(configuration.poolSize)"
  }

  /// The constraint churn in a frame, one value per superview.
  func churn(of frame: SimulatedFrame) -> [SuperviewChurn] {
    var sums: [SuperviewChurn] = []
    for arrival in frame.arrivals {
      for var part in churn[cell(at: arrival.index).template] ?? [] {
        part.labelMs = part.labelShare * (arrival.cost[.measure] + arrival.cost[.text])
        if let index = sums.firstIndex(where: { $0.superview == part.superview }) {
          sums[index].add(part)
        } else {
          sums.append(part)
        }
      }
    }
    return sums
  }
}

/// The constraint churn in one superview when a cell appears on the screen.
public struct SuperviewChurn: Hashable, Sendable {
  /// The name of the superview.
  public var superview: String
  /// The number of constraints that are added.
  public var added: Int
  /// The number of constraints that are removed.
  public var removed: Int
  /// The number of constraints whose constant changes.
  public var changed: Int
  /// The labels in the superview as a fraction of the labels of the cell, from 0 to 1.
  public var labelShare: Double
  /// The time for the layout of its text, in milliseconds at the full clock; 0 outside of a frame.
  public internal(set) var labelMs = 0.0

  /// Creates the churn of a superview.
  public init(superview: String, added: Int, removed: Int, changed: Int, labelShare: Double) {
    self.superview = superview
    self.added = added
    self.removed = removed
    self.changed = changed
    self.labelShare = labelShare
  }

  mutating func add(_ other: SuperviewChurn) {
    added += other.added
    removed += other.removed
    changed += other.changed
    labelMs += other.labelMs
  }
}

extension SimulatedRun {
  /// Maximum number of worst frames in a document, a table or a page.
  public static let maximumWorstFrames = 10
  /// Maximum number of cells that are listed for one of the worst frames.
  public static let maximumCellsOfFrame = 20

  /// The frames with the largest overrun of their deadlines, worst first.
  func worstFrames(_ limit: Int = maximumWorstFrames) -> [SimulatedFrame] {
    var worst: [SimulatedFrame] = []
    // The list is short, so insertion is faster than sorting all frames.
    for frame in result.log.frames {
      let index =
        worst.lastIndex { $0.timing.overrunMs >= frame.timing.overrunMs }.map { $0 + 1 } ?? 0
      guard index < limit else { continue }
      worst.insert(frame, at: index)
      if worst.count > limit { worst.removeLast() }
    }
    return worst
  }

  /// The costliest new cell of the worst frame with new cells, in words; nil if no frame has new
  /// cells.
  var worstCell: String? {
    for frame in worstFrames() {
      guard let arrival = Self.costliest(of: frame).first else { continue }
      let seconds = result.log.clock.seconds(ofTick: frame.timing.start)
      return ReportedRun.describe(
        cell: cell(at: arrival.index).id, ms: arrival.cost.total, at: seconds)
    }
    return nil
  }

  /// The cells of a frame with the highest costs, in descending order of cost.
  static func costliest(of frame: SimulatedFrame) -> [CellArrival] {
    Array(
      frame.arrivals.sorted { ($1.cost.total, $0.index) < ($0.cost.total, $1.index) }
        .prefix(maximumCellsOfFrame))
  }
}

extension SimulatedRun {
  /// The measures by which runs are compared: first the hitch time ratio, in milliseconds per
  /// second.
  ///
  /// The second is the largest overrun of a frame, in milliseconds.
  var badness: (Double, Double) {
    let report = result.report
    return (
      report.value("hitch.time_ratio_ms_per_s") ?? 0, report.value("frameOverrunMs.max") ?? -1e9
    )
  }
}

extension SimulatedRun {
  /// Whether the run breaches a threshold.
  var isBreached: Bool { thresholds.contains { $0.verdict == .breached } }
}

extension [SimulatedRun] {
  /// The run that reports show first: the first that breaches a threshold, else the worst.
  var mostRelevant: SimulatedRun? { first(where: \.isBreached) ?? worst }

  /// The run with the greatest hitch time ratio; of equal runs, the one with the largest overrun.
  private var worst: SimulatedRun? {
    var worst: SimulatedRun?
    for run in self where worst.map({ $0.badness < run.badness }) ?? true { worst = run }
    return worst
  }
}
