/// The settings of the service.
public struct ServiceSettings: Sendable {
  /// The address on which the service listens.
  public var host = "127.0.0.1"
  /// The port; 0 for any free port.
  public var port = 8080
  /// The limits of load and time.
  public var limits = ServiceLimits()
  /// The origins whose pages may read responses; `*` for all, empty for no other origin.
  public var origins: [String] = []
  /// The host names that requests may use, in addition to `localhost`, `host` and IP addresses.
  ///
  /// If this is empty and `host` is not an address of this machine alone, any name may be used.
  public var allowedHosts: [String] = []
  /// The folder of published files for `/heights/`; nil to make the files from the generation.
  public var published: String?

  /// Creates the default settings.
  public init() {}
}

/// The settings for following the store.
public struct FollowSettings: Hashable, Sendable {
  /// Interval between checks for a new generation, in seconds.
  public var seconds = 1.0
  /// Number of generations before the current one that are still served at their own paths.
  public var earlier = 1
  /// Maximum number of cells of a generation in memory; a cell takes about 100 bytes.
  public var memoryCells = 10_000_000
  /// The folder in which the service makes the published files of a generation.
  public var temporaryFolder = "/tmp"

  /// Creates the default settings.
  public init() {}
}

/// The limits of load and time of a service.
public struct ServiceLimits: Hashable, Sendable {
  /// Maximum number of ids in a request.
  public var ids = 500
  /// Maximum number of cells in a page of JSON.
  public var page = 1_000
  /// Number of cells in a page if the request has no end.
  public static let standardPage = 100
  /// Maximum number of cells in a binary chunk.
  public var chunkCells = 10_000
  /// Maximum size of a request body, in bytes.
  public var bodyBytes = 1 << 20
  /// Maximum total size of the bodies of requests that are not yet answered, in bytes.
  public var allBodyBytes = 64 << 20
  /// Maximum total size of long answers that clients have not yet read, in bytes.
  public var sentBytes = 256 << 20
  /// Time in seconds after which an answer that its client does not read may be ended.
  ///
  /// It is ended only if its bytes are needed for other answers.
  public var stalledSeconds = 1.0
  /// Maximum size of the path and query of a request, in bytes.
  public var uriBytes = 16 << 10
  /// Maximum size of a header field, and of all header fields together, in bytes.
  public var headerBytes = 32 << 10
  /// Maximum number of header fields in a request.
  public static let headerFields = 100
  /// Maximum size of the published files that are made from a generation, in bytes.
  public var publishedBytes = 1 << 30
  /// Maximum number of long answers that wait or are made at once; further requests for long
  /// answers are answered with status 503.
  public var requests = 64
  /// Number of cells up to which an answer is short, and made on the event loop.
  public static let shortCells = 32
  /// Number of cells that take as long as one with the lines of its labels.
  public static let lineCost = 8
  /// Size of a request body up to which it is parsed on the event loop, in bytes.
  public static let shortBodyBytes = 4 << 10
  /// Maximum number of open connections; further connections wait until one is closed.
  public var connections = 4_096
  /// Maximum time for reading and answering a request, in seconds.
  public var requestSeconds = 10.0
  /// Time after which an idle connection is closed, in seconds.
  public var idleSeconds = 60.0
  /// Time in which requests may finish after the signal to stop, in seconds.
  public var shutdownSeconds = 10.0

  /// Creates the default limits.
  public init() {}

  /// A sentence about the first invalid limit; nil if all limits are valid.
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
      // The parser counts the target as a header field, and would give no reason for refusing it.
      return "--max-header-bytes is at least --max-uri-bytes, \(uriBytes); not \(headerBytes)"
    }
    return nil
  }
}
