import Synchronization

/// Collects trace events up to a limit; further events are only counted.
///
/// Several workers may write to one recorder, each to its own lane.
public final class TraceRecorder: Sendable {
  /// Default limit: the number of events that a recorder keeps.
  public static let defaultLimit = 200_000

  /// A function that reads a monotonic clock, in nanoseconds from any fixed moment.
  public typealias Clock = @Sendable () -> UInt64

  private struct State {
    var events: [TraceEvent] = []
    var dropped = 0
    var lanes: [String] = []
  }

  /// Number of events that the recorder keeps.
  public let limit: Int
  let clock: Clock
  private let state = Mutex(State())

  /// Creates an empty recorder.
  ///
  /// - Parameters:
  ///   - limit: Number of events that the recorder keeps; a negative number counts as 0.
  ///   - clock: Returns the time in nanoseconds since any fixed moment.
  public init(limit: Int = TraceRecorder.defaultLimit, clock: @escaping Clock) {
    self.limit = max(0, limit)
    self.clock = clock
  }

  /// Adds a lane: a row of the trace viewer for the nested spans of one worker.
  public func lane(_ name: String) -> TraceLane {
    state.withLock { state in
      state.lanes.append(name)
      return TraceLane(recorder: self, number: state.lanes.count)
    }
  }

  /// The recorded events; a span is recorded when it ends.
  public var events: [TraceEvent] { state.withLock { $0.events } }

  /// Number of events that were not recorded, because the limit was reached.
  public var dropped: Int { state.withLock { $0.dropped } }

  /// The names of the lanes, in the order of their numbers: the lane with number 1 is first.
  public var lanes: [String] { state.withLock { $0.lanes } }

  /// Records an event, or counts it as dropped if the limit is reached.
  func record(_ event: TraceEvent) {
    state.withLock { state in
      guard state.events.count < limit else {
        state.dropped += 1
        return
      }
      state.events.append(event)
    }
  }
}

/// One row of a trace, used by one worker at a time.
public struct TraceLane: Sendable {
  private let recorder: TraceRecorder
  /// Number of the lane, from 1.
  public let number: Int

  init(recorder: TraceRecorder, number: Int) {
    self.recorder = recorder
    self.number = number
  }

  /// The current time of the recorder's clock, in nanoseconds; a span begins with it.
  public func now() -> UInt64 { recorder.clock() }

  /// Records a span of time that ends now.
  ///
  /// An inner span ends, and is recorded, before the span around it.
  ///
  /// - Parameters:
  ///   - name: Name of the span.
  ///   - start: The time at which the span began, from `now`.
  ///   - arguments: Named values that the viewer shows with the span.
  public func span(
    _ name: String, since start: UInt64, _ arguments: [TraceEvent.Argument] = []
  ) {
    let end = recorder.clock()
    recorder.record(
      TraceEvent(
        name: name, kind: .span(nanoseconds: end > start ? end - start : 0), start: start,
        lane: number, arguments: arguments))
  }

  /// Records an event without duration.
  public func mark(_ name: String, _ arguments: [TraceEvent.Argument] = []) {
    recorder.record(
      TraceEvent(
        name: name, kind: .instant, start: recorder.clock(), lane: number, arguments: arguments))
  }

  /// Records values of counters; they hold until the next call with the same name.
  public func count(_ name: String, _ values: [TraceEvent.Argument]) {
    recorder.record(
      TraceEvent(
        name: name, kind: .counter, start: recorder.clock(), lane: number, arguments: values))
  }
}

/// One event of a trace.
public struct TraceEvent: Hashable, Sendable {
  /// What an event stands for.
  public enum Kind: Hashable, Sendable {
    /// A span of time, with its length in nanoseconds.
    case span(nanoseconds: UInt64)
    /// An event without duration.
    case instant
    /// Values of counters that hold from this time on.
    case counter
  }

  /// A value that an event contains.
  public enum Value: Hashable, Sendable {
    /// A whole number, such as a number of lines.
    case count(Int)
    /// A number, such as a width in points.
    case number(Double)
    /// A text, such as the id of a view.
    case text(String)
  }

  /// A named value of an event.
  public struct Argument: Hashable, Sendable {
    /// Name of the value.
    public var name: String
    /// The value: a count, a number or a text.
    public var value: Value

    /// Creates an argument from its name and value.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// Name of the event.
  public var name: String
  /// Kind of the event.
  public var kind: Kind
  /// Time of the event, or of the beginning of a span, in nanoseconds of the recorder's clock.
  public var start: UInt64
  /// Number of the lane that recorded the event, from 1.
  public var lane: Int
  /// Named values of the event, in the order in which a viewer shows them.
  public var arguments: [Argument]

  /// Creates an event; `start` is in nanoseconds.
  public init(
    name: String, kind: Kind, start: UInt64, lane: Int, arguments: [Argument] = []
  ) {
    self.name = name
    self.kind = kind
    self.start = start
    self.lane = lane
    self.arguments = arguments
  }
}
