/// The text of `/metrics`, in the format of Prometheus (version 0.0.4).
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
  /// What a service counted, and how it stands.
  init(_ counts: ServiceMetrics.Counts, _ now: ServiceState) {
    family("cellheights_http_requests_total", "counter", "Requests answered.")
    let keys = counts.requests.keys.sorted {
      ($0.route, $0.method, $0.status) < ($1.route, $1.method, $1.status)
    }
    for key in keys {
      sample(
        "cellheights_http_requests_total",
        [("route", key.route), ("method", key.method), ("status", String(key.status))],
        Double(counts.requests[key] ?? 0))
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

/// How a service stands at a moment.
struct ServiceState: Sendable {
  let inFlight: Int
  let generation: Int
  /// Whether the last look at the store failed.
  let failing: Bool
  let dropped: Int
}
