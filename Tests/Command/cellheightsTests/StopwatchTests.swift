import Glibc
@testable import Operations
import Synchronization
import Testing

@testable import cellheights

/// A clock that a test sets.
private final class SetClock: Sendable {
  let seconds = Mutex(100.0)

  func set(_ value: Double) { seconds.withLock { $0 = value } }
}

/// S11: A build once reported that it took -1.43 s.
@Suite struct StopwatchTests {
  @Test("S11: a clock that runs backwards takes no time") func timeIsNeverNegative() {
    let clock = SetClock()
    let watch = Stopwatch { _ in clock.seconds.withLock { $0 } }
    clock.set(98.57)
    #expect(watch.wallSeconds == 0)
    #expect(watch.cpuSeconds == 0)
    clock.set(101.5)
    #expect(watch.wallSeconds == 1.5)
  }
}
