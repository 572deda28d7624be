internal import LayoutPrimitives
public import ScrollSimulation

/// One simulation with all that reports show of it.
public struct SimulatedRun: Sendable {
  /// The name of a cell in reports.
  public struct CellName: Hashable, Sendable {
    /// The id of its record.
    public var id: String
    /// The name of its template.
    public var template: String

    /// Creates the name of a cell.
    public init(id: String, template: String) {
      self.id = id
      self.template = template
    }
  }

  /// The report and the frames.
  public let result: SimulationResult
  /// The thresholds that apply to the run.
  public let thresholds: [ThresholdResult]
  /// Names of the cells that came on screen, by their position in the list.
  public let cells: [Int: CellName]
  /// Constraint churn of a cell that comes on screen, by the template's name.
  public let churn: [String: [SuperviewChurn]]

  /// Creates a run and reads the name of every cell that came on screen.
  ///
  /// - Parameters:
  ///   - result: The report and the frames.
  ///   - thresholds: The thresholds that apply to the run.
  ///   - templates: Names of the list's templates, as in `ScrolledList.templates`.
  ///   - churn: Constraint churn of one cell, by the template's name.
  ///   - id: The id of the record of a cell, by its position in the list.
  /// - Throws: The errors of `id`.
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

  /// The run with the log and the cells of its worst frames alone, for reports without a timeline.
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

  /// The name that distinguishes runs: `120/flick-medium/stored/fixed`.
  public var name: String {
    "\(place)/\(result.report.strategy)/\(configuration.device.name)"
  }

  /// The name of a cell that came on screen; for another cell, its position without a template.
  func cell(at index: Int) -> CellName {
    cells[index] ?? CellName(id: "#\(index)", template: "")
  }

  var configuration: SimulationConfiguration { result.report.configuration }

  /// Refresh rate and profile: `120/flick-medium`.
  var place: String { "\(configuration.rate.name)/\(configuration.profile.name)" }

  /// Settings that runs of one comparison share, as text.
  var setting: String {
    "\(configuration.platform.name), costs \(result.report.costs), "
      + "prefetch \(configuration.prefetch.name), pool \(configuration.poolSize)"
  }

  /// Constraint churn of the cells of a frame, one value a superview.
  func churn(of frame: SimulatedFrame) -> [SuperviewChurn] {
    var sums: [SuperviewChurn] = []
    for arrival in frame.arrivals {
      for var part in churn[cell(at: arrival.index).template] ?? [] {
        part.labelMs = part.labelShare * (arrival.cost[.measure] + arrival.cost[.text])
        if let place = sums.firstIndex(where: { $0.superview == part.superview }) {
          sums[place].add(part)
        } else {
          sums.append(part)
        }
      }
    }
    return sums
  }
}

/// Constraint churn of one superview by a cell that comes on screen.
public struct SuperviewChurn: Hashable, Sendable {
  /// Name of the superview.
  public var superview: String
  /// Constraints that it adds.
  public var added: Int
  /// Constraints that it removes.
  public var removed: Int
  /// Constraints whose constant it changes.
  public var changed: Int
  /// Labels in it, as a part of all labels of the cell.
  public var labelShare: Double
  /// Time of laying out its text, in milliseconds at the full clock; known for cells of a frame.
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
  /// Most frames that a document, a table or a page lists as the worst.
  public static let maximumWorstFrames = 10
  /// Most cells that are listed of one of the worst frames.
  public static let maximumCellsOfFrame = 20

  /// The frames that end latest after, or nearest before, their deadlines, worst first; ten at
  /// most.
  func worstFrames(_ limit: Int = maximumWorstFrames) -> [SimulatedFrame] {
    var worst: [SimulatedFrame] = []
    // The list stays short, so that insertion is faster than sorting all frames.
    for frame in result.log.frames {
      let place =
        worst.lastIndex { $0.timing.overrunMs >= frame.timing.overrunMs }.map { $0 + 1 } ?? 0
      guard place < limit else { continue }
      worst.insert(frame, at: place)
      if worst.count > limit { worst.removeLast() }
    }
    return worst
  }

  /// The costliest cells of a frame, in milliseconds at the full clock, costliest first.
  static func costliest(of frame: SimulatedFrame) -> [CellArrival] {
    Array(
      frame.arrivals.sorted { ($1.cost.total, $0.index) < ($0.cost.total, $1.index) }
        .prefix(maximumCellsOfFrame))
  }
}

extension SimulatedRun {
  /// Hitch time ratio, then overrun of the latest frame.
  var badness: (Double, Double) {
    let report = result.report
    return (
      report.value("hitch.time_ratio_ms_per_s") ?? 0, report.value("frameOverrunMs.max") ?? -1e9
    )
  }
}

extension [SimulatedRun] {
  /// The run with the greatest hitch time ratio, then the latest frame; the first of equals.
  var worst: SimulatedRun? {
    var worst: SimulatedRun?
    for run in self where worst.map({ $0.badness < run.badness }) ?? true { worst = run }
    return worst
  }
}
