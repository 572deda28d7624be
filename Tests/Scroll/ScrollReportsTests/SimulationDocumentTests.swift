import ScrollReports
import ScrollSimulation
import StructuredDocuments
import Testing

@Suite struct SimulationDocumentTests {
  @Test func theDocumentIsOneLineInTheContractsOrder() throws {
    let json = SimulationDocument(try SampleRun().run).line
    #expect(
      json.hasPrefix(
        """
        {"schema":"cellheights.sim/1","rate":"100","refresh_hz":100,"frame_period_ms":10,\
        "profile":"read-drag","strategy":"stored","platform":"ios","device_model":"fixed",\
        "costs":"phone/1","seed":1,"viewport_height_pt":844,"scale":3,"base_cost_ms":0,\
        "prefetch":"none","pool":10,"app_share":1,"pipeline_depth":2,\
        "frames":{"expected":5,"presented":4,"dropped":1,"dropped_pct":20,"with_new_cells":2},\
        "hitch":{"count":1,"total_ms":10,"time_ratio_ms_per_s":200,"max_ms":10,\
        "scale":"apple-xctest-2020","grade":"critical"},
        """))
    #expect(json.contains("\"percentile_method\":\"linear (n-1)\",\"iterations\":1"))
    #expect(!json.contains("\n"))
    _ = try DocumentParser.document(json)
  }

  @Test func theWorstFramesComeFirstWithTheirCells() throws {
    let json = SimulationDocument(try SampleRun().run).line
    #expect(
      json.contains(
        """
        "worst_frames":[{"tick":2,"time_s":0.02,"offset_pt":3,"cpuMs":12,"overrunMs":2,\
        "hitchMs":10,"clock":1,"new_cells":2,"cells":[\
        {"id":"id-4","index":4,"template":"post","ms":5.5},\
        {"id":"id-5","index":5,"template":"photo","ms":5.5}],\
        "parts":{"frame":1,"layout":5.5,"text":5.5}},{"tick":1,
        """))
  }

  @Test func atMostTenFramesAndTwentyCellsAreListed() throws {
    var sample = SampleRun(frames: (0..<40).map { ($0, 5) })
    sample.arrivals = [7: Array(0..<30)]
    let json = SimulationDocument(try sample.run).line
    #expect(json.components(of: "\"tick\":") == SimulatedRun.maximumWorstFrames)
    #expect(json.components(of: "\"index\":") == SimulatedRun.maximumCellsOfFrame)
    #expect(json.contains("\"new_cells\":30"))
  }

  @Test func theSameRunIsTheSameBytes() throws {
    #expect(
      SimulationDocument(try SampleRun().run).line == SimulationDocument(try SampleRun().run).line)
  }

  @Test func whatHasNoValueIsNull() throws {
    let json = SimulationDocument(try SampleRun(arrivals: [:]).run).line
    #expect(json.contains("\"frameDurationCpuMsNewCells\":{\"P50\":null,"))
  }

  @Test func anAdaptiveRateHasNoPeriod() throws {
    let json = SimulationDocument(try SampleRun(rate: .adaptive).run).line
    #expect(json.contains("\"rate\":\"adaptive\",\"refresh_hz\":null,\"frame_period_ms\":null"))
  }

  @Test func measuredCostsHaveTheSpreadOfEveryMetric() throws {
    let table = SimulationDocument(try SampleRun().run).line
    let measured = SimulationDocument(
      try SampleRun(costs: "measured", iterations: [[2, 6, 14, 5]]).run
    ).line
    #expect(!table.contains("\"hitch.max_ms\":["))
    #expect(measured.contains("\"frameDurationCpuMs.max\":[12,14]"))
  }

  @Test func thresholdsSayWhatWasFound() throws {
    let json = SimulationDocument(try SampleRun(thresholds: ["hitch.count<1"]).run).line
    #expect(
      json.hasSuffix(
        "\"thresholds\":[{\"threshold\":\"hitch.count<1\",\"value\":1,\"passed\":false}]}"))
  }
}

extension String {
  /// How often a text occurs.
  func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let first = rest.firstIndex(of: part.first ?? " ") {
      rest = rest[first...]
      if rest.hasPrefix(part) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
