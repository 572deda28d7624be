import Synchronization

/// Collects events, up to a limit; those beyond it are counted and dropped.
///
/// Lanes of several workers write to one recorder. It knows no clock of its own: it is handed one.
public final class TraceRecorder: Sendable {
  /// Events that are kept by default.
  public static let defaultLimit = 200_000

  /// Reads the clock, in nanoseconds from any fixed moment; never runs backwards.
  public typealias Clock = @Sendable () -> UInt64

  private struct State {
    var events: [TraceEvent] = []
    var dropped = 0
    var lanes: [String] = []
  }

  /// Events that are kept at most.
  public let limit: Int
  let clock: Clock
  private let state = Mutex(State())

  /// Creates a recorder that has recorded nothing.
  ///
  /// - Parameters:
  ///   - limit: Events that are kept at most; negative counts as 0.
  ///   - clock: Nanoseconds from any fixed moment.
  public init(limit: Int = TraceRecorder.defaultLimit, clock: @escaping Clock) {
    self.limit = max(0, limit)
    self.clock = clock
  }

  /// Opens a lane: a row of its own in the viewer, on which spans nest.
  public func lane(_ name: String) -> TraceLane {
    state.withLock { state in
      state.lanes.append(name)
      return TraceLane(recorder: self, number: state.lanes.count)
    }
  }

  /// The events in the order in which they ended.
  public var events: [TraceEvent] { state.withLock { $0.events } }

  /// Events that came after the limit was reached.
  public var dropped: Int { state.withLock { $0.dropped } }

  /// The names of the lanes; lane `n` is entry `n - 1`.
  public var lanes: [String] { state.withLock { $0.lanes } }

  /// Keeps an event, or counts it as dropped.
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

  /// The present moment, with which a span begins; in nanoseconds.
  public func now() -> UInt64 { recorder.clock() }

  /// Ends a span.
  ///
  /// Spans of one lane nest because each ends before the one around it does.
  ///
  /// - Parameters:
  ///   - name: What took time.
  ///   - start: The moment it began, as `now` gave it.
  ///   - arguments: More about it.
  public func span(
    _ name: String, since start: UInt64, _ arguments: [TraceEvent.Argument] = []
  ) {
    let end = recorder.clock()
    recorder.record(
      TraceEvent(
        name: name, kind: .span(nanoseconds: end > start ? end - start : 0), start: start,
        lane: number, arguments: arguments))
  }

  /// Notes something that takes no time.
  public func mark(_ name: String, _ arguments: [TraceEvent.Argument] = []) {
    recorder.record(
      TraceEvent(
        name: name, kind: .instant, start: recorder.clock(), lane: number, arguments: arguments))
  }

  /// Notes the values of counters from now on.
  public func count(_ name: String, _ values: [TraceEvent.Argument]) {
    recorder.record(
      TraceEvent(
        name: name, kind: .counter, start: recorder.clock(), lane: number, arguments: values))
  }
}
