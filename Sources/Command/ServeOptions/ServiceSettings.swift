/// The settings of the service.
public struct ServiceSettings: Sendable {
  /// The address that is listened on.
  public var host = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port = 8080
  /// Limits of its load and its waiting times.
  public var limits = ServiceLimits()
  /// Origins whose pages may read responses, `*` for all; empty for no other origin.
  public var origins: [String] = []
  /// Names by which the service may be reached, besides `localhost` and `host`.
  public var allowedHosts: [String] = []
  /// A folder of published files for `/heights/`; nil for files that are made of the generation.
  public var published: String?

  /// Creates the default settings.
  public init() {}
}

/// The settings for following the store.
public struct FollowSettings: Hashable, Sendable {
  /// Seconds between two checks for a new generation.
  public var seconds = 1.0
  /// Number of generations before the current one that are served at their own paths.
  public var earlier = 1
  /// Up to how many cells a generation is held in memory, at about 100 bytes each.
  public var memoryCells = 10_000_000
  /// The folder in which the published files of a generation are made.
  public var temporaryFolder = "/tmp"

  /// Creates the default settings.
  public init() {}
}

/// Limits of the load of a service, and its waiting times.
public struct ServiceLimits: Hashable, Sendable {
  /// Ids in one request.
  public var ids = 500
  /// Cells in one page of JSON.
  public var page = 1_000
  /// Cells in one page if the request has no end.
  public static let standardPage = 100
  /// Cells in one binary chunk.
  public var chunkCells = 10_000
  /// Bytes of a request's body.
  public var bodyBytes = 1 << 20
  /// Bytes of all bodies that were read and are not yet answered.
  public var allBodyBytes = 64 << 20
  /// Bytes of all long answers that were not yet read.
  public var sentBytes = 256 << 20
  /// Seconds after which a long answer that its client does not read may be ended for others.
  public var stalledSeconds = 1.0
  /// Bytes of a request's target: path and query.
  public var uriBytes = 16 << 10
  /// Bytes of one header field, and of all of them together.
  public var headerBytes = 32 << 10
  /// Header fields of a request.
  public static let headerFields = 100
  /// Bytes of the published files that are made of a generation.
  public var publishedBytes = 1 << 30
  /// Requests that are answered at the same time; further ones get 503.
  public var requests = 256
  /// Open connections; others wait until one is closed.
  public var connections = 4_096
  /// Seconds in which a request must be read and answered.
  public var requestSeconds = 10.0
  /// Seconds after which an idle connection is closed.
  public var idleSeconds = 60.0
  /// Seconds for which requests may finish after the signal to stop.
  public var shutdownSeconds = 10.0

  /// Creates the default limits.
  public init() {}

  /// A problem of the limits; nil for valid ones.
  public var problem: String? {
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
