import ScrollSimulation
import Testing

@Suite struct ScrollTraceTests {
  private let points = [TracePoint(time: 0, offset: 0), TracePoint(time: 0.5, offset: -12.5)]

  @Test(arguments: [
    "0,0\n0.5,-12.5", "0,0\n0.5,-12.5\n", "time,offset\n0,0\n0.5,-12.5\n",
    "\"time\",\"offset\"\r\n0,0\r\n\r\n5e-1,-1.25E1\r\n",
    "\u{FEFF}Time, Offset\n 0 , 0 \n\t.5,-12.5",
  ])
  func linesAreTimesAndOffsets(text: String) throws {
    #expect(try ScrollTrace(parsing: text).points == points)
  }

  @Test(arguments: [
    ("0,0\n1", 2, "1"), ("0,0\n1,2,3", 2, "1,2,3"), ("0,0\ntime,offset", 2, "time,offset"),
    ("0,0\n\n0x10,1", 3, "0x10,1"), ("0,0\n1,nan", 2, "1,nan"), ("0,0\n1,", 2, "1,"),
    ("0;0", 1, "0;0"), ("0,0\n\u{1B}[2J,1", 2, "?[2J,1"), ("0,0\n1,1e5e", 2, "1,1e5e"),
    ("0," + String(repeating: "9x", count: 50), 1, "0," + String(repeating: "9x", count: 19) + "…"),
  ])
  func anErrorNamesTheLine(text: String, line: Int, found: String) {
    #expect(throws: ScrollTraceError.line(line, found: found)) { try ScrollTrace(parsing: text) }
    #expect(ScrollTraceError.line(line, found: found).description.contains("line \(line) "))
  }

  @Test func timesRise() {
    #expect(throws: ScrollTraceError.order(point: 3, time: 1, previous: 1)) {
      try ScrollTrace(parsing: "0,0\n1,5\n1,6")
    }
    #expect(throws: ScrollTraceError.order(point: 2, time: -1, previous: 0)) {
      try ScrollTrace(parsing: "0,0\n-1,5")
    }
  }

  @Test func thereAreLimits() {
    #expect(throws: ScrollTraceError.tooFewPoints(0)) { try ScrollTrace(parsing: "") }
    #expect(throws: ScrollTraceError.tooFewPoints(1)) { try ScrollTrace(parsing: "time,x\n0,0") }
    #expect(throws: ScrollTraceError.tooManyPoints(limit: 2)) {
      try ScrollTrace(parsing: "0,0\n1,1\n2,2", limit: 2)
    }
    #expect(throws: ScrollTraceError.tooLong(seconds: 3601)) {
      try ScrollTrace(parsing: "1000,0\n4601,1")
    }
    #expect(throws: ScrollTraceError.number(point: 2, time: 1, offset: 2e9)) {
      try ScrollTrace(parsing: "0,0\n1,2e9")
    }
    #expect(throws: ScrollTraceError.self) { try ScrollTrace(parsing: "0,0\n1,1e999") }
    #expect(throws: ScrollTraceError.self) {
      try ScrollTrace(points: [TracePoint(time: 0, offset: .nan), TracePoint(time: 1, offset: 0)])
    }
    let many = (0...ScrollTrace.maximumPoints).map {
      TracePoint(time: Double($0) / 1000, offset: 0)
    }
    #expect(throws: ScrollTraceError.tooManyPoints(limit: 1_000_000)) {
      try ScrollTrace(points: many)
    }
    #expect(throws: Never.self) { try ScrollTrace(points: Array(many.dropLast())) }
  }

  @Test func everyErrorSaysWhatToDo() {
    let errors: [ScrollTraceError] = [
      .line(1, found: "x"), .order(point: 2, time: 0, previous: 1),
      .number(point: 1, time: .nan, offset: 0), .tooLong(seconds: 4000), .tooManyPoints(limit: 5),
      .tooFewPoints(0),
    ]
    for error in errors { #expect(error.description.contains("trace")) }
  }

  @Test func aProfileRefusesABadRecording() {
    let bad = Gesture.trace([TracePoint(time: 1, offset: 0), TracePoint(time: 0, offset: 0)])
    #expect(throws: SimulationError.self) {
      try ScrollProfile(
        name: "x", summary: "", gestures: [TimedGesture(start: 0, gesture: bad)])
    }
  }

  /// The times of a device begin anywhere.
  @Test func aRecordingIsFollowedInStraightLines() throws {
    let trace = try ScrollTrace(parsing: "100,0\n101,600\n101.5,600\n102.5,100")
    let run = DriverRun(ScrollProfile(name: "mine", trace: trace), hertz: 100)
    #expect(run.isFinished)
    #expect(abs(run.seconds - 2.5) < 1e-9)
    #expect(run.end == 100)
    for (index, offset) in [(0, 0.0), (50, 300), (100, 600), (125, 600), (200, 350), (250, 100)] {
      #expect(abs(run.frames[index].offset - offset) < 1e-6)
    }
    #expect(abs(run.frames[50].step.velocity - 600) < 1e-9)
    #expect(abs(run.frames[200].step.velocity + 500) < 1e-9)
    #expect(run.frames.allSatisfy { !$0.step.isTouching })
  }

  @Test func aRecordingOfALongerListShowsTheEnd() throws {
    let trace = try ScrollTrace(parsing: "0,-50\n1,5000\n2,-100")
    for platform in [ScrollPlatform.ios(.normal), .android(.standard)] {
      let run = DriverRun(ScrollProfile(name: "mine", trace: trace), platform, count: 8)
      #expect(run.highest == 8 * 250 - 844)
      #expect(run.end == 0)
      #expect(run.frames.allSatisfy { $0.offset >= 0 })
    }
  }
}
