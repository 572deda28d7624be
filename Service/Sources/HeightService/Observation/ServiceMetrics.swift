import Synchronization

/// Counts what the service does, for Prometheus.
final class ServiceMetrics: Sendable {
  struct Key: Hashable, Sendable {
    let route: String
    let method: String
    let status: Int
  }

  struct Times: Sendable {
    /// Requests by the first bound that their time does not exceed; the last is beyond all.
    var buckets = [Int](repeating: 0, count: ServiceMetrics.bounds.count + 1)
    var seconds = 0.0
  }

  struct Counts: Sendable {
    var requests: [Key: Int] = [:]
    var times: [String: Times] = [:]
    var bytes = 0
    var swaps = 0
    var failures = 0
    var busy = 0
  }

  /// Upper bounds of the time of a request, in seconds.
  static let bounds = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10]

  private let counts = Mutex(Counts())

  /// Counts a request that was answered.
  func count(_ key: Key, seconds: Double, bytes: Int) {
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts.withLock { counts in
      counts.requests[key, default: 0] += 1
      counts.times[key.route, default: Times()].buckets[bucket] += 1
      counts.times[key.route, default: Times()].seconds += seconds
      counts.bytes += bytes
    }
  }

  /// Counts a request that was refused because there were too many.
  func countBusy() { counts.withLock { $0.busy += 1 } }

  /// Counts what following the store came upon.
  func count(_ event: FollowEvent) {
    counts.withLock { counts in
      switch event {
      case .swapped: counts.swaps += 1
      case .failed: counts.failures += 1
      }
    }
  }

  var snapshot: Counts { counts.withLock { $0 } }
}
