#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Wall and processor time since it was made, in seconds.
struct Stopwatch {
  private let wall = seconds(of: CLOCK_MONOTONIC)
  private let cpu = seconds(of: CLOCK_PROCESS_CPUTIME_ID)

  /// Seconds by the wall clock.
  var wallSeconds: Double { seconds(of: CLOCK_MONOTONIC) - wall }
  /// Seconds of all threads on a processor.
  var cpuSeconds: Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) - cpu }
}

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
