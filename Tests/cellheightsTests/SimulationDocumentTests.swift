import Testing

@testable import ScrollSimulation
@testable import cellheights

@Suite struct SimulationDocumentTests {
  private func document(newCells: Bool) throws -> String {
    let clock = FrameClock(refreshHz: 100, pipelineDepth: 2)
    var log = FrameLog(clock: clock)
    for (start, cost) in [(0, 2.0), (1, 4), (2, 12)] {
      log.frames.append(
        FrameLog.Frame(
          timing: clock.frame(startingAt: start, cpuMs: cost),
          newCells: newCells && cost > 3 ? 1 : 0))
      log.contentHeights.append(1000)
    }
    let configuration = SimulationConfiguration(profile: .readDrag, refreshHz: 100)
    let report = SimulationReport(configuration: configuration, strategy: "stored", logs: [log])
    return SimulationDocument(report: report, thresholds: []).line
  }

  @Test func theDocumentIsOneLineInTheContractsOrder() throws {
    let json = try document(newCells: true)
    #expect(
      json.hasPrefix(
        """
        {"schema":"cellheights.sim/1","refresh_hz":100,"frame_period_ms":10,"profile":"read-drag",\
        "strategy":"stored","device_model":"host",
        """))
    #expect(
      json.contains(
        """
        "frames":{"expected":4,"presented":3,"dropped":1,"dropped_pct":25,"with_new_cells":2},\
        "hitch":{"count":1,"total_ms":10,"time_ratio_ms_per_s":250,"max_ms":10,\
        "scale":"apple-xctest-2020","grade":"critical"},\
        "frameDurationCpuMs":{"P50":4,"P90":10.4,"P95":11.2,"P99":11.84,"max":12},\
        "frameDurationCpuMsNewCells":{"P50":8,"P90":11.2,"P95":11.6,"P99":11.92,"max":12},\
        "frameOverrunMs":{"P50":-6,"P90":0.4,"P95":1.2,"P99":1.84,"max":2}
        """))
    #expect(json.contains("\"percentile_method\":\"linear (n-1)\",\"iterations\":5"))
    #expect(!json.contains("\n"))
  }

  @Test func whatHasNoValueIsNull() throws {
    let json = try document(newCells: false)
    #expect(json.contains("\"frameDurationCpuMsNewCells\":{\"P50\":null,"))
  }
}
