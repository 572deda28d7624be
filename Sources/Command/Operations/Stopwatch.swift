package import Glibc
import ScrollSimulation

/// Wall time and CPU time since its creation, in seconds; never negative.
package struct Stopwatch {
  private let seconds: @Sendable (clockid_t) -> Double
  private let wall: Double
  private let cpu: Double

  package init(
    _ seconds: @escaping @Sendable (clockid_t) -> Double = {
      Double(SystemClock.nanoseconds(of: $0)) / 1e9
    }
  ) {
    self.seconds = seconds
    wall = seconds(CLOCK_MONOTONIC)
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Elapsed seconds.
  package var wallSeconds: Double { max(seconds(CLOCK_MONOTONIC) - wall, 0) }
  /// Elapsed whole milliseconds.
  package var milliseconds: Int { Int(wallSeconds * 1000) }
  /// CPU time of all threads, in seconds.
  package var cpuSeconds: Double { max(seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, 0) }
}

/// The clocks of the system.
package enum SystemClock {
  /// Nanoseconds since an arbitrary moment; the value never decreases.
  @Sendable package static func monotonic() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  package static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// CPU time of the calling thread.
package struct ThreadClock: CostClock {
  package init() {}

  package func nanoseconds() -> UInt64 { SystemClock.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
}
