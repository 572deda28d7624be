internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// Runs as text for a terminal.
///
/// First are the thresholds. A comparison of strategies, with the device models side by side,
/// follows. The worst frames of one run are last: the first run that breaches a threshold, else the
/// worst.
public struct SimulationTable: Sendable {
  private let runs: [SimulatedRun]

  /// Maximum number of worst frames.
  static let worstFrames = 5
  /// Maximum number of cells that a row lists for a frame.
  static let cellsOfFrame = 3

  /// Maximum number of parts of the cost of a frame in a row.
  static let partsOfFrame = 3
  /// Maximum length of a cell's id, in characters; the middle of a longer id is omitted.
  static let cellLength = 24

  /// Creates the table of runs.
  public init(_ runs: [SimulatedRun]) {
    self.runs = runs
  }

  /// The lines, without line feeds.
  public var lines: [String] {
    var blocks: [[String]] = []
    let budgets = BudgetSummary.all(of: runs)
    if !budgets.isEmpty { blocks.append(["thresholds"] + budgets.flatMap(Self.lines)) }
    for group in RunGroup.all(of: runs) { blocks.append(Self.lines(of: group)) }
    if let worst = runs.mostRelevant, !worst.result.log.frames.isEmpty {
      blocks.append(Self.worstLines(of: worst))
    }
    let notes = noteLines
    if !notes.isEmpty { blocks.append(notes) }
    return Array(blocks.joined(separator: [""]))
  }

  private static func lines(of budget: BudgetSummary) -> [String] {
    let runs = budget.count == 1 ? "1 run" : "\(budget.count) runs"
    guard budget.passed else {
      return ["  ✗ \(budget.text.printable())  breached by \(budget.breaches.count) of \(runs)"]
        + budget.breaches.map { breach in
          "      \(breach.run.printable())  \(value(breach.result.measured))"
        }
    }
    let nearest = budget.nearest.map {
      ", nearest \(value($0.result.measured)) at \($0.run.printable())"
    }
    return ["  ✓ \(budget.text.printable())  \(runs)\(nearest ?? "")"]
  }

  private static func value(_ number: Double?) -> String {
    number.map { (($0 * 1000).rounded() / 1000).plainDecimal } ?? "no value"
  }

  private static func lines(of group: RunGroup) -> [String] {
    var headings = ["strategy"]
    var groups: [(title: String, columns: Range<Int>)] = []
    for device in group.devices {
      let title = "| \(device.printable())"
      groups.append((title, headings.count..<headings.count + 3))
      headings += ["| hitch ms/s", ">dropped", ">P99 ms"]
    }
    groups.append(("|", headings.count..<headings.count + 2))
    var table = TextTable(headings + ["| jumps", ">layouts"])
    for row in group.rows {
      var cells = [row.strategy]
      for run in row.runs {
        guard let report = run?.result.report else {
          cells += ["|", "", ""]
          continue
        }
        cells += [
          "| \(report.value("hitch.time_ratio_ms_per_s").fixed(1)) \(report.grade.rawValue)",
          report.value("frames.dropped").fixed(0),
          report.value("frameDurationCpuMs.P99").fixed(1),
        ]
      }
      let runs = row.runs.compactMap(\.self)
      cells += [
        "| " + common("position.jumps", runs), common("layouts.onScrollPath", runs),
      ]
      table.add(cells)
    }
    return [group.title.printable()] + table.lines(groups: groups).map { "  " + $0 }
  }

  /// The values of a metric over runs, without duplicates, as text.
  private static func common(_ path: String, _ runs: [SimulatedRun]) -> String {
    var values: [String] = []
    for run in runs {
      let value = run.result.report.value(path).fixed(0)
      if !values.contains(value) { values.append(value) }
    }
    return values.joined(separator: "/")
  }

  private static func worstLines(of run: SimulatedRun) -> [String] {
    let clock = run.result.log.clock
    var table = TextTable([
      ">at s", ">offset pt", ">cpu ms", ">over ms", ">hitch ms", ">clock", "cells", "cost by part",
    ])
    for frame in run.worstFrames(worstFrames) {
      table.add([
        clock.seconds(ofTick: frame.timing.start).fixed(3), frame.offset.fixed(0),
        frame.timing.cpuMs.fixed(2), frame.timing.overrunMs.fixed(2),
        frame.timing.hitchMs.fixed(1), frame.clock.fixed(2), cells(of: frame, run),
        parts(of: frame.cost),
      ])
    }
    return ["worst frames of \(run.name.printable())"] + table.lines.map { "  " + $0 }
  }

  private static func cells(of frame: SimulatedFrame, _ run: SimulatedRun) -> String {
    let costliest = SimulatedRun.costliest(of: frame).prefix(cellsOfFrame)
    let named = costliest.map { arrival in
      let name = run.cell(at: arrival.index)
      return "\(name.id.printable().cut(to: cellLength)) \(arrival.cost.total.fixed(1))"
    }
    let rest = frame.arrivals.count - costliest.count
    return (named + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: ", ")
  }

