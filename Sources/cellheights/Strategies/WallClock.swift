#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Time that runs on, whatever the processor does.
enum WallClock {
  /// Nanoseconds from some moment in the past; never runs backwards.
  @Sendable static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
