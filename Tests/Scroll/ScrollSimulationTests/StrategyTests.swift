import LayoutPrimitives
import Testing

@testable import ScrollSimulation

/// Cells of 100 pt on a screen of 400 pt, costs of whole milliseconds: all sums are easy to
/// compute.
@Suite struct StrategyTests {
  private let table = CostTable(
    name: "round", frame: 1,
    cell: CostTable.Cell(
      create: 2, bind: 1, draw: 1, window: 3, offWindow: 9, fitting: 7, manual: 1, lookup: 0.5,
      label: 1, line: 1))  // a text of 1 label and 2 lines: 3 ms

  private func run(
    _ strategy: ScrollStrategy, heights: [Int] = Array(repeating: 100, count: 50),
    change: (inout SimulationConfiguration) -> Void = { _ in }
  ) throws -> SimulationResult {
    let gesture = TimedGesture(start: 0, gesture: .drag(velocity: 100, seconds: 3))
    var configuration = SimulationConfiguration(
      profile: try ScrollProfile(name: "drag", summary: "", gestures: [gesture]), rate: .fixed(50))
    configuration.viewportHeight = 400
    configuration.strategy = strategy
    change(&configuration)
    return try Simulator(configuration).run(costs: .table(table)) {
      let list = ScriptedList(heights: heights)
      guard case .estimate(let height) = strategy else { return list }
      return EstimatedList(
        of: list, estimate: height,
        spacing: ListSpacing(grid: PixelGrid(stepsPerPoint: 1), spacing: 0))
    }
  }

  /// The first cell that arrives finds no free views; later ones do.
  private func costs(_ strategy: ScrollStrategy) throws -> [Double] {
    try run(strategy).log.frames.filter { !$0.arrivals.isEmpty }.map(\.cost.total)
  }

  @Test func everyStrategyPaysForWhatItDoes() throws {
    // frame 1, bind 1, draw 1, text to draw 3; views 2 if none are free.
    #expect(try costs(.storedLines) == [5.5, 3.5, 3.5])  // lookup 0.5, no text
    #expect(try costs(.stored) == [8.5, 6.5, 6.5])  // lookup 0.5
    #expect(try costs(.manual) == [12, 10, 10])  // arithmetic 1, measure 3
    #expect(try costs(.live) == [14, 12, 12])  // window 3, measure 3
    #expect(try costs(.fresh) == [20, 18, 18])  // off window 9, measure 3
    #expect(try costs(.selfSizing) == [24, 22, 22])  // fitting 7, window 3, measure 2 × 3
    #expect(try costs(.estimate(100)) == [24, 22, 22])
  }

  @Test func theHitchIsWhereTheArithmeticSaysSo() throws {
    // 20 ms a frame: 22 and 24 ms are late by one vsync, three times in 3 s.
    let report = try run(.selfSizing).report
    #expect(report.value("hitch.count") == 3)
    #expect(report.value("hitch.total_ms") == 60)
    #expect(report.value("hitch.time_ratio_ms_per_s") == 20)
    #expect(try run(.fresh).report.value("hitch.count") == 0)  // 20 ms are in time
    #expect(try run(.stored).report.value("hitch.count") == 0)
  }

  @Test func layoutsAndEnginesAreCounted() throws {
    for (strategy, layouts, engines) in [
      (ScrollStrategy.stored, 0.0, 0.0), (.storedLines, 0, 0), (.live, 3, 0), (.fresh, 3, 3),
      (.selfSizing, 6, 3), (.manual, 3, 0), (.estimate(100), 6, 3),
    ] {
      let report = try run(strategy).report
      #expect(report.value("layouts.onScrollPath") == layouts)
      #expect(report.value("engines.created") == engines)
      #expect(report.value("cells.new") == 3)
    }
  }

  /// 50 cells: window 3 and text 3 each; fitting 7 and text 3; arithmetic 1 and text 3.
  @Test func aListWithoutStoredHeightsAsksForAllOfThemFirst() throws {
    #expect(try run(.stored).report.value("opening.ms") == 0)
    #expect(try run(.estimate(100)).report.value("opening.ms") == 0)
    #expect(try run(.live).report.value("opening.ms") == 300)
    #expect(try run(.fresh).report.value("opening.ms") == 500)
    #expect(try run(.selfSizing).report.value("opening.ms") == 500)
    #expect(try run(.manual).report.value("opening.ms") == 200)
    #expect(try run(.manual).report.value("opening.heights") == 50)
    #expect(try run(.stored).report.value("opening.heights") == 0)
  }

