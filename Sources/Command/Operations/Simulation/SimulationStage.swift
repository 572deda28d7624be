import CellTemplates
package import CommandSettings
import FeedRecords
import Foundation
import Heights
import HeightStore
import LayoutPrimitives
package import ScrollReports
package import ScrollSimulation
import StructuredDocuments

/// The list of a simulation, with the data that its strategies need.
package struct SimulationStage {
  private let costs: FrameCosts
  private let list: StagedList
  private let rotated: StagedList?
  private let inputs: LayoutInputs?
  /// The templates, if a trace needs their constraints; otherwise empty.
  private let templates: [CellTemplate]

  /// Opens the list, and reads the records if costs are measured.
  ///
  /// - Parameters:
  ///   - request: The list to open.
  ///   - settings: The effective settings.
  ///   - plan: The runs of the command.
  ///   - costs: Whether costs are measured or come from a table.
  ///   - hasTrace: Whether a trace is written, which contains the churn of constraints.
  ///   - tell: Receives lines for the user.
  /// - Throws: `Failure` if the list lacks what a run needs; errors of the store or of the files.
  package init(
    _ request: StageRequest, _ settings: Settings, _ plan: SimulationPlan,
    costs: FrameCosts, hasTrace: Bool, tell: @escaping (String) -> Void
  ) throws {
    self.costs = costs
    let opened = try StageOpener(request, settings, tell: tell)
    list = try opened.list(environment: request.environment)
    if plan.turns {
      guard let other = request.rotateTo else {
        throw Failure(
          .usage,
          "the profile rotate turns to another environment; name it, such as --rotate-to 844")
      }
      rotated = try opened.list(environment: other)
      guard rotated?.count == list.count else {
        throw Failure(
          .badData,
          "the list has \(counted(list.count, "cell")) in \(list.environment), and "
            + "\(grouped(rotated?.count ?? 0)) in \(rotated?.environment ?? "")")
      }
    } else {
      rotated = nil
    }
    if plan.strategies.contains(.manual), list.templates != ["post"] {
      throw Failure(
        .usage,
        "the strategy manual is written by hand for the built-in template post; the list has "
          + list.templates.joined(separator: ", "))
    }
    if plan.strategies.contains(.storedLines) {
      try list.checkLines()
      try rotated?.checkLines()
    }
    switch costs {
    case .table(let table):
      inputs = nil
      try list.checkTexts()
      if settings.flags.template != nil || !request.input.isEmpty {
        tell(
          "note: with a table of costs nothing is laid out; --template and --input are of --costs "
            + "measured")
      }
      for name in table.templates.keys.sorted() where !list.templates.contains(name) {
        tell(
          "warning: the table of costs has the template '\(name)', and the list does not; it has "
            + (list.templates.isEmpty ? "none" : list.templates.joined(separator: ", ")))
      }
    case .measured:
      inputs = try opened.inputs(for: list)
    }
    templates = hasTrace ? opened.templates(of: list) : []
  }

  /// The name of the list, for the titles of reports.
  package var title: String { "\(list.feed), \(list.environment)" }

  /// The reasons why the results mean little, one per line.
  ///
  /// - Parameter viewport: The height of the screen, in points.
  package func warnings(viewport: Double) -> [String] {
    var warnings = list.remarks
    if list.extent <= viewport {
      warnings.append(
        "warning: the list is \(points(list.extent)) points high and fits the screen of "
          + "\(points(viewport)): nothing scrolls, and the figures say nothing of scrolling")
    }
    if case .measured = costs, let remark = ProcessorClock().remark {
      warnings.append("warning: \(remark)")
    }
    return warnings
  }

  package func iterations(of run: SimulationConfiguration) -> Int {
    if case .table = costs { 1 } else { run.iterations }
  }

  /// The approximate number of frames per iteration, for each run in the same order.
  package func expectedFrames(_ runs: [SimulationConfiguration]) throws -> [Int] {
    let scrolled = list.exactList { try list.lookUp($0) }
    var cached: [String: Int] = [:]
    return try runs.map { one in
      // The movement depends on neither costs nor strategies, so it is computed once.
      let name = "\(one.rate.name)/\(one.profile.name)"
      let frames = try cached[name] ?? Simulator(one).expectedFrames(of: scrolled)
      cached[name] = frames
      return frames
    }
  }

  /// Simulates one run and judges it.
  ///
  /// - Parameters:
  ///   - configuration: The run to simulate, whose scale is replaced by the scale of the list.
  ///   - judge: The thresholds and budgets.
  ///   - frame: Called after every frame.
  package func run(
    _ configuration: SimulationConfiguration, _ judge: SimulationJudge, frame: () -> Void
  ) throws -> SimulatedRun {
    var configuration = configuration
    configuration.scale = list.grid.stepsPerPoint
    let second: (() throws -> any ScrolledList)? =
      rotated.map { other in { try source(other, configuration.strategy) } }
    let result = try Simulator(configuration).run(costs: costs, rotated: second, frame: frame) {
      try source(list, configuration.strategy)
    }
    return try SimulatedRun(
      result, thresholds: judge.judge(result.report), templates: list.templates,
      churn: Dictionary(
        templates.map { ($0.name, TemplateChurn($0).churn(with: configuration.strategy)) }
      ) { first, _ in first }
    ) { try list.id(at: $0) }
  }

  /// The list for one iteration, with the work of a strategy.
  private func source(
    _ staged: StagedList, _ strategy: ScrollStrategy
  ) throws -> any ScrolledList {
    let exact: any ScrolledList
    if let inputs {
      let environment = try Environment(parsing: staged.environment)
      let lines = strategy == .storedLines
      let cells = try MeasuredCells(strategy, inputs.in(environment)) {
        try staged.lookUp($0, lines: lines)
      }
      exact = MeasuredList(staged.exactList { try cells.layout($0) }, cells)
    } else {
      exact = staged.exactList { try staged.lookUp($0) }
    }
    guard case .estimate(let height) = strategy else { return exact }
    return EstimatedList(of: exact, estimate: height, spacing: staged.geometry.spacing)
  }
}

/// The frequency control of this machine's processors, on which measured costs depend.
struct ProcessorClock {
  /// The frequency governors of the processors, sorted; empty if the system does not report them.
  let governors: [String]

  /// Reads the governors.
  ///
  /// - Parameter folder: The folder with the system's description of its processors.
  init(folder: String = "/sys/devices/system/cpu") {
    var names: Set<String> = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard name.hasPrefix("cpu"), name.dropFirst(3).allSatisfy(\.isNumber) else { continue }
      let path = "\(folder)/\(name)/cpufreq/scaling_governor"
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      names.insert(
        String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
    governors = names.sorted()
  }

  /// A warning for measured costs; nil if the frequency is steady.
  var remark: String? {
    if governors.isEmpty {
      return "the system does not say how it sets the processor's clock; measured costs may vary"
    }
    let unsteady = governors.filter { $0 != "performance" }
    guard !unsteady.isEmpty else { return nil }
    return "the processor's clock follows its load (\(unsteady.joined(separator: ", "))); measured "
      + "costs vary with it, and the governor performance keeps them steady"
  }
}
