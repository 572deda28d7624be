package import Heights
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
package import ServeOptions
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Serves the heights of a store over HTTP.
package struct HeightService: Sendable {
  private let core: ServiceCore
  private let settings: ServiceSettings
  private let table: RouteTable
  private let onListening: @Sendable (Int) -> Void

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - sources: The store to serve.
  ///   - settings: The settings, which must be valid.
  ///   - routes: Additional routes.
  ///   - accessLog: Receives one line per request.
  ///   - log: Receives the lines of the service log.
  ///   - onListening: Receives the port once the service accepts connections.
  /// - Throws: An error for a defect of the service, such as an invalid OpenAPI document.
  package init(
    _ sources: ServiceSources, settings: ServiceSettings, routes: [Route] = [],
    accessLog: AccessLog? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in },
    onListening: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws {
    core = try ServiceCore(
      follower: sources.follower, settings: settings, metrics: sources.metrics,
      accessLog: accessLog, log: log)
    self.settings = settings
    self.onListening = onListening
    table = RouteTable(
      CatalogRoutes.all + CellRoutes.all + ListRoutes.all + PositionRoutes.all
        + StateRoutes.all(core)
        + FileRoutes.all(
          PublishedFiles(
            folder: settings.published.map { FolderFiles(folder: $0) },
            follower: sources.follower))
        + routes)
  }

  /// The methods of each path, for a comparison with the OpenAPI document.
  package var methods: [String: [String]] { table.methods }

  /// The query parameters of a path for `GET`, for a comparison with the OpenAPI document.
  package func query(of template: String) -> [String] {
    table.routes.first { $0.template == template && $0.method == .get }?.query ?? []
  }

  /// The configured HTTP server.
  package var application: Application<ServiceResponder> {
    let limits = settings.limits
    let requestIDs = core.requestIDs
    let connection = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ConnectionBounds(),
        UnreadableHeadHandler(limit: limits.headerBytes, requestIDs: requestIDs),
        StalledReaderHandler(seconds: limits.idleSeconds),
      ],
      idleTimeout: .milliseconds(Int64(limits.idleSeconds * 1_000)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
        maxHeaderFieldCount: ServiceLimits.headerFields))
    return Application(
      responder: ServiceResponder(core: core, table: table),
      server: HTTPServerBuilder { responder in
        LoopBoundHTTP1(
          connection: HTTP1Channel(responder: responder, configuration: connection))
      },
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: "cellheights",
        // Fewer would delay connections that come at once by a second.
        backlog: limits.connections,
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connections, logger: logger)),
      services: [core.follower],
      onServerRunning: { [onListening] channel in
        onListening(channel.localAddress?.port ?? 0)
      },
      logger: logger)
  }

  /// Serves until SIGTERM or SIGINT, and then finishes the requests that have started.
  ///
  /// These requests have `ServiceLimits.shutdownSeconds` to finish. Afterwards the temporary files
  /// are removed, and the access log is written.
  ///
  /// - Throws: The error of the server, for example if it cannot listen on the port.
  package func run() async throws {
    var configuration = ServiceGroupConfiguration(
      services: [StoppableService(application: application, core: core)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(settings.limits.shutdownSeconds)
    try await ServiceGroup(configuration: configuration).run()
    for generation in core.follower.all { generation.files.remove() }
    core.accessLog?.flush()
  }

  /// A logger that receives the problems of the server.
  private var logger: Logger {
    Logger(label: "cellheights-serve") { [core] _ in ServerLogHandler(write: core.log) }
  }
}

/// Runs the server, and records when it begins to stop.
private struct StoppableService: Service {
  let application: Application<ServiceResponder>
  let core: ServiceCore

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await application.run()
    } onGracefulShutdown: {
      core.stop()
    }
  }
}

/// The store of a service, with the metrics about it.
package struct ServiceSources: Sendable {
  /// Provides the generation that is served.
  package let follower: GenerationFollower
  let metrics: ServiceMetrics

  /// Creates the follower of an open store, and the metrics about it.
  ///
  /// - Parameters:
  ///   - lookup: The store, opened with access `.calls`, so that a changed file cannot end the
  ///     service.
  ///   - follow: The settings for following the store.
  ///   - report: Receives each new generation and each failure.
  package init(
    _ lookup: HeightLookup, follow: FollowSettings = FollowSettings(),
    report: @escaping @Sendable (FollowEvent) -> Void = { _ in }
  ) {
    let metrics = ServiceMetrics()
    self.metrics = metrics
    follower = GenerationFollower(lookup, settings: follow) { event in
      metrics.count(event)
      report(event)
    }
  }
}

/// The objects that all requests of a service share.
final class ServiceCore: Sendable {
  let follower: GenerationFollower
  let limits: ServiceLimits
  let origins: AllowedOrigins
  let metrics: ServiceMetrics
  let hosts: AllowedHosts
  let long: LongAnswers
  /// The budget for the bodies of requests that are not yet answered.
  let bodies: ByteBudget
  let sent: SentAnswers
  let requestIDs = RequestIDs()
  let openAPI: OpenAPIDocument
  let accessLog: AccessLog?
  /// Receives the lines of the service log.
  let log: @Sendable (String) -> Void
  private let stopping = Atomic<Bool>(false)

  init(
    follower: GenerationFollower, settings: ServiceSettings, metrics: ServiceMetrics,
    accessLog: AccessLog?, log: @escaping @Sendable (String) -> Void
  ) throws {
    self.follower = follower
    limits = settings.limits
    origins = AllowedOrigins(settings.origins)
    self.metrics = metrics
    hosts = AllowedHosts(bound: settings.host, named: settings.allowedHosts)
    bodies = ByteBudget(limit: settings.limits.allBodyBytes)
    sent = SentAnswers(
      limit: settings.limits.sentBytes, stalledSeconds: settings.limits.stalledSeconds)
    long = LongAnswers(limit: settings.limits.requests, sent: sent, metrics: metrics)
    openAPI = try OpenAPIDocument(limits: settings.limits)
    self.accessLog = accessLog
    self.log = log
  }

  /// Whether the service is stopping and accepts no new connections.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  func stop() { stopping.store(true, ordering: .relaxed) }

  /// The current state of the service.
  var state: ServiceState {
    ServiceState(
      inFlight: long.count, generation: follower.current.number,
      failing: follower.failure != nil, dropped: accessLog?.dropped ?? 0)
  }
}

/// Writes problems of the server to the service log, such as a connection that is not accepted.
///
/// It ignores metadata. The server adds metadata to every request, and the handlers of swift-log
/// format it, which takes as long as a lookup of a cell.
struct ServerLogHandler: LogHandler {
  let write: @Sendable (String) -> Void
  var logLevel = Logger.Level.error

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }

  subscript(metadataKey _: String) -> Logger.MetadataValue? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    write("\(event.message)\(event.error.map { ": \($0)" } ?? "")")
  }
}
