#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Processor time, which waiting and other programs do not add to.
public enum CPUClock: Hashable, Sendable {
  /// The time of the calling thread.
  case thread
  /// The time of all threads of the process, in the kernel too.
  case process

  /// The time so far, in nanoseconds.
  public var nanoseconds: Double {
    var time = timespec()
    clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The time that some work takes and, by the clock of a thread, its heap allocations.
  ///
  /// The work does not suspend, so that it stays on the thread whose time is read.
  public func measure(_ work: () throws -> Void) rethrows -> Measurement {
    // Made and read outside the measured time, in which counting costs one step for each
    // allocation.
    let counter = self == .thread ? AllocationCounter() : nil
    let allocationsBefore = counter?.count ?? 0
    let start = nanoseconds
    try work()
    let time = nanoseconds - start
    return Measurement(
      nanoseconds: time, allocations: counter.map { $0.count - allocationsBefore })
  }
}
