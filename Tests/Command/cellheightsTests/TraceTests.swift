import Foundation
import Testing

extension CommandLineTests {
  @Suite struct TraceTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
    }

    /// One span with its times in nanoseconds, as written with three digits after the point.
    private struct Span {
      var start: Int
      var end: Int
    }

    private func events(_ file: String) throws -> [[String: Any]] {
      let value = try JSONSerialization.jsonObject(with: shop.bytes(file))
      let document = try #require(value as? [String: Any])
      return try #require(document["traceEvents"] as? [[String: Any]])
    }

    private func names(_ events: [[String: Any]], _ phase: String) -> Set<String> {
      Set(events.filter { $0["ph"] as? String == phase }.compactMap { $0["name"] as? String })
    }

    /// Whether every span lies wholly inside or outside every other one of its lane.
    private func expectNested(_ events: [[String: Any]]) throws {
      var lanes: [Int: [Span]] = [:]
      for event in events where event["ph"] as? String == "X" {
        let start = try #require(event["ts"] as? Double)
        let length = try #require(event["dur"] as? Double)
        #expect(start >= 0 && length >= 0)
        let lane = try #require(event["tid"] as? Int)
        let begin = Int((start * 1000).rounded())
        lanes[lane, default: []].append(
          Span(start: begin, end: begin + Int((length * 1000).rounded())))
      }
      for spans in lanes.values {
        var open: [Int] = []
        for span in spans.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) {
          while let last = open.last, last <= span.start { open.removeLast() }
          if let last = open.last { #expect(span.end <= last) }
          open.append(span.end)
        }
      }
    }

    @Test func aBuildLeavesATraceWhoseSpansNest() async throws {
      let plain = try await shop.run("build", "home.ndjson", "--format", "json")
      let run = try await shop.run(
        "build", "home.ndjson", "--jobs", "2", "--store", "other.sqlite", "--trace", "t.json",
        "--format", "json")
      #expect(run.code == 0)
      // Writing a trace changes no result.
      #expect(try JSONLine(run.output).string("digest") == JSONLine(plain.output).string("digest"))
      let events = try events("t.json")
      #expect(names(events, "X") == ["record", "cell", "bind", "pass", "size label", "solve"])
      #expect(names(events, "C").isSuperset(of: ["solver", "engines"]))
      #expect(events.count { $0["name"] as? String == "record" } == 6)
      let solve = try #require(events.first { $0["name"] as? String == "solve" })
      let arguments = try #require(solve["args"] as? [String: Any])
      #expect(arguments["pivots"] is Int && arguments["basis"] as? String == "miss: from nothing")
      let sizing = try #require(events.first { $0["name"] as? String == "size label" })
      #expect((sizing["args"] as? [String: Any])?["view"] as? String == "title")
      try expectNested(events)
    }

    @Test func layoutAndCheckLeaveOneToo() async throws {
      let layout = try await shop.run(
        "layout", "--trace", "l.json", input: .text(SampleFeed.text))
      #expect(layout.code == 0 && layout.lines.count == 7)
      let check = try await shop.run(
        "template", "check", "post", "--input", "home.ndjson", "--trace", "c.json")
      #expect(check.code == 0)
      for file in ["l.json", "c.json"] {
        let events = try events(file)
        #expect(events.count { $0["name"] as? String == "cell" } == 6)
        try expectNested(events)
      }
    }

    @Test func anEmptyTraceIsValidJSON() async throws {
      let run = try await shop.run("layout", "--trace", "e.json", input: .text(""))
      #expect(run.code == 0)
      #expect(names(try events("e.json"), "X").isEmpty)
    }

    @Test func beyondItsLimitATraceCountsWhatItDrops() async throws {
      let run = try await shop.run(
        "layout", "--trace", "t.json", "--trace-limit", "5", input: .text(SampleFeed.text))
      #expect(run.code == 0 && run.errorLines.count == 1)
      #expect(run.errors.contains("--trace-limit"))
      // And the name of the one lane.
      #expect(try events("t.json").count == 6)
    }

    @Test func whereNoTraceCanBeWrittenNothingIsBuilt() async throws {
      for place in ["none/t.json", "/dev/null", "."] {
        let run = try await shop.run("build", "home.ndjson", "--trace", place)
        #expect(run.code == 73)
        #expect(run.errorLines.count == 1 && !shop.has("Cache/heights.sqlite"))
      }
    }
  }
}
