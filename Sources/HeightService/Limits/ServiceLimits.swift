/// How much a service takes on, and how long it waits.
package struct ServiceLimits: Hashable, Sendable {
  /// Ids in one request.
  package var ids = 500
  /// Cells in one page of JSON.
  package var page = 1_000
  /// Cells in one page where the request says no end.
  package static let standardPage = 100
  /// Cells in one binary chunk.
  package var chunkCells = 10_000
  /// Bytes of a request's body.
  package var bodyBytes = 1 << 20
  /// Bytes of all bodies that were read and are not yet answered.
  package var allBodyBytes = 64 << 20
  /// Bytes of all long answers that were not yet read.
  package var sentBytes = 256 << 20
  /// Seconds after which a long answer of which nothing was read makes room for others.
  package var stalledSeconds = 1.0
  /// Bytes of a request's target: path and query.
  package var uriBytes = 16 << 10
  /// Bytes of one header field, and of all of them together.
  package var headerBytes = 32 << 10
  /// Header fields of a request.
  package static let headerFields = 100
  /// Bytes of the published files that are made of a generation.
  package var publishedBytes = 1 << 30
  /// Requests that are answered at once; others get 503.
  package var requests = 256
  /// Open connections; others wait until one is closed.
  package var connections = 4_096
  /// Seconds until a request must be read and answered.
  package var requestSeconds = 10.0
  /// Seconds until a connection on which nothing happens is closed.
  package var idleSeconds = 60.0
  /// Seconds for which requests may finish after the signal to stop.
  package var shutdownSeconds = 10.0

  /// Creates the limits that hold where nobody chooses others.
  package init() {}

  /// What is wrong with the limits; nil for valid ones.
  package var problem: String? {
    let counts: [(name: String, value: Int, range: ClosedRange<Int>)] = [
      ("ids", ids, 1...100_000), ("page", page, 1...100_000),
      ("chunk-cells", chunkCells, 1...1_000_000), ("body-bytes", bodyBytes, 1_024...(64 << 20)),
      ("uri-bytes", uriBytes, 256...(256 << 10)), ("header-bytes", headerBytes, 1_024...(1 << 20)),
      ("published-bytes", publishedBytes, 1_024...(1 << 40)),
      ("sent-bytes", sentBytes, 1_024...(1 << 40)),
      ("requests", requests, 1...100_000), ("connections", connections, 1...100_000),
    ]
    for (name, value, range) in counts where !range.contains(value) {
      return "--max-\(name) is \(range.lowerBound) to \(range.upperBound), not \(value)"
    }
    let times: [(name: String, value: Double)] = [
      ("request", requestSeconds), ("idle", idleSeconds), ("shutdown", shutdownSeconds),
    ]
    for (name, value) in times where !(value >= 0.1 && value <= 3_600) {
      return "--\(name)-seconds is 0.1 to 3600, not \(value)"
    }
    if headerBytes < uriBytes {
      // The parser counts the target as a field, and refuses it without a reason.
      return "--max-header-bytes is at least --max-uri-bytes, \(uriBytes); not \(headerBytes)"
    }
    return nil
  }
}
