public import ArgumentParser

/// The flags of `cellheights serve`, which are passed unchanged to the program of the service.
///
/// The command declares them for help, completion and the manual; the program reads the values.
public struct ServeOptions: ParsableArguments, Sendable {
  @Option(
    name: .long, help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = ServiceSettings().host

  @Option(
    name: .long, help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
  var port = ServiceSettings().port

  /// The path of the file that receives the port.
  @Option(
    name: .long,
    help: ArgumentHelp("Write the port to a file once it listens.", valueName: "file"),
    completion: .file())
  public var portFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "An origin whose pages may read answers, or *; may be repeated.", valueName: "origin"))
  var cors: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A host name that requests may use, besides addresses and localhost; may be repeated. "
        + "(default: any name if --host is not a loopback address)",
      valueName: "name"))
  var allowHost: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A folder of published files to serve under /heights/. (default: made from the store)",
      valueName: "folder"), completion: .directory)
  var published: String?

  /// The destination of the access log: a path, `-` for standard error, or `none` for no log.
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Append a line for each request to a file; - for standard error, none for no log.",
      valueName: "file"), completion: .file())
  public var accessLog = "-"

  @Option(
    name: .long,
    help: ArgumentHelp("Seconds between two checks for a new generation.", valueName: "seconds"))
  var refreshSeconds = FollowSettings().seconds

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Generations before the current one that are served at their own paths.", valueName: "n"))
  var earlierGenerations = FollowSettings().earlier

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep generations of up to this many cells in memory, 100 bytes each; 0 for none.",
      valueName: "n"))
  var memoryCells = FollowSettings().memoryCells

  /// Whether the page that shows lists is served.
  @Flag(
    name: .long,
    help: "Serve a page with the lists at /demo, and the records that it shows.")
  public var demo = false

  @OptionGroup(title: "Limits") var limits: LimitOptions

  /// Creates an instance that the argument parser fills.
  public init() {}

  /// Checks the ranges of numbers, and names.
  ///
  /// - Throws: `ValidationError` for the first invalid value.
  public func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port is a number from 0 to 65535")
    }
    guard refreshSeconds >= 0.05, refreshSeconds <= 3_600 else {
      throw ValidationError("--refresh-seconds is 0.05 to 3600")
    }
    guard memoryCells >= 0 else { throw ValidationError("--memory-cells is a number from 0") }
    guard (0...16).contains(earlierGenerations) else {
      throw ValidationError("--earlier-generations is 0 to 16")
    }
    for name in allowHost where name.isEmpty || name.contains(where: { ":/[]".contains($0) }) {
      throw ValidationError(
        "--allow-host takes a name without a port, such as heights.example, not '\(name)'")
    }
    for origin in cors where origin != "*" && !origin.contains("://") {
      throw ValidationError("--cors takes an origin such as https://example.org, not '\(origin)'")
    }
  }

  /// The settings of the service, as the flags set them.
  public var settings: ServiceSettings {
    var settings = ServiceSettings()
    settings.host = host
    settings.port = port
    settings.limits = limits.limits
    settings.origins = cors
    settings.allowedHosts = allowHost
    settings.published = published
    return settings
  }

  /// The settings for following the store, as the flags set them.
  public var follow: FollowSettings {
    var follow = FollowSettings()
    follow.seconds = refreshSeconds
    follow.earlier = earlierGenerations
    follow.memoryCells = memoryCells
    return follow
  }
}

/// The flags for the limits of the service.
struct LimitOptions: ParsableArguments {
  private static let standard = ServiceLimits()

  @Option(name: .long, help: ArgumentHelp("Ids in one request.", valueName: "n"))
  var maxIds = standard.ids

  @Option(name: .long, help: ArgumentHelp("Cells in one page of JSON.", valueName: "n"))
  var maxPage = standard.page

  @Option(name: .long, help: ArgumentHelp("Cells in one binary chunk.", valueName: "n"))
  var maxChunkCells = standard.chunkCells

  @Option(name: .long, help: ArgumentHelp("Bytes of a body.", valueName: "n"))
  var maxBodyBytes = standard.bodyBytes

  @Option(name: .long, help: ArgumentHelp("Bytes of a path and query.", valueName: "n"))
  var maxUriBytes = standard.uriBytes

  @Option(name: .long, help: ArgumentHelp("Bytes of all header fields together.", valueName: "n"))
  var maxHeaderBytes = standard.headerBytes

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Bytes of published files that are made of the store.", valueName: "n"))
  var maxPublishedBytes = standard.publishedBytes

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Bytes of all long answers that are being sent; others get 503.", valueName: "n"))
  var maxSentBytes = standard.sentBytes

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Long answers that wait or are made at once; others get 503.", valueName: "n"))
  var maxRequests = standard.requests

  @Option(name: .long, help: ArgumentHelp("Open connections; others wait.", valueName: "n"))
  var maxConnections = standard.connections

  @Option(
    name: .long,
    help: ArgumentHelp("Seconds until a request must be answered.", valueName: "seconds"))
  var requestSeconds = standard.requestSeconds

  @Option(
    name: .long,
    help: ArgumentHelp("Seconds until a silent connection is closed.", valueName: "seconds"))
  var idleSeconds = standard.idleSeconds

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Seconds for requests to finish after the signal to stop.", valueName: "seconds"))
  var shutdownSeconds = standard.shutdownSeconds

  func validate() throws {
    if let problem = limits.problem { throw ValidationError(problem) }
  }

  var limits: ServiceLimits {
    var limits = ServiceLimits()
    limits.ids = maxIds
    limits.page = maxPage
    limits.chunkCells = maxChunkCells
    limits.bodyBytes = maxBodyBytes
    limits.uriBytes = maxUriBytes
    limits.headerBytes = maxHeaderBytes
    limits.publishedBytes = maxPublishedBytes
    limits.sentBytes = maxSentBytes
    limits.requests = maxRequests
    limits.connections = maxConnections
    limits.requestSeconds = requestSeconds
    limits.idleSeconds = idleSeconds
    limits.shutdownSeconds = shutdownSeconds
    return limits
  }
}