  private static func parts(of cost: CostParts) -> String {
    CostParts.Part.allCases.filter { cost[$0] >= 0.05 }
      .sorted { cost[$0] > cost[$1] }
      .prefix(partsOfFrame)
      .map { "\($0.rawValue) \(cost[$0].fixed(1))" }.joined(separator: ", ")
  }

  /// The notes of all runs, without duplicates, each with the names of its runs.
  private var noteLines: [String] {
    var order: [String] = []
    var about: [String: [String]] = [:]
    for run in runs {
      for note in run.result.report.notes {
        if about[note] == nil { order.append(note) }
        about[note, default: []].append(run.name)
      }
    }
    return order.map { note in
      let names = about[note] ?? []
      let runs =
        names.count == self.runs.count && names.count > 1
        ? "all runs" : names.count == 1 ? names[0] : "\(names.count) runs"
      return "note: \(note) (\(runs.printable()))"
    }
  }
}

extension String {
  /// The text shortened to a maximum number of characters; `…` replaces the middle.
  fileprivate func cut(to length: Int) -> String {
    guard count > length else { return self }
    let head = (length - 1) / 3
    return prefix(head) + "…" + suffix(length - 1 - head)
  }
}

/// Runs that differ only in strategy and device model, so that they can be compared.
struct RunGroup {
  /// The runs of one strategy, one element per device model; an element is nil if there is no run.
  struct Row {
    var strategy: String
    var runs: [SimulatedRun?]
  }

  /// The profile, rate and settings, as text.
  let title: String
  /// The names of the device models, in the order of the runs.
  let devices: [String]
  /// One row per strategy, in the order of the runs.
  let rows: [Row]

  /// Divides runs into groups, in the order of the runs.
  static func all(of runs: [SimulatedRun]) -> [RunGroup] {
    var order: [String] = []
    var grouped: [String: [SimulatedRun]] = [:]
    for run in runs {
      let rate = run.configuration.rate
      let hertz = if case .fixed = rate { "\(rate.name) Hz" } else { "an \(rate.name) rate" }
      let title = "\(run.configuration.profile.name) at \(hertz), \(run.setting)"
      if grouped[title] == nil { order.append(title) }
      grouped[title, default: []].append(run)
    }
    return order.map { RunGroup($0, grouped[$0] ?? []) }
  }

  private init(_ title: String, _ runs: [SimulatedRun]) {
    self.title = title
    var devices: [String] = []
    var rows: [Row] = []
    for run in runs where !devices.contains(run.configuration.device.name) {
      devices.append(run.configuration.device.name)
    }
    for run in runs {
      let column = devices.firstIndex(of: run.configuration.device.name) ?? 0
      let strategy = run.result.report.strategy
      // A second run with the same strategy and device model gets a separate row.
      if let row = rows.firstIndex(where: { $0.strategy == strategy && $0.runs[column] == nil }) {
        rows[row].runs[column] = run
      } else {
        var row = Row(strategy: strategy, runs: devices.map { _ in nil })
        row.runs[column] = run
        rows.append(row)
      }
    }
    self.devices = devices
    self.rows = rows
  }
}

extension SimulatedRun {
  /// `✓` if the run meets all thresholds, `✗` if not; empty if no threshold applies.
  var mark: String {
    thresholds.isEmpty ? "" : thresholds.allSatisfy(\.passed) ? "✓" : "✗"
  }
}

/// The results of one threshold for all runs that it applies to.
struct BudgetSummary {
  /// A run that the threshold applies to, with the result.
  struct Judged {
    var run: String
    var result: ThresholdResult
    /// The costliest cell of the run's worst frame, in words; nil if there is none.
    var cell: String?
  }

  /// The threshold, as the user wrote it.
  let text: String
  /// The runs that do not meet it, in the order of the runs.
  let breaches: [Judged]
  /// The number of runs that the threshold applies to.
  let count: Int
  /// The run nearest to the limit among the runs that meet the threshold.
  let nearest: Judged?

  var passed: Bool { breaches.isEmpty }

  /// One summary per threshold, in the order in which the thresholds first apply to a run.
  static func all(of runs: [SimulatedRun]) -> [BudgetSummary] {
    var order: [String] = []
    var judged: [String: [Judged]] = [:]
    for run in runs {
      let cell = run.isBreached ? run.worstCell : nil
      for result in run.thresholds {
        let text = result.threshold.text
        if judged[text] == nil { order.append(text) }
        judged[text, default: []].append(Judged(run: run.name, result: result, cell: cell))
      }
    }
    return order.map { BudgetSummary($0, judged[$0] ?? []) }
  }

  private init(_ text: String, _ judged: [Judged]) {
    self.text = text
    count = judged.count
    breaches = judged.filter { !$0.result.passed }
    func distance(_ one: Judged) -> Double {
      guard let measured = one.result.measured else { return .infinity }
      return (one.result.threshold.value - measured).magnitude
    }
    nearest = judged.filter(\.result.passed).min { distance($0) < distance($1) }
  }
}
