internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// Runs in the JSON object form of the Trace Event format, which Perfetto and chrome://tracing open.
///
/// Every run is a process. Its tracks are the expected frames, the actual ones, and the UI thread
/// with the work of every frame by part; its counters are offset, velocity, clock, new cells, and
/// the constraint churn by superview. Jank types are those of Perfetto's frame timeline: `None`,
/// `AppDeadlineMissed`, and `Dropped` for the refreshes that a late frame missed.
/// Source: "Trace Event Format", the Chromium project.
public struct SimulationTrace {
  /// How much was written.
  public struct Totals: Hashable, Sendable {
    /// Number of events, besides the names of processes and tracks.
    public var events = 0
    /// Number of frames that were left out because of the limit.
    public var framesLeftOut = 0
  }

  private var json = JSONWriter()
  private var totals = Totals()
  /// Number of runs that were added.
  private var runs = 0
  /// Most events of each run.
  private let share: Int

  /// Most events unless another limit is given; the file then has about 70 MB.
  public static let maximumEvents = 500_000
  /// About how long an event is, in bytes.
  public static let usualBytes = 140
  /// About how many events a frame has.
  public static let usualEvents = 8
  /// Bytes that are collected before they go to the sink.
  static let pieceBytes = 1 << 16

  /// Begins a trace.
  ///
  /// - Parameters:
  ///   - runs: Number of the runs that follow.
  ///   - maximumEvents: Most events of all runs; every run has the same share, and ends early where
  ///     that is used up.
  public init(runs: Int, maximumEvents: Int = SimulationTrace.maximumEvents) {
    share = max(0, maximumEvents) / max(1, runs)
    json.beginObject()
    json.key("traceEvents")
    json.beginArray()
  }

  /// Writes a run piece by piece.
  ///
  /// - Parameters:
  ///   - run: The next run.
  ///   - sink: Called with pieces of the text, in order.
  /// - Throws: What the sink throws.
  public mutating func add(_ run: SimulatedRun, to sink: ([UInt8]) throws -> Void) rethrows {
    runs += 1
    json.name("process_name", run.name, process: runs, lane: nil)
    for lane in FrameEvents.Lane.allCases {
      json.name("thread_name", lane.name, process: runs, lane: lane.rawValue)
    }
    var events = FrameEvents(run)
    var used = 0
    let frames = run.result.log.frames
    for (place, frame) in frames.enumerated() {
      let colored = events.next(frame)
      guard used + colored.count <= share else {
        totals.framesLeftOut += frames.count - place
        break
      }
      used += colored.count
      for event in colored { json.write(event, process: runs) }
      if json.bytes.count >= Self.pieceBytes { try sink(json.take()) }
    }
    totals.events += used
  }

  /// Ends the trace.
  ///
  /// - Parameter sink: Called with the last piece of the text.
  /// - Returns: How much was written.
  /// - Throws: What the sink throws.
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
    try sink(json.take())
    return totals
  }
}

extension JSONWriter {
  /// Names a process, or one of its tracks.
  fileprivate mutating func name(_ what: String, _ name: String, process: Int, lane: Int?) {
    object { json in
      json.member("name", what)
      json.member("ph", "M")
      json.member("pid", process)
      if let lane { json.member("tid", lane) }
      json.object("args") { $0.member("name", name) }
    }
  }

  /// Writes an event; times are in microseconds with three digits, so that rounding does not make
  /// slices overlap.
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
