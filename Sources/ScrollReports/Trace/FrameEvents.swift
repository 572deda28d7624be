internal import LayoutPrimitives
internal import ScrollSimulation

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

  /// An event with a color name of the format.
  struct Colored {
    var event: TraceEvent
    var color: String?
  }

  private let run: SimulatedRun
  /// Values that counters have; an event is made where one changes.
  private var counters: [String: [TraceEvent.Argument]] = [:]
  private var superviews: [String] = []
  /// Number of frames before the next.
  private var count = 0

  /// Creates the events of a run.
  init(_ run: SimulatedRun) {
    self.run = run
  }

  /// The events of the next frame.
  mutating func next(_ frame: SimulatedFrame) -> [Colored] {
    defer { count += 1 }
    return displayEvents(frame) + threadEvents(frame) + counterEvents(frame)
  }

  /// The frame as it should have been, what it made the display miss, and as it was.
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

  /// The work of the frame, in it that of its cells by part; then what was prepared ahead.
  ///
  /// Work is in milliseconds at the full clock; slices are as long as it took at the frame's clock.
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
