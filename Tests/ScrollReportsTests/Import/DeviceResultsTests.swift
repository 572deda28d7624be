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
    // Seconds become milliseconds, and the ratio adjusted for perception is left out.
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

  @Test func linesOfALogAreReadByIdentifierOrName() throws {
    let runs = try runs(DeviceResultFixtures.xcodebuildLog)
    let run = try #require(runs.first)
    #expect(runs.count == 1)
    #expect(run.format == .xcodebuildLog)
    #expect(run.test == "FeedUITests.ScrollTests testFlickMedium (Scroll_Deceleration)")
    #expect(run.metrics == ["hitch.time_ratio_ms_per_s": 3, "hitch.count": 1])
    #expect(run.name == RunName(profile: "flick-medium", device: "imported"))
  }

  @Test func flutterFramesAreBuiltAndRasterized() throws {
    let run = try #require(
      try runs(
        DeviceResultFixtures.flutter, source: "build/feed_read_drag.timeline_summary.json"
      ).first)
    #expect(run.test == "feed_read_drag")
    #expect(run.refreshHz == 120)
    #expect(run.name == RunName(rate: "120", profile: "read-drag", device: "imported"))
    // 1.5, 2.5, 5, 8 ms.
    #expect(run.metrics["frameDurationCpuMs.P50"] == 3.75)
    #expect(run.metrics["frameDurationCpuMs.max"] == 8)
    #expect(run.metrics["frames.presented"] == 4)
    #expect(run.notes.count == 1)
  }

  @Test func flutterResponseDataHasSummariesByName() throws {
    let text = "{\"screenshots\": [], \"live_scroll\": \(DeviceResultFixtures.flutter)}"
    let runs = try runs(text)
    #expect(runs.map(\.test) == ["live_scroll"])
    #expect(runs[0].name.strategy == "live")
  }

  @Test func framesThatCannotBePairedHaveNoCost() throws {
    let text = DeviceResultFixtures.flutter.replacing("[500, 500, 1000, 3000]", with: "[500]")
    let run = try #require(try runs(text).first)
    #expect(run.metrics == ["frames.presented": 4])
    #expect(run.notes[0].contains("4 frames were built and 1 rasterized"))
  }

  @Test func gfxinfoHasRoundedPercentiles() throws {
    let run = try #require(try runs(DeviceResultFixtures.gfxinfo).first)
    #expect(run.test == "org.example.feed")
    #expect(
      run.metrics == [
        "frames.presented": 400, "frameDurationCpuMs.P50": 7, "frameDurationCpuMs.P90": 9,
        "frameDurationCpuMs.P95": 12, "frameDurationCpuMs.P99": 30,
      ])
    #expect(run.notes[0].contains("whole milliseconds"))
  }

  @Test func framestatsHaveExactTimesAndDeadlines() throws {
    let run = try #require(try runs(DeviceResultFixtures.framestats).first)
    #expect(run.refreshHz == 120)
    #expect(run.metrics["frames.presented"] == 400)
    // 4 and 12 ms; the frame with a flag is left out.
    #expect(run.metrics["frameDurationCpuMs.P50"] == 8)
    #expect(run.metrics["frameDurationCpuMs.max"] == 12)
    // The first ends with the GPU, 5 ms before its deadline; the other 2 ms after it.
    #expect(run.metrics["frameOverrunMs.P50"] == -1.5)
    #expect(run.metrics["frameOverrunMs.max"] == 2)
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
    ("{\"frame_build_times\": [1e300]}", "is no count and no time of a scroll"),
    (
      "Test Case '-[a b]' measured [Hitch Time Ratio (x), ms/s] values: [1, nan]",
      "result:1: a number is expected in the values, not 'nan'"
    ),
    ("** Graphics info for pid 1 [a] **\nTotal frames rendered: 0", "no app of this text"),
    (
      "---PROFILEDATA---\nFlags,FrameCompleted,HandleInputStart\n0,x,1\n---PROFILEDATA---",
      "result:3: a frame without a number in the column 'FrameCompleted'"
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
      try DeviceResults(of: DeviceResultFixtures.flutter, source: "a", limits: limits)
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
    DeviceResultFixtures.xcodebuildLog, DeviceResultFixtures.flutter,
    DeviceResultFixtures.framestats,
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
