import LayoutPrimitives
import Testing

@testable import ScrollSimulation

/// Whole scrolls over lists at the edges of what lists are.
@Suite struct ScrollTests {
  private func list(
    _ heights: [Int32], spacing: Double = 0, insets: Insets = Insets(all: 0)
  ) -> ExactList {
    let distances = ListSpacing(
      grid: PixelGrid(stepsPerPoint: 1), spacing: spacing, insets: insets)
    return ExactList(
      ListGeometry(distances, heights: heights.map { Int($0) }),
      facts: heights.map { _ in CellFacts(template: 0, labels: 3, lines: 8) },
      templates: ["post"], id: { "cell-\($0)" },
      layout: { index in
        CellLayout(
          height: Int(heights[index]), exactHeight: Double(heights[index]), frames: [],
          labels: [], caveats: [])
      })
  }

  private func run(
    _ profile: ScrollProfile, _ heights: [Int32], strategy: ScrollStrategy = .stored,
    estimate: Double? = nil, rotated: [Int32]? = nil,
    change: (inout SimulationConfiguration) -> Void = { _ in }
  ) throws -> SimulationResult {
    var configuration = SimulationConfiguration(profile: profile, rate: .fixed(60))
    configuration.strategy = strategy
    change(&configuration)
    let second: (() throws -> any ScrolledList)? = rotated.map { heights in { list(heights) } }
    return try Simulator(configuration).run(costs: .table(.phone1), rotated: second) {
      guard let estimate else { return list(heights) }
      return EstimatedList(
        of: list(heights), estimate: estimate,
        spacing: ListSpacing(grid: PixelGrid(stepsPerPoint: 1), spacing: 0))
    }
  }

  /// Heights of 120 to 380, without order.
  private func mixed(_ count: Int) -> [Int32] {
    (0..<count).map { 120 + Int32(($0 &* 7919) % 261) }
  }

  @Test func aMillionCellsAreScrolled() throws {
    let heights = mixed(1_000_000)
    for profile in [ScrollProfile.flickFast, .scrub, .restore, .statusBarTop] {
      let report = try run(profile, heights).report
      #expect((report.value("frames.presented") ?? 0) > 30)
      #expect(report.value("position.jumps") == 0)
      #expect(report.value("position.landing_error_px_max") == 0)
    }
    #expect((try run(.flickFast, heights).report.value("cells.new") ?? 0) >= 300)
  }

  /// The forecast ignores late frames: it is exact without them.
  @Test func framesAreForetold() throws {
    for profile in ScrollProfile.named where profile != .rotate {
      var configuration = SimulationConfiguration(profile: profile, rate: .fixed(60))
      configuration.viewportHeight = 600
      let heights = mixed(400)
      let cell = CostTable.Cell(
        create: 0, bind: 0, draw: 0, window: 0, offWindow: 0, fitting: 0, manual: 0, lookup: 0,
        label: 0, line: 0)
      let free = CostTable(name: "free", frame: 0, cell: cell)
      let made = try Simulator(configuration).run(costs: .table(free)) { list(heights) }
      let expected = try Simulator(configuration).expectedFrames(of: list(heights))
      // A frame determines in the next one whether enough cells were shown.
      #expect(abs(expected - made.log.frames.count) <= 1, "\(profile.name)")
    }
    let empty = SimulationConfiguration(profile: .flickFast, rate: .fixed(60))
    #expect(try Simulator(empty).expectedFrames(of: list([])) == 0)
  }

