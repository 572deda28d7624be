internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// Writes runs in the JSON object form of the Trace Event format, for Perfetto and
/// chrome://tracing.
///
/// Each run is a process. Its tracks are the expected frames, the actual frames, and the UI thread
/// with the work of each frame by part. Its counters are offset, velocity, clock, new cells, and
/// constraint churn by superview. The jank types are those of Perfetto's frame timeline: `None`,
/// `AppDeadlineMissed`, and `Dropped` for refreshes that a late frame missed. Source: "Trace Event
/// Format", the Chromium project.
public struct SimulationTrace {
  /// The counts of a written trace.
  public struct Totals: Hashable, Sendable {
    /// The number of events, without the names of processes and tracks.
    public var events = 0
    /// The number of frames that were omitted because of the limit.
    public var framesLeftOut = 0
  }

  private var json = JSONWriter()
  private var totals = Totals()
  /// The number of runs added so far.
  private var runs = 0
  /// Maximum number of events for each run.
  private let share: Int

  /// The default maximum number of events; that many take about 70 MB.
  public static let maximumEvents = 500_000
  /// The approximate size of an event, in bytes.
  public static let usualBytes = 140
  /// The approximate number of events per frame.
  public static let usualEvents = 8
  /// Number of bytes that are collected before the sink is called.
  static let pieceBytes = 1 << 16

  /// Begins a trace.
  ///
  /// - Parameters:
  ///   - runs: The number of runs that follow.
  ///   - maximumEvents: Maximum number of events of all runs. Each run gets an equal share; frames
  ///     beyond the share are omitted.
  public init(runs: Int, maximumEvents: Int = SimulationTrace.maximumEvents) {
    share = max(0, maximumEvents) / max(1, runs)
    json.beginObject()
    json.key("traceEvents")
    json.beginArray()
  }

  /// Writes a run, in several parts.
  ///
  /// - Parameters:
  ///   - run: The run to write.
  ///   - sink: Receives the parts of the text, in order.
  /// - Throws: The errors that the sink throws.
  public mutating func add(_ run: SimulatedRun, to sink: ([UInt8]) throws -> Void) rethrows {
    runs += 1
    json.name("process_name", run.name, process: runs, lane: nil)
    for lane in FrameEvents.Lane.allCases {
      json.name("thread_name", lane.name, process: runs, lane: lane.rawValue)
    }
    var events = FrameEvents(run)
    var used = 0
    let frames = run.result.log.frames
    for (index, frame) in frames.enumerated() {
      let colored = events.next(frame)
      guard used + colored.count <= share else {
        totals.framesLeftOut += frames.count - index
        break
      }
      used += colored.count
      for event in colored { json.write(event, process: runs) }
      if json.bytes.count >= Self.pieceBytes { try sink(json.removeBytes()) }
    }
    totals.events += used
  }

  /// Ends the trace.
  ///
  /// - Parameter sink: Receives the last part of the text.
  /// - Returns: The counts of the trace.
  /// - Throws: The errors that the sink throws.
  public mutating func finish(to sink: ([UInt8]) throws -> Void) rethrows -> Totals {
    json.endArray()
    json.member("displayTimeUnit", "ms")
    let leftOut = totals.framesLeftOut
    json.object("otherData") { json in
      json.member("program", "cellheights")
      json.member("framesLeftOut", leftOut)
    }
    json.endObject()
    json.endLine()
    try sink(json.removeBytes())
    return totals
  }
}

extension JSONWriter {
  /// Writes the name of a process, or of a track.
  fileprivate mutating func name(_ what: String, _ name: String, process: Int, lane: Int?) {
    object { json in
      json.member("name", what)
      json.member("ph", "M")
      json.member("pid", process)
      if let lane { json.member("tid", lane) }
      json.object("args") { $0.member("name", name) }
    }
  }

