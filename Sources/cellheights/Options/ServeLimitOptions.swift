import ArgumentParser

/// The limits of `serve`, which its program knows; they are handed on as they are.
struct ServeLimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Ids in one request. (default: 500)", valueName: "n"))
  var maxIds: Int?

  @Option(help: ArgumentHelp("Cells in one page of JSON. (default: 1000)", valueName: "n"))
  var maxPage: Int?

  @Option(help: ArgumentHelp("Cells in one binary chunk. (default: 10000)", valueName: "n"))
  var maxChunkCells: Int?

  @Option(help: ArgumentHelp("Bytes of a body. (default: 1048576)", valueName: "n"))
  var maxBodyBytes: Int?

  @Option(help: ArgumentHelp("Bytes of a path and query. (default: 16384)", valueName: "n"))
  var maxUriBytes: Int?

  @Option(
    help: ArgumentHelp("Bytes of all header fields together. (default: 32768)", valueName: "n"))
  var maxHeaderBytes: Int?

  @Option(
    help: ArgumentHelp(
      "Bytes of published files that are made of the store. (default: 1073741824)",
      valueName: "n"))
  var maxPublishedBytes: Int?

  @Option(
    help: ArgumentHelp(
      "Bytes of all long answers that are being sent; others get 503. (default: 268435456)",
      valueName: "n"))
  var maxSentBytes: Int?

  @Option(
    help: ArgumentHelp(
      "Requests answered at once; others get 503. (default: 256)", valueName: "n"))
  var maxRequests: Int?

  @Option(
    help: ArgumentHelp("Open connections; others wait. (default: 4096)", valueName: "n"))
  var maxConnections: Int?

  @Option(
    help: ArgumentHelp(
      "Seconds until a request must be answered. (default: 10)", valueName: "seconds"))
  var requestSeconds: Double?

  @Option(
    help: ArgumentHelp(
      "Seconds until a silent connection is closed. (default: 60)", valueName: "seconds"))
  var idleSeconds: Double?

  @Option(
    help: ArgumentHelp(
      "Seconds for requests to finish after the signal to stop. (default: 10)",
      valueName: "seconds"))
  var shutdownSeconds: Double?

  /// The flags that were given, as words for the program.
  var words: [String] {
    let counts = [
      ("max-ids", maxIds), ("max-page", maxPage), ("max-chunk-cells", maxChunkCells),
      ("max-body-bytes", maxBodyBytes), ("max-uri-bytes", maxUriBytes),
      ("max-header-bytes", maxHeaderBytes), ("max-published-bytes", maxPublishedBytes),
      ("max-sent-bytes", maxSentBytes), ("max-requests", maxRequests),
      ("max-connections", maxConnections),
    ]
    let times = [
      ("request-seconds", requestSeconds), ("idle-seconds", idleSeconds),
      ("shutdown-seconds", shutdownSeconds),
    ]
    return counts.compactMap { name, value in value.map { "--\(name)=\($0)" } }
      + times.compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }
}
