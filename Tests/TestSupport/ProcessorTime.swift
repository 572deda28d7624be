import Glibc

/// The processor time that the calling thread takes for some work, in seconds.
///
/// Tests compare the times of two sizes of one input; other programs do not count.
public func processorTime(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  try work()
  return now() - start
}
