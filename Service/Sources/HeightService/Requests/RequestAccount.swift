import HTTPTypes
import HummingbirdCore
import Synchronization

/// The data about a request that its response, the log and the metrics need.
struct RequestAccount: Sendable {
  let id: String
  private let method: String
  private let target: String
  private let hasBody: Bool
  /// The template of the path; `unknown` until a route is found.
  var route = "unknown"
  var generation: Int?
  var bodyWasRead = false
  /// Whether the problem in the answer ends the connection.
  private(set) var mustClose = false
  private var problem: String?

  init(_ request: Request, id: String) {
    self.id = id
    method = request.method.rawValue
    target = request.head.path ?? ""
    let length = request.headers[.contentLength]
    hasBody = (length != nil && length != "0") || request.headers[.transferEncoding] != nil
  }

  /// Whether the connection is closed after the response, because request bytes remain unread.
  var endsConnection: Bool { mustClose || (hasBody && !bodyWasRead) }

  /// Records a problem, and makes an answer from it.
  mutating func answer(to problem: Problem) -> Answer {
    self.problem = problem.code
    mustClose = problem.endsConnection
    return Answer(
      status: problem.status, type: .problem, body: problem.body(requestID: id),
      caching: .never, headers: problem.headers)
  }

  /// Adds the answered request to the metrics and the access log.
  ///
  /// - Parameters:
  ///   - bytes: The size of the sent body.
  ///   - seconds: The time from the request to its response.
  func finish(_ core: ServiceCore, status: HTTPResponse.Status, bytes: Int, seconds: Double) {
    // Clients may send any method, but the number of labels must be limited.
    let counted = ["GET", "HEAD", "POST", "OPTIONS"].contains(method) ? method : "other"
    core.metrics.count(
      ServiceMetrics.Key(route: route, method: counted, status: status.code), seconds: seconds,
      bytes: bytes)
    core.accessLog?.write(
      AccessLog.Entry(
        time: UTCTime.now.text, id: id, method: String(method.prefix(32)),
        target: String(target.prefix(Self.maximumLogged)), route: route, status: status.code,
        bytes: bytes, seconds: seconds, generation: generation, problem: problem))
  }

  /// Maximum number of characters of a target in the log.
  private static let maximumLogged = 2_048
}

/// Chooses the id of each request, which the response and the log line contain.
///
/// It is a class because it contains a counter.
final class RequestIDs: Sendable {
  /// The name of the header field; never nil, because `X-Request-ID` is a valid name.
  static let field = HTTPField.Name("X-Request-ID")

  /// A random number that makes ids differ between services, and after a restart.
  private let service = UInt64.random(in: 0...UInt64.max)
  private let count = Atomic(UInt64.random(in: 0...UInt64.max))

  /// The id that the client or a proxy sent, if it is valid; otherwise a new id.
  func id(of headers: HTTPFields) -> String {
    if let field = Self.field, let sent = headers[field], Self.isSane(sent) { return sent }
    return new()
  }

  /// A unique id for a request.
  ///
  /// It is derived from a counter, because random numbers from the system take too long. The id
  /// does not reveal the number of requests.
  func new() -> String {
    // The function of SplitMix64, whose results differ for all values of the counter.
    var number = count.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return Self.hexadecimal(service, number ^ (number >> 31))
  }

  /// The two numbers as 32 hexadecimal digits.
  private static func hexadecimal(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 32) { digits in
      for index in 0..<32 {
        let half = index < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: half >> (60 - index % 16 * 4)) & 15
        digits.initializeElement(
          at: index, to: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
      return 32
    }
  }

  /// Whether a text is safe in a log: up to 128 letters, digits and `-_.:`.
  private static func isSane(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "-_.:".utf8.contains(byte)
        }
      }
  }
}
