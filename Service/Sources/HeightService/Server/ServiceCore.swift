import ServeOptions
import Synchronization

/// What all requests of a service share.
final class ServiceCore: Sendable {
  let follower: GenerationFollower
  let limits: ServiceLimits
  let origins: AllowedOrigins
  let metrics: ServiceMetrics
  let hosts: AllowedHosts
  let gate: RequestGate
  /// The bodies that were read and not yet answered.
  let bodies: ByteBudget
  let sent: SentAnswers
  let requestIDs = RequestIDs()
  let openAPI: OpenAPIDocument
  let accessLog: AccessLog?
  /// Takes a line for the service's own log.
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
    gate = RequestGate(limit: settings.limits.requests)
    bodies = ByteBudget(limit: settings.limits.allBodyBytes)
    sent = SentAnswers(
      limit: settings.limits.sentBytes, stalledSeconds: settings.limits.stalledSeconds)
    openAPI = try OpenAPIDocument(limits: settings.limits)
    self.accessLog = accessLog
    self.log = log
  }

  /// Whether the service takes no new connections, because it was told to stop.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  func stop() { stopping.store(true, ordering: .relaxed) }

  /// How the service stands now.
  var state: ServiceState {
    ServiceState(
      inFlight: gate.inside, generation: follower.current.number,
      failing: follower.failure != nil, dropped: accessLog?.dropped ?? 0)
  }
}