  /// Writes an event with times in microseconds.
  ///
  /// The times have three decimals, so that rounding does not make slices overlap.
  fileprivate mutating func write(_ colored: FrameEvents.Colored, process: Int) {
    let event = colored.event
    object { json in
      json.member("name", event.name)
      json.member("cat", "scroll")
      switch event.kind {
      case .span: json.member("ph", "X")
      case .instant: json.member("ph", "i")
      case .counter: json.member("ph", "C")
      }
      json.key("ts")
      json.literal(Self.microseconds(event.start))
      if case .span(let nanoseconds) = event.kind {
        json.key("dur")
        json.literal(Self.microseconds(nanoseconds))
      }
      json.member("pid", process)
      if event.kind != .counter { json.member("tid", event.lane) }
      if let color = colored.color { json.member("cname", color) }
      json.object("args") { json in
        for argument in event.arguments {
          switch argument.value {
          case .count(let count): json.member(argument.name, count)
          case .number(let number): json.rounded(argument.name, number)
          case .text(let text): json.member(argument.name, text)
          }
        }
      }
    }
  }

  private static func microseconds(_ nanoseconds: UInt64) -> String {
    let rest = String(nanoseconds % 1000)
    return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

/// The trace events of one run, frame by frame.
struct FrameEvents {
  /// A track of a run.
  enum Lane: Int, CaseIterable {
    case expected = 1
    case actual
    case thread

    var name: String {
      switch self {
      case .expected: "Expected frames"
      case .actual: "Actual frames"
      case .thread: "UI thread"
      }
    }
  }

  /// An event with a color, which is a name of the format.
  struct Colored {
    var event: TraceEvent
    var color: String?
  }

  private let run: SimulatedRun
  /// The last values of counters; an event is made only if a value changes.
  private var counters: [String: [TraceEvent.Argument]] = [:]
  private var superviews: [String] = []
  /// The number of frames before the next frame.
  private var count = 0

  /// Prepares the events of a run.
  init(_ run: SimulatedRun) {
    self.run = run
  }

  /// The events of the next frame.
  mutating func next(_ frame: SimulatedFrame) -> [Colored] {
    defer { count += 1 }
    return displayEvents(frame) + threadEvents(frame) + counterEvents(frame)
  }

  /// The events of a frame on the screen: expected time, missed refreshes and actual time.
  private func displayEvents(_ frame: SimulatedFrame) -> [Colored] {
    let timing = frame.timing
    let jank = timing.isLate ? "AppDeadlineMissed" : "None"
    let present: [TraceEvent.Argument] = [
      .init("expected_present_ms", .number(timing.expectedMs)),
      .init("present_ms", .number(timing.presentedMs)),
    ]
    var events = [
      slice(
        "Frame \(count)", .expected, timing.startMs, timing.deadlineMs,
        [.init("deadline_ms", .number(timing.deadlineMs))] + present)
    ]
    if timing.isLate {
      let missed = timing.periods - 1
      events.append(
        slice(
          "Dropped", .expected, timing.startMs + timing.periodMs,
          run.result.log.clock.milliseconds(ofTick: timing.next),
          [.init("jank_type", .text("Dropped")), .init("frames", .count(missed))],
          color: "vsync_highlight_color"))
    }
    events.append(
      slice(
        "Frame \(count)", .actual, timing.startMs, timing.startMs + timing.cpuMs,
        [
          .init("jank_type", .text(jank)),
          .init("present_type", .text(timing.isLate ? "Late" : "On-time")),
          .init("hitch_ms", .number(timing.hitchMs)),
          .init("overrun_ms", .number(timing.overrunMs)),
        ] + present, color: timing.isLate ? "terrible" : "good"))
    return events
  }

  /// The events of the work of a frame and its cells by part, followed by prefetched cells.
  ///
  /// Arguments are in milliseconds at the full clock. The length of a slice depends on the clock of
  /// the frame.
  private func threadEvents(_ frame: SimulatedFrame) -> [Colored] {
    let timing = frame.timing
    let end = timing.startMs + timing.cpuMs
    let stretch = frame.cost.total > 0 ? timing.cpuMs / frame.cost.total : 0
    var events = [
      slice(
        "Frame \(count)", .thread, timing.startMs, end,
        [
          .init("work_ms_at_full_clock", .number(frame.cost.total)),
          .init("clock", .number(frame.clock)), .init("new_cells", .count(frame.arrivals.count)),
        ])
    ]
    var now = timing.startMs
    func parts(of cost: CostParts) {
      for part in CostParts.Part.allCases where cost[part] > 1e-9 {
        let next = min(end, now + cost[part] * stretch)
        events.append(
          slice(
            part.rawValue, .thread, now, next,
            [.init("ms_at_full_clock", .number(cost[part]))]))
        now = next
      }
    }
    var own = frame.cost
    for arrival in frame.arrivals {
      for part in CostParts.Part.allCases { own[part] -= arrival.cost[part] }
    }
    parts(of: own)
    for arrival in frame.arrivals {
      let name = run.cell(at: arrival.index)
      let stop = min(end, now + arrival.cost.total * stretch)
      events.append(
        slice(
          "cell \(name.id)", .thread, now, stop,
          [
            .init("id", .text(name.id)), .init("template", .text(name.template)),
            .init("index", .count(arrival.index)),
            .init("prefetched", .text(arrival.isPrefetched ? "yes" : "no")),
          ]))
      parts(of: arrival.cost)
    }
    let next = run.result.log.clock.milliseconds(ofTick: timing.next)
    if frame.prefetchMs > 0, end < next {
      events.append(
        slice(
          "prefetch", .thread, end, min(next, end + frame.prefetchMs / max(frame.clock, 0.01)),
          [.init("ms_at_full_clock", .number(frame.prefetchMs))], color: "grey"))
    }
    return events
  }

  private mutating func counterEvents(_ frame: SimulatedFrame) -> [Colored] {
    var values: [(String, [TraceEvent.Argument])] = [
      ("offset", [.init("pt", .number(frame.offset))]),
      ("velocity", [.init("pt_per_s", .number(frame.velocity))]),
      ("clock", [.init("part", .number(frame.clock))]),
      ("new cells", [.init("cells", .count(frame.arrivals.count))]),
    ]
    let churn = run.churn(of: frame)
    for part in churn where !superviews.contains(part.superview) {
      superviews.append(part.superview)
    }
    for superview in superviews {
      let part =
        churn.first { $0.superview == superview }
        ?? SuperviewChurn(superview: superview, added: 0, removed: 0, changed: 0, labelShare: 0)
      values.append(
        (
          "constraints of \(superview)",
          [
            .init("added", .count(part.added)), .init("removed", .count(part.removed)),
            .init("changed", .count(part.changed)),
          ]
        ))
      values.append(("labels of \(superview)", [.init("ms", .number(part.labelMs))]))
    }
    var events: [Colored] = []
    for (name, arguments) in values where counters[name] != arguments {
      counters[name] = arguments
      events.append(
        Colored(
          event: TraceEvent(
            name: name, kind: .counter, start: Self.nanoseconds(frame.timing.startMs), lane: 0,
            arguments: arguments), color: nil))
    }
    return events
  }

  private func slice(
    _ name: String, _ lane: Lane, _ start: Double, _ end: Double,
    _ arguments: [TraceEvent.Argument], color: String? = nil
  ) -> Colored {
    let first = Self.nanoseconds(start)
    let last = max(first, Self.nanoseconds(end))
    return Colored(
      event: TraceEvent(
        name: name, kind: .span(nanoseconds: last - first), start: first, lane: lane.rawValue,
        arguments: arguments), color: color)
  }

  private static func nanoseconds(_ milliseconds: Double) -> UInt64 {
    milliseconds > 0 ? UInt64(min(milliseconds * 1e6, 1e18).rounded()) : 0
  }
}
