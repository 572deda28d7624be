import HTTPTypes
import HummingbirdCore

/// What is known of a request while it is answered, for its answer, the log and the counts.
struct RequestAccount: Sendable {
  let id: String
  private let method: String
  private let target: String
  /// Whether the request has a body.
  private let hasBody: Bool
  /// The template of its path.
  var route = "unknown"
  var generation: Int?
  var bodyWasRead = false
  /// Whether an unread rest stands behind what was answered.
  private(set) var mustClose = false
  private var problem: String?

  init(_ request: Request, id: String) {
    self.id = id
    method = request.method.rawValue
    target = request.head.path ?? ""
    let length = request.headers[.contentLength]
    hasBody = (length != nil && length != "0") || request.headers[.transferEncoding] != nil
  }

  /// Bytes of a body nobody wanted are not worth reading.
  var endsConnection: Bool { mustClose || (hasBody && !bodyWasRead) }

  /// Notes a problem, and makes its document.
  mutating func answer(to problem: Problem) -> Answer {
    self.problem = problem.code
    mustClose = problem.endsConnection
    return Answer(
      status: problem.status, type: .problem, body: problem.body(requestID: id),
      caching: .never, headers: problem.headers)
  }

  /// Counts and logs the request.
  func finish(_ core: ServiceCore, status: HTTPResponse.Status, bytes: Int, seconds: Double) {
    // Any word may stand for a method; labels are few.
    let known = ["GET", "HEAD", "POST", "OPTIONS"].contains(method) ? method : "other"
    core.metrics.count(
      ServiceMetrics.Key(route: route, method: known, status: status.code), seconds: seconds,
      bytes: bytes)
    core.accessLog?.write(
      AccessLog.Entry(
        time: UTCTime.now.text, id: id, method: String(method.prefix(32)),
        target: String(target.prefix(Self.mostLogged)), route: route, status: status.code,
        bytes: bytes, seconds: seconds, generation: generation, problem: problem))
  }

  /// Characters of a target in the log.
  private static let mostLogged = 2_048
}
