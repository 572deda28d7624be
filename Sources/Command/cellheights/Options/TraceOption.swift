import ArgumentParser
import CommandSettings
import FeedRecords
import LayoutPrimitives
import Operations
import StructuredDocuments

struct TraceOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a trace of the work, as Trace Event JSON.",
      discussion: "Open it in ui.perfetto.dev or speedscope.app.", valueName: "file"),
    completion: .file())
  var trace: String?

  @Option(
    name: .long, help: "The number of events in a trace; later events are counted and dropped.")
  var traceLimit = TraceRecorder.defaultLimit

  func validate() throws {
    if trace?.isEmpty == true { throw ValidationError("--trace needs the path of a file") }
    guard (0...10_000_000).contains(traceLimit) else {
      throw ValidationError("--trace-limit is a number of events from 0 to 10000000")
    }
  }

  /// Creates a recorder; nil if no trace is requested.
  func recorder() throws(Failure) -> TraceRecorder? {
    guard let trace else { return nil }
    _ = try OutputFile(trace, is: "trace")
    return TraceRecorder(limit: traceLimit, clock: SystemClock.monotonic)
  }

  /// Writes the trace atomically; does nothing without a recorder.
  func write(_ recorder: TraceRecorder?) throws(Failure) {
    guard let trace, let recorder else { return }
    let document = TraceDocument(recorder)
    try OutputFile(trace, is: "trace").write(document.json)
    if document.dropped > 0 {
      StandardError.write(
        "note: the trace holds the first \(grouped(recorder.limit)) events; "
          + "\(grouped(document.dropped)) more were dropped, --trace-limit keeps more")
    }
  }
}

/// A trace in the JSON object form of the Trace Event format; times are in microseconds.
///
/// Source: "Trace Event Format", the Chromium project.
struct TraceDocument {
  private let events: [TraceEvent]
  private let lanes: [String]
  /// Number of events that were dropped.
  let dropped: Int

  init(_ recorder: TraceRecorder) {
    events = recorder.events
    lanes = recorder.lanes
    dropped = recorder.dropped
  }

  var json: String {
    var json = JSONWriter()
    json.object { json in write(to: &json) }
    return json.text
  }

  private func write(to json: inout JSONWriter) {
    json.key("traceEvents")
    json.beginArray()
    for (index, name) in lanes.enumerated() {
      json.object { json in
        json.member("name", "thread_name")
        json.member("ph", "M")
        json.member("pid", 1)
        json.member("tid", index + 1)
        json.object("args") { $0.member("name", name) }
      }
    }
    // Events are sorted by time; if spans start at the same time, the longer one is first.
    let start = events.map(\.start).min() ?? 0
    for event in events.sorted(by: { ($0.start, $1.length) < ($1.start, $0.length) }) {
      json.object { write(event, since: start, to: &$0) }
    }
    json.endArray()
    json.member("displayTimeUnit", "ms")
    json.object("otherData") {
      $0.member("program", "cellheights")
      $0.member("droppedEvents", dropped)
    }
  }

  private func write(_ event: TraceEvent, since start: UInt64, to json: inout JSONWriter) {
    // Counters belong to the process, so the counter of each worker needs a separate name.
    let isCounter = event.kind == .counter
    json.member("name", isCounter && event.lane > 1 ? "\(event.name) \(event.lane)" : event.name)
    json.member("cat", "layout")
    switch event.kind {
    case .span: json.member("ph", "X")
    case .instant: json.member("ph", "i")
    case .counter: json.member("ph", "C")
    }
    json.key("ts")
    json.literal(Self.microseconds(event.start - start))
    if case .span(let nanoseconds) = event.kind {
      json.key("dur")
      json.literal(Self.microseconds(nanoseconds))
    }
    if event.kind == .instant { json.member("s", "t") }
    json.member("pid", 1)
    json.member("tid", event.lane)
    json.object("args") { json in
      for argument in event.arguments {
        switch argument.value {
        case .count(let count): json.member(argument.name, count)
        case .number(let number): json.member(argument.name, number)
        case .text(let text): json.member(argument.name, text)
        }
      }
    }
  }

  /// Microseconds with three decimals; with fewer, spans could overlap after rounding.
  private static func microseconds(_ nanoseconds: UInt64) -> String {
    let rest = String(nanoseconds % 1000)
    return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

extension TraceEvent {
  /// Duration in nanoseconds.
  fileprivate var length: UInt64 {
    if case .span(let nanoseconds) = kind { nanoseconds } else { 0 }
  }
}
