import Glibc
import ScrollSimulation

/// The clocks of the system.
enum SystemClock {
  /// Nanoseconds since an arbitrary moment; never runs backwards.
  @Sendable static func monotonic() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// CPU time of the calling thread.
struct ThreadClock: CostClock {
  func nanoseconds() -> UInt64 { SystemClock.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
}
