import FeedRecords
import LayoutPrimitives
import StructuredDocuments

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
    // By time; of spans with the same start, the longer one first.
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
    // Counters belong to the process, so that each worker needs its own name.
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

  /// Microseconds with three fractional digits, so that spans do not overlap after rounding.
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