  @Test func aCellTallerThanTheScreenIsScrolledToItsEndAndBack() throws {
    for profile in ScrollProfile.named where profile != .rotate {
      let report = try run(profile, [5000]).report
      #expect(
        report.value("cells.new") == 0 || profile == .restore || profile == .statusBarTop,
        "\(profile.name) \(report.value("cells.new") ?? -1)")
      #expect(report.value("position.jumps") == 0)
    }
  }

  @Test func aListThatFitsTheScreenHasFramesAndNoCells() throws {
    for profile in ScrollProfile.named where profile != .rotate {
      let report = try run(profile, [100, 100]).report
      #expect((report.value("frames.presented") ?? -1) >= 0)
      #expect((report.value("cells.new") ?? 1) <= 2)
    }
  }

  @Test func anEmptyListIsRefused() {
    #expect(throws: SimulationError.emptyList) { try run(.flickMedium, []) }
  }

  /// The ends are reached twice, and cells come again on the way back.
  @Test func aShortListIsScrolledDownAndUp() throws {
    let result = try run(.flickFast, mixed(20))
    let offsets = result.log.frames.map(\.offset)
    let lowest = try list(mixed(20)).offset(of: 20) - 844
    #expect((offsets.max() ?? 0) >= lowest)
    #expect((offsets.last ?? lowest) < lowest / 2)
    #expect((result.report.value("cells.new") ?? 0) >= 20)
  }

  /// In every profile, at either clock: what is looked up costs no more than what is measured.
  @Test func storedHeightsNeverHitchMoreThanHandWrittenFrames() throws {
    let heights = mixed(3000)
    for profile in ScrollProfile.named where profile != .rotate {
      for rate in [60.0, 120] {
        for device in [DeviceModel.fixed, .phone] {
          func ratio(_ strategy: ScrollStrategy) throws -> Double {
            try run(profile, heights, strategy: strategy) {
              $0.rate = .fixed(rate)
              $0.device = device
            }.report.value("hitch.time_ratio_ms_per_s") ?? -1
          }
          let stored = try ratio(.stored)
          #expect(try stored <= ratio(.manual), "\(profile.name) \(rate) \(device.name)")
          #expect(try ratio(.storedLines) <= stored, "\(profile.name) \(rate) \(device.name)")
        }
      }
    }
  }

  /// 90 pt of 250 are missing from every cell above the anchor that comes on screen.
  @Test func wrongEstimatesAboveTheAnchorJump() throws {
    let heights = [Int32](repeating: 250, count: 500)
    let report = try run(.restore, heights, strategy: .estimate(160), estimate: 160).report
    #expect((report.value("position.jumps") ?? 0) > 0)
    let jumps = (report.value("position.jump_px_total") ?? 0) / (90 * 3)
    #expect((jumps - jumps.rounded()).magnitude < 1e-6)
    #expect(try run(.restore, heights).report.value("position.jumps") == 0)
  }

  /// A cell that is prepared ahead changes heights between two frames, and moves what is on screen
  /// as much.
  @Test(arguments: [PrefetchPolicy.none, .nextFrame, .screens(1), .distance(250)])
  func preparedCellsDoNotHideJumps(policy: PrefetchPolicy) throws {
    let heights = [Int32](repeating: 250, count: 500)
    let report = try run(.restore, heights, strategy: .estimate(160), estimate: 160) {
      $0.prefetch = policy
    }.report
    #expect((report.value("position.jumps") ?? 0) > 0)
  }

  @Test func aTurnKeepsTheAnchor() throws {
    let narrow = mixed(200)
    let wide = narrow.map { $0 / 2 }
    let result = try run(.rotate, narrow, rotated: wide)
    #expect(result.report.value("position.jumps") == 0)
    #expect(result.report.value("position.landing_error_px_max") == 0)
    #expect(result.report.value("position.thumb_drift_max_pct") == 0)
    // The first cell on screen stays the first through the turn.
    let turn = try #require(
      result.log.frames.indices.dropFirst().first {
        result.log.frames[$0].contentHeight < result.log.frames[$0 - 1].contentHeight
      })
    let frames = result.log.frames
    #expect(frames[turn].cells.lowerBound == frames[turn - 1].cells.lowerBound)
    #expect(throws: SimulationError.self) { try run(.rotate, narrow) }
  }

  @Test func theLongestScrollIsALimit() throws {
    let result = try run(.readDrag, mixed(2000)) { $0.maximumSeconds = 2 }
    #expect(result.log.seconds <= 2.1)
  }

  @Test func settingsThatSpanTheirRangesAreCarriedOut() throws {
    for (change) in [
      { $0.poolSize = 0 }, { $0.prefetch = .screens(100) }, { $0.prefetch = .distance(0) },
      { $0.viewportHeight = 1 }, { $0.viewportHeight = 100_000 }, { $0.rate = .fixed(1) },
      { $0.rate = .fixed(1000) }, { $0.rate = .adaptive }, { $0.appShare = 0.05 },
      { $0.platform = .android(.standard) }, { $0.pipelineDepth = 8 }, { $0.baseCostMs = 10_000 },
    ] as [(inout SimulationConfiguration) -> Void] {
      let result = try run(.flickFast, mixed(300)) {
        $0.maximumSeconds = 20
        change(&$0)
      }
      #expect(!result.log.frames.isEmpty)
    }
  }
}
