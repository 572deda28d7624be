import LayoutPrimitives
import Synchronization
import Testing

@Suite struct TraceRecorderTests {
  /// A clock that advances by ten nanoseconds whenever it is read.
  private func clock() -> TraceRecorder.Clock {
    let ticks = Ticks()
    return { ticks.next() }
  }

  private final class Ticks: Sendable {
    private let time = Mutex(UInt64(0))
    func next() -> UInt64 {
      time.withLock {
        $0 += 10
        return $0
      }
    }
  }

  @Test func spansOfALaneNest() {
    let recorder = TraceRecorder(clock: clock())
    let lane = recorder.lane("worker 1")
    let outer = lane.now()
    let inner = lane.now()
    lane.span("inner", since: inner, [.init("pivots", .count(3))])
    lane.span("outer", since: outer)
    #expect(recorder.lanes == ["worker 1"])
    #expect(
      recorder.events == [
        TraceEvent(
          name: "inner", kind: .span(nanoseconds: 10), start: 20, lane: 1,
          arguments: [.init("pivots", .count(3))]),
        TraceEvent(name: "outer", kind: .span(nanoseconds: 30), start: 10, lane: 1),
      ])
  }

  @Test func beyondTheLimitEventsAreCountedAndDropped() {
    let recorder = TraceRecorder(limit: 2, clock: clock())
    let lane = recorder.lane("a")
    for _ in 0..<5 { lane.mark("tick") }
    #expect(recorder.events.count == 2 && recorder.dropped == 3)
    #expect(TraceRecorder(limit: -1, clock: clock()).limit == 0)
  }

  /// A clock that was set back must not give a span a huge length.
  @Test func aSpanIsNeverNegative() {
    let recorder = TraceRecorder(clock: { 5 })
    recorder.lane("a").span("odd", since: 9)
    #expect(recorder.events.map(\.kind) == [.span(nanoseconds: 0)])
  }
}
