import NIOPosix
import Synchronization

/// Counts the work of the service, for Prometheus.
final class ServiceMetrics: Sendable {
  struct Key: Hashable, Sendable {
    let route: String
    let method: String
    let status: Int
  }

  /// The durations of the requests with one key, as a histogram.
  struct Times: Sendable {
    /// The number of requests in each interval of `bounds`; the last one counts those above all
    /// bounds.
    var buckets = [Int](repeating: 0, count: ServiceMetrics.bounds.count + 1)
    var seconds = 0.0

    /// Adds a request with its duration in seconds.
    mutating func add(_ seconds: Double) {
      let bounds = ServiceMetrics.bounds
      buckets[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
      self.seconds += seconds
    }

    mutating func add(_ other: Times) {
      for index in buckets.indices { buckets[index] += other.buckets[index] }
      seconds += other.seconds
    }

    /// The number of all requests.
    var count: Int { buckets.reduce(0, +) }
  }

  struct Counts: Sendable {
    var requests: [Key: Times] = [:]
    var bytes = 0
    var swaps = 0
    var failures = 0
    var busy = 0

    /// The durations by route.
    var times: [String: Times] {
      requests.reduce(into: [:]) { $0[$1.key.route, default: Times()].add($1.value) }
    }
  }

  /// The counts of one thread.
  ///
  /// With one lock for all threads, event loops spent up to a fifth of their time waiting for it.
  private final class Shard: Sendable {
    let counts = Mutex(Counts())
  }

  /// The upper bounds of durations in the histogram, in seconds.
  static let bounds = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10]

  private let shards = Mutex<[Shard]>([])
  private let ownShard = ThreadSpecificVariable<Shard>()

  /// The counts of the current thread.
  private var shard: Shard {
    if let shard = ownShard.currentValue { return shard }
    let shard = Shard()
    shards.withLock { $0.append(shard) }
    ownShard.currentValue = shard
    return shard
  }

  /// Counts an answered request.
  func count(_ key: Key, seconds: Double, bytes: Int) {
    shard.counts.withLock { counts in
      counts.requests[key, default: Times()].add(seconds)
      counts.bytes += bytes
    }
  }

  /// Counts a request that was refused because of the limit of requests or of sent bytes.
  func countBusy() { shard.counts.withLock { $0.busy += 1 } }

  /// Counts an event of following the store.
  func count(_ event: FollowEvent) {
    shard.counts.withLock { counts in
      switch event {
      case .swapped: counts.swaps += 1
      case .failed: counts.failures += 1
      }
    }
  }

  /// The sums of the counts of all threads.
  var snapshot: Counts {
    shards.withLock { $0 }.reduce(into: Counts()) { sum, shard in
      let counts = shard.counts.withLock { $0 }
      for (key, times) in counts.requests { sum.requests[key, default: Times()].add(times) }
      sum.bytes += counts.bytes
      sum.swaps += counts.swaps
      sum.failures += counts.failures
      sum.busy += counts.busy
    }
  }
}

/// The text of `/metrics`, in the Prometheus text format 0.0.4.
struct MetricsText {
  private(set) var text = ""

  mutating func family(_ name: String, _ kind: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
  }

  mutating func sample(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
    text += name
    if !labels.isEmpty {
      text +=
        "{"
        + labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}"
    }
    let isWhole = value == value.rounded() && abs(value) < 1e15
    text += " \(isWhole ? String(Int(value)) : String(value))\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    return result
  }
}

extension MetricsText {
  /// Creates the text from the counts and the state of a service.
  init(_ counts: ServiceMetrics.Counts, _ now: ServiceState) {
    family("cellheights_http_requests_total", "counter", "Requests answered.")
    let keys = counts.requests.keys.sorted {
      ($0.route, $0.method, $0.status) < ($1.route, $1.method, $1.status)
    }
    for key in keys {
      sample(
        "cellheights_http_requests_total",
        [("route", key.route), ("method", key.method), ("status", String(key.status))],
        Double(counts.requests[key]?.count ?? 0))
    }
    family("cellheights_http_request_seconds", "histogram", "Time until an answer was made.")
    for (route, times) in counts.times.sorted(by: { $0.key < $1.key }) {
      var sum = 0
      for (bound, count) in zip(ServiceMetrics.bounds, times.buckets) {
        sum += count
        sample(
          "cellheights_http_request_seconds_bucket", [("route", route), ("le", "\(bound)")],
          Double(sum))
      }
      sum += times.buckets[ServiceMetrics.bounds.count]
      sample(
        "cellheights_http_request_seconds_bucket", [("route", route), ("le", "+Inf")], Double(sum))
      sample("cellheights_http_request_seconds_sum", [("route", route)], times.seconds)
      sample("cellheights_http_request_seconds_count", [("route", route)], Double(sum))
    }
    let single: [(name: String, kind: String, help: String, value: Double)] = [
      ("http_response_bytes_total", "counter", "Bytes of bodies.", Double(counts.bytes)),
      ("http_requests_in_flight", "gauge", "Requests being answered.", Double(now.inFlight)),
      ("http_busy_total", "counter", "Requests refused as too many.", Double(counts.busy)),
      ("generation", "gauge", "The generation that is served.", Double(now.generation)),
      ("generation_swaps_total", "counter", "Generations taken up.", Double(counts.swaps)),
      (
        "refresh_failures_total", "counter", "Failed looks at the store.",
        Double(counts.failures)
      ),
      ("refresh_failing", "gauge", "1 while the store cannot be opened.", now.failing ? 1 : 0),
      ("access_log_dropped_total", "counter", "Lines that were not logged.", Double(now.dropped)),
    ]
    for (name, kind, help, value) in single {
      family("cellheights_\(name)", kind, help)
      sample("cellheights_\(name)", [], value)
    }
  }
}

/// The state of a service at one moment.
struct ServiceState: Sendable {
  let inFlight: Int
  let generation: Int
  /// Whether the last check of the store failed.
  let failing: Bool
  let dropped: Int
}
