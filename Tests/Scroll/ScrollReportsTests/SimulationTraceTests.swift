import ScrollReports
import ScrollSimulation
import StructuredDocuments
import Testing

@Suite struct SimulationTraceTests {
  /// An event of a parsed trace.
  private struct Event {
    var name: String
    var phase: String
    var start = 0.0
    var length = 0.0
    var process = 0
    var lane = 0
    var jank: String?
  }

  private func trace(
    _ samples: [SampleRun], maximumEvents: Int = SimulationTrace.maximumEvents
  ) throws -> (text: String, events: [Event], totals: SimulationTrace.Totals) {
    var bytes: [UInt8] = []
    var trace = SimulationTrace(runs: samples.count, maximumEvents: maximumEvents)
    for sample in samples { trace.add(try sample.run) { bytes += $0 } }
    let totals = trace.finish { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    let root = try DocumentParser.document(text, limits: .init(bytes: 1 << 24, depth: 16))
    let events = try root.required("traceEvents").elements(of: "events").map { node in
      var event = Event(
        name: try node.required("name").requiredText("a name"),
        phase: try node.required("ph").requiredText("a phase"))
      for entry in try node.entries(of: "an event") {
        guard case .number(let number) = entry.value.value else { continue }
        switch entry.key {
        case "ts": event.start = number
        case "dur": event.length = number
        case "pid": event.process = Int(number)
        case "tid": event.lane = Int(number)
        default: break
        }
      }
      event.jank = try node.required("args").entries(of: "arguments")
        .first { $0.key == "jank_type" }?.value.requiredText("a type")
      return event
    }
    return (text, events, totals)
  }

  @Test func framesHaveTheirJankType() throws {
    let (_, events, totals) = try trace([SampleRun()])
    #expect(
      events.filter { $0.lane == 2 && $0.phase == "X" }.compactMap(\.jank)
        == ["None", "None", "AppDeadlineMissed", "None"])
    let dropped = events.filter { $0.name == "Dropped" }
    #expect(dropped.map(\.lane) == [1])
    #expect(dropped.map(\.start) == [30_000])
    #expect(dropped.map(\.length) == [10_000])
    #expect(totals.framesLeftOut == 0)
    #expect(totals.events == events.count { $0.phase != "M" })
  }

  @Test func everyRunIsAProcessWithThreeTracks() throws {
    let (_, events, _) = try trace([SampleRun(), SampleRun(device: .phone)])
    let names = events.filter { $0.phase == "M" }.map { "\($0.process) \($0.name) \($0.lane)" }
    #expect(
      names
        == [1, 2].flatMap {
          [
            "\($0) process_name 0", "\($0) thread_name 1", "\($0) thread_name 2",
            "\($0) thread_name 3",
          ]
        })
  }

  @Test func slicesOfATrackNestOrFollow() throws {
    let (_, events, _) = try trace([
      SampleRun(
        device: .phone,
        frames: [(0, 2.123_457), (1, 4.7), (2, 12.345_678), (4, 3.3), (5, 9.999_999)],
        arrivals: [1: [3], 2: [4, 5, 6], 4: [7]])
    ])
    for lane in 1...3 {
      var open: [Double] = []
      for event in events where event.lane == lane && event.phase == "X" {
        let end = event.start + event.length
        while let last = open.last, last <= event.start + 1e-6 { open.removeLast() }
        #expect(open.last.map { end <= $0 + 1e-6 } ?? true, "\(event)")
        open.append(end)
      }
    }
  }

  @Test func partsOfAFrameFillIt() throws {
    let (_, events, _) = try trace([SampleRun()])
    let thread = events.filter { $0.lane == 3 && $0.phase == "X" }
    let frame = try #require(thread.first { $0.name == "Frame 2" })
    let parts = thread.filter {
      ["frame", "layout", "text"].contains($0.name) && $0.start >= frame.start
        && $0.start < frame.start + frame.length
    }
    #expect(abs(parts.reduce(0) { $0 + $1.length } - frame.length) < 0.01)
    #expect(thread.contains { $0.name == "cell id-4" })
  }

  @Test func churnIsACounterOfItsSuperview() throws {
    let churn = [
      SuperviewChurn(superview: "content", added: 3, removed: 1, changed: 2, labelShare: 0.5)
    ]
    let (text, events, _) = try trace([SampleRun(churn: ["post": churn])])
    // Cell 4 is a post; the frame after it has none.
    #expect(
      events.filter { $0.name == "constraints of content" }.map(\.start) == [20_000, 40_000])
    #expect(text.contains("\"args\":{\"added\":3,\"removed\":1,\"changed\":2}"))
    // Half of the labels; the text of the cell takes a quarter of 11 ms.
    #expect(text.contains("\"args\":{\"ms\":1.375}"))
  }

  @Test func eventsAreBoundedAndRunsShareTheBound() throws {
    let long = SampleRun(frames: (0..<5000).map { ($0, 4) }, arrivals: [:])
    let (_, events, totals) = try trace([long, long], maximumEvents: 1000)
    #expect(totals.events <= 1000)
    #expect(totals.framesLeftOut > 9000)
    for process in [1, 2] {
      #expect(events.count { $0.process == process && $0.name == "Frame 50" } == 3)
    }
  }

  @Test func longTracesComeInPieces() throws {
    let run = try SampleRun(frames: (0..<3000).map { ($0, 4) }).run
    var longest = 0
    var pieces = 0
    var trace = SimulationTrace(runs: 1)
    trace.add(run) { piece in
      longest = max(longest, piece.count)
      pieces += 1
    }
    #expect(pieces > 5)
    #expect(longest < 100_000)
  }

  @Test func noRunsAreAnEmptyTrace() throws {
    #expect(try trace([]).events.isEmpty)
  }
}
