#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Wall and processor time since it was made, in seconds; never less than nothing, whatever the
/// clock of a machine that was put to sleep or moved says.
struct Stopwatch {
  private let seconds: @Sendable (clockid_t) -> Double
  private let wall: Double
  private let cpu: Double

  /// - Parameter seconds: Reads a clock.
  init(_ seconds: @escaping @Sendable (clockid_t) -> Double = Stopwatch.seconds) {
    self.seconds = seconds
    wall = seconds(CLOCK_MONOTONIC)
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Seconds by the wall clock.
  var wallSeconds: Double { max(seconds(CLOCK_MONOTONIC) - wall, 0) }
  /// Seconds of all threads on a processor.
  var cpuSeconds: Double { max(seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, 0) }

  @Sendable private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