  @Test func lookupsOfStoredCellsAreCounted() throws {
    #expect(try run(.stored).report.value("work.lookup_ms") == 1.5)
  }

  @Test func whatTextCostsToDrawIsShown() throws {
    #expect(try run(.stored).report.value("work.text_ms") == 9)
    #expect(try run(.storedLines).report.value("work.text_ms") == 0)
  }

  @Test func aWrongEstimateMovesTheThumb() throws {
    let wrong = try run(.estimate(44)).report
    #expect((wrong.value("position.thumb_drift_max_pct") ?? 0) > 1)
    #expect(try run(.stored).report.value("position.thumb_drift_max_pct") == 0)
  }

  @Test func templatesMayHaveCostsOfTheirOwn() throws {
    var own = table
    own.templates["post"] = table.cell
    own.templates["post"]?.bind = 4
    let configuration = try {
      let gesture = TimedGesture(start: 0, gesture: .drag(velocity: 100, seconds: 3))
      var configuration = SimulationConfiguration(
        profile: try ScrollProfile(name: "drag", summary: "", gestures: [gesture]),
        rate: .fixed(50))
      configuration.viewportHeight = 400
      return configuration
    }()
    let result = try Simulator(configuration).run(costs: .table(own)) {
      ScriptedList(heights: Array(repeating: 100, count: 50))
    }
    #expect(result.report.value("work.bind_ms") == 12)
  }

  /// Prepared in the 18 ms that a frame leaves: only text and drawing are left for the frame that
  /// shows the cell.
  @Test(arguments: [PrefetchPolicy.nextFrame, .screens(1)])
  func aPreparedCellCostsItsDrawing(policy: PrefetchPolicy) throws {
    let result = try run(.selfSizing) { $0.prefetch = policy }
    let arrivals = result.log.frames.flatMap(\.arrivals)
    #expect(arrivals.map(\.isPrefetched) == [true, true, true])
    #expect(arrivals.map(\.cost.total) == [4, 4, 4])
    #expect(result.report.value("hitch.count") == 0)
    #expect(result.report.value("layouts.onScrollPath") == 0)
    #expect((result.report.value("work.prefetch_ms") ?? 0) > 0)
  }

  /// Beside the frames; what is not ready in time is blank.
  @Test func aCellThatIsNotReadyIsBlank() throws {
    let near = try run(.selfSizing) { $0.prefetch = .distance(250) }
    #expect(near.report.value("position.blank_px_ms") == 0)
    #expect(near.report.value("cells.prefetched") == 3)
    // Tops at 101, 202, 303…: between two frames.
    let odd = Array(repeating: 101, count: 50)
    let late = try run(.selfSizing, heights: odd) { $0.prefetch = .distance(0) }
    #expect((late.report.value("position.blank_px_ms") ?? 0) > 0)
    // The tops at 404 and 606 are reached exactly, and so ordered a frame before they are seen.
    #expect(late.report.value("cells.prefetched") == 2)
    #expect(late.report.value("hitch.count") == 0)
  }

  @Test func namesAreReadAndRefused() throws {
    for name in ["stored", "stored-lines", "live", "fresh", "self-sizing", "manual"] {
      #expect(try ScrollStrategy(parsing: name).name == name)
    }
    #expect(try ScrollStrategy(parsing: "estimate:44.5") == .estimate(44.5))
    for text in ["", "guess", "estimate", "estimate:", "estimate:-1", "estimate:nan", "Stored"] {
      #expect(throws: SimulationError.self) { try ScrollStrategy(parsing: text) }
    }
    #expect(
      throws: SimulationError.strategy("storde", "does not exist; did you mean 'stored'?")
    ) { try ScrollStrategy(parsing: "storde") }
  }

  @Test func theSameRunHasTheSameFrames() throws {
    let first = try run(.selfSizing) { $0.prefetch = .screens(2) }
    #expect(try run(.selfSizing) { $0.prefetch = .screens(2) }.log == first.log)
  }
}
