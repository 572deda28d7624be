import HTTPTypes
import HummingbirdCore
import Synchronization

/// The data on a request while it is answered, for its answer, the log and the counts.
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
  /// Whether bytes of the request were not read, so that the connection cannot serve another one.
  private(set) var mustClose = false
  private var problem: String?

  init(_ request: Request, id: String) {
    self.id = id
    method = request.method.rawValue
    target = request.head.path ?? ""
    let length = request.headers[.contentLength]
    hasBody = (length != nil && length != "0") || request.headers[.transferEncoding] != nil
  }

  /// Whether the connection is closed after the response, because a body was not read or must not
  /// be.
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
    // Any word can be a method; the set of labels must stay small.
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

/// Gives each request an id, which its response and its line of the log have.
///
/// It is a class because it counts.
final class RequestIDs: Sendable {
  /// The name of the header field; `x-request-id` is a valid name.
  static let field = HTTPField.Name("X-Request-ID")

  /// Distinguishes services, and the ids of one service before and after a restart.
  private let service = UInt64.random(in: 0...UInt64.max)
  private let count = Atomic(UInt64.random(in: 0...UInt64.max))

  /// The id of the client or the proxy if it is valid, otherwise a new one.
  func id(of headers: HTTPFields) -> String {
    if let field = Self.field, let sent = headers[field], Self.isSane(sent) { return sent }
    return new()
  }

  /// A unique id for a request.
  ///
  /// It is derived from a count, because random numbers from the system take too long, but does not
  /// reveal the number of requests.
  func new() -> String {
    // The function of SplitMix64: a different number for each count.
    var number = count.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return Self.hexadecimal(service, number ^ (number >> 31))
  }

  /// 32 digits.
  private static func hexadecimal(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<32 {
        let half = place < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: half >> (60 - place % 16 * 4)) & 15
        digits.initializeElement(
          at: place, to: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
      return 32
    }
  }

  /// Whether it is up to 128 letters, digits and `-_.:`, which are safe in a log.
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
