import ScrollSimulation
import Testing

@testable import ScrollReports

@Suite struct DeviceResultsTests {
  private func runs(_ text: String, source: String = "result") throws -> [ImportedRun] {
    try DeviceResults(of: text, source: source).runs
  }

  @Test func macrobenchmarkSamplesOfAllIterationsArePooled() throws {
    let runs = try runs(DeviceResultFixtures.macrobenchmark)
    let run = try #require(runs.first)
    #expect(runs.count == 1)
    #expect(run.format == .macrobenchmark)
    #expect(run.test == "FeedBenchmark.scrollFlickMedium[mode=Partial]")
    #expect(run.device == "Acme One")
    #expect(run.name == RunName(profile: "flick-medium", device: "imported:Acme One"))
    // 1, 3, 5, 7, 9, 11: the place of P90 is 4.5.
    #expect(run.metrics["frameDurationCpuMs.P50"] == 6)
    #expect(run.metrics["frameDurationCpuMs.P90"] == 10)
    #expect(run.metrics["frameDurationCpuMs.max"] == 11)
    // Without samples the percentiles are taken as they are, and the maximum is not known.
    #expect(run.metrics["frameOverrunMs.P99"] == 3.25)
    #expect(run.metrics["frameOverrunMs.max"] == nil)
    #expect(run.metrics["frames.presented"] == 5)
    #expect(run.notes.isEmpty)
  }

  @Test func xctestMetricsAreMediansByInterval() throws {
    let runs = try runs(DeviceResultFixtures.xctest)
    try #require(runs.count == 2)
    let scroll = runs[0]
    #expect(scroll.format == .xctest)
    #expect(scroll.test == "FeedUITests/testReadDrag120Hz() (Scroll_DraggingAndDeceleration)")
    #expect(scroll.device == "Test Phone")
    #expect(
      scroll.metrics == [
        "hitch.time_ratio_ms_per_s": 6.75, "hitch.total_ms": 25, "hitch.count": 2,
        "frames.presented": 210,
      ])
    #expect(
      scroll.name == RunName(rate: "120", profile: "read-drag", device: "imported:Test Phone"))
    // Seconds become milliseconds, and the ratio adjusted for perception is omitted.
    #expect(runs[1].metrics == ["hitch.total_ms": 50])
    #expect(runs[1].test.hasSuffix("(Feed)"))
  }

  @Test func aSingleTestIsReadAsAListOfOne() throws {
    let list = DeviceResultFixtures.xctest
    let one = try #require(
      list.split(separator: "{\n    \"testIdentifier\" : \"FeedUITests/testMem")
        .first
    ).drop { $0 == "[" || $0.isWhitespace }
    let end = try #require(one.lastIndex(of: ","))
    #expect(try runs(String(one[..<end])).count == 2)
  }

  @Test(arguments: [
    ("", "no known format"), ("hello", "no known format"), ("{\"a\": 1}", "no known format"),
    ("{\"a\": ", "result:"), ("[1, 2]", "no known format"), ("[]", "measured hitches"),
    ("{\"benchmarks\": []}", "FrameTimingMetric"), ("{\"benchmarks\": 1}", "a list of benchmarks"),
    (
      "\n\n{\"benchmarks\":\n[{\"sampledMetrics\": {\"frameOverrunMs\":\n{\"runs\": [[\"a\"]]}}}]}",
      "result:5: a number is expected here, not the text 'a'"
    ),
    (
      #"[{"testRuns": [{"metrics": [{"displayName": "Hitch Time Ratio", "measurements": [1], "#
        + #""unitOfMeasurement": "%"}]}]}]"#,
      "'Hitch Time Ratio' is in '%', not in ms per s or ms/s"
    ),
    (
      "{\"benchmarks\": [{\"sampledMetrics\": {\"frameOverrunMs\": {\"runs\": [[1e300]]}}}]}",
      "is no count and no time of a scroll"
    ),
    // Formats that were read once.
    ("{\"frame_build_times\": [1000]}", "no known format"),
    ("** Graphics info for pid 1 [a] **\nTotal frames rendered: 9", "no known format"),
    (
      "Test Case '-[a b]' measured [Hitch Time Ratio (x), ms/s] values: [1]",
      "no known format of device results; known are Macrobenchmark's *-benchmarkData.json and JSON"
    ),
  ])
  func whatCannotBeReadIsSaid(_ text: String, _ words: String) {
    let error = #expect(throws: ImportError.self) { try runs(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func largerFilesThanTheLimitsAreRefused() {
    var limits = ImportLimits()
    limits.bytes = 100
    #expect(throws: ImportError.self) {
      try DeviceResults(of: DeviceResultFixtures.macrobenchmark, source: "a", limits: limits)
    }
    limits = ImportLimits()
    limits.runs = 1
    #expect(throws: ImportError.self) {
      try DeviceResults(of: DeviceResultFixtures.xctest, source: "a", limits: limits)
    }
  }

  /// Broken files end in an error or in runs, never in a trap.
  @Test(arguments: [
    DeviceResultFixtures.macrobenchmark, DeviceResultFixtures.xctest,
  ])
  func cutFilesAreHarmless(_ text: String) {
    let bytes = Array(text.utf8)
    for length in stride(from: 0, to: bytes.count, by: 23) {
      let cut = String(decoding: bytes[..<length], as: UTF8.self)
      do { _ = try runs(cut) } catch { #expect(error is ImportError) }
    }
  }

  @Test func wordsOfTestNames() {
    #expect(TestWords("testUIFlickMedium_120Hz").longest(of: ["flick-medium"]) == "flick-medium")
    #expect(TestWords("testUIFlickMedium_120Hz").rate == "120")
    #expect(TestWords("stored_lines").longest(of: ["stored", "stored-lines"]) == "stored-lines")
    #expect(TestWords("refreshDelivery").longest(of: ["fresh", "live"]) == nil)
    #expect(TestWords("").longest(of: ["live"]) == nil)
  }
}
