import Heights
package import HTTPTypes
import StructuredDocuments

/// The reason why a request cannot be answered; its document has the form of RFC 9457.
package struct Problem: Error, Sendable {
  /// The value of a member that only some problems have.
  package enum Member: Sendable {
    case text(String)
    case texts([String])
    case number(Int)
  }

  package let status: HTTPResponse.Status
  /// A code that programs can test; it is the last part of `type`.
  package let code: String
  /// The title, the same for every problem with the code.
  let title: String
  /// A description of the problem and its remedy.
  package let detail: String
  private(set) var members: [(name: String, value: Member)] = []
  private(set) var headers: HTTPFields = [:]
  /// Whether the connection is closed after the response, because request bytes remain unread.
  private(set) var endsConnection = false
  /// A text for the log of the service; it may name files, which no response may do.
  private(set) var cause: String?

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - status: The HTTP status of the response.
  ///   - code: A code that programs can test.
  ///   - title: The title, the same for every problem with the code.
  ///   - detail: A description of the problem and its remedy.
  ///   - members: Additional members of the document.
  package init(
    _ status: HTTPResponse.Status, _ code: String, _ title: String, _ detail: String,
    members: [(name: String, value: Member)] = []
  ) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.members = members
  }

  /// The same problem, after which the connection is closed.
  func endingConnection() -> Problem {
    var problem = self
    problem.endsConnection = true
    return problem
  }

  /// The same problem, with the time after which the client may retry.
  func retried(afterSeconds seconds: Int) -> Problem {
    var problem = self
    problem.headers[.retryAfter] = String(seconds)
    return problem
  }

  /// The same problem with a cause, which only the log of the service contains.
  package func caused(by cause: String) -> Problem {
    var problem = self
    problem.cause = cause
    return problem
  }

  /// The JSON document of the problem.
  func body(requestID: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "urn:cellheights:problem:\(code)")
      json.member("title", title)
      json.member("status", Int(status.code))
      json.member("detail", detail)
      json.member("code", code)
      for (name, value) in members {
        switch value {
        case .text(let text): json.member(name, text)
        case .texts(let texts): json.strings(name, texts)
        case .number(let number): json.member(name, number)
        }
      }
      json.member("requestId", requestID)
    }
    json.endLine()
    return json.bytes
  }
}

extension Problem {
  /// A parameter, or a member of the body, is missing, repeated, unknown or invalid.
  package static func badParameter(_ name: String, _ detail: String) -> Problem {
    Problem(
      .badRequest, "bad-parameter", "A parameter of the request is wrong", detail,
      members: [("parameter", .text(name))])
  }

  static func malformed(_ detail: String) -> Problem {
    Problem(.badRequest, "malformed-request", "The request cannot be read", detail)
  }

  /// The path does not exist.
  package static func unknownPath(_ path: String) -> Problem {
    Problem(
      .notFound, "unknown-path", "There is nothing at this path",
      "nothing is at \(path.prefix(200)); /openapi.json has all paths")
  }

  static func method(_ method: String, allowed: [String]) -> Problem {
    var problem = Problem(
      .methodNotAllowed, "method-not-allowed", "The path does not take this method",
      "\(method) is not allowed here; use \(allowed.joined(separator: ", "))")
    problem.headers[.allow] = allowed.joined(separator: ", ")
    return problem
  }

  static func notAcceptable(_ offered: [String]) -> Problem {
    Problem(
      .notAcceptable, "not-acceptable", "No representation is acceptable",
      "the answer is one of \(offered.joined(separator: ", ")); Accept has none of them",
      members: [("offered", .texts(offered))])
  }

  static func mediaType(_ found: String) -> Problem {
    Problem(
      .unsupportedMediaType, "unsupported-media-type", "The body is not JSON",
      "Content-Type is \(found.prefix(100)); send application/json")
  }

  static func limit(
    _ status: HTTPResponse.Status, _ code: String, _ title: String, _ detail: String, limit: Int
  ) -> Problem {
    Problem(status, code, title, detail, members: [("limit", .number(limit))])
  }

  static func busy(limit: Int) -> Problem {
    Problem.limit(
      .serviceUnavailable, "busy", "Too many requests at once",
      "\(limit) requests are being answered; try again in a second", limit: limit
    ).retried(afterSeconds: 1)
  }

  /// The answer would exceed the limit for answers that clients are still reading.
  static func busySending(limit: Int) -> Problem {
    Problem.limit(
      .serviceUnavailable, "busy", "Too many answers at once",
      "\(limit) bytes of answers wait for their readers; try again in a second", limit: limit
    ).retried(afterSeconds: 1)
  }

  /// The body would exceed the limit for all bodies that are being read.
  static func busyReading(limit: Int) -> Problem {
    Problem.limit(
      .serviceUnavailable, "busy", "Too many bodies at once",
      "\(limit) bytes of bodies are being read; try again in a second", limit: limit
    ).retried(afterSeconds: 1).endingConnection()
  }

  static func foreignHost(_ found: String) -> Problem {
    Problem(
      .misdirectedRequest, "foreign-host", "The service is not known by this name",
      "Host is \(found.prefix(100)); use an address or localhost, or start the service with "
        + "--allow-host")
  }

  static func requestTime(seconds: Double) -> Problem {
    Problem(
      .serviceUnavailable, "request-time", "The request took too long",
      "it was not answered within \(seconds) seconds; ask for fewer cells, or try again"
    ).retried(afterSeconds: 1)
  }

  static func slowBody(seconds: Double) -> Problem {
    Problem(
      .requestTimeout, "slow-body", "The body did not arrive in time",
      "the body was not there within \(seconds) seconds"
    ).endingConnection()
  }

  static func largeBody(limit: Int) -> Problem {
    Problem.limit(
      .contentTooLarge, "large-body", "The body is too large",
      "a body has at most \(limit) bytes; send the ids in several requests", limit: limit
    ).endingConnection()
  }

  /// The file of the store was changed in place, or is damaged.
  static func unreadableStore(_ cause: String) -> Problem {
    Problem(
      .serviceUnavailable, "unreadable-store", "The store cannot be read",
      "the service's own log says why, under this request's id; try again when the store is "
        + "repaired"
    ).retried(afterSeconds: 1).caused(by: cause)
  }

  /// An unexpected failure of the service.
  package static let failed = Problem(
    .internalServerError, "failed", "The service failed",
    "the service's own log says why, under this request's id")
}

extension Problem {
  /// Creates a problem from a miss that concerns the whole request; nil for a miss of one id.
  init?(ofRequest reason: MissReason) {
    switch reason {
    case .unknownFeed(_, let known):
      self.init(
        .notFound, "unknown-feed", "There is no such feed", reason.description,
        members: [("dimension", .text("feed")), ("have", .texts(known))])
    case .severalEnvironments(_, let keys):
      self.init(
        .badRequest, "several-environments", "The feed has several environments",
        "\(Self.asParameter(reason))",
        members: [("dimension", .text("environment")), ("have", .texts(keys))])
    case .unknownEnvironment(_, let asked, let difference):
      self.init(
        .notFound, "unknown-environment", "The feed was not built for the environment",
        reason.description, members: Self.members(difference, asked: asked))
    default: return nil
    }
  }

  /// Creates the problem that no id of a request has a cell.
  init(noneOf misses: [CellMiss]) {
    self.init(
      .notFound, misses.count == 1 ? misses[0].code : "no-cells", "There is no such cell",
      misses.count == 1
        ? misses[0].detail
        : "none of the \(misses.count) ids has a cell, such as: \(misses[0].detail)",
      members: [("missing", .texts(misses.map(\.id)))])
  }

  init(_ error: ListError) {
    switch error {
    case .unknownList(let asked, _, let known):
      self.init(
        .notFound, "unknown-list", "The feed has no such list", error.description,
        members: [
          ("dimension", .text("list")), ("have", .texts(known)), ("asked", .text(asked)),
        ])
    case .widthRange:
      self.init(
        .badRequest, "width-range", "A range of widths is in no list", error.description)
    case .outOfRange(_, _, let count):
      self.init(
        .badRequest, "out-of-range", "The position is not in the list", error.description,
        members: [("count", .number(count))])
    }
  }

  private static func members(
    _ difference: EnvironmentDifference, asked: String
  ) -> [(name: String, value: Member)] {
    switch difference {
    case .part(let plural, let have, let asked):
      [("dimension", .text(plural)), ("have", .texts(have)), ("asked", .text(asked))]
    case .combination(let nearest):
      [
        ("dimension", .text("environment")), ("nearest", .texts(nearest)), ("asked", .text(asked)),
      ]
    case .nothing, .malformed: [("dimension", .text("environment")), ("asked", .text(asked))]
    }
  }

  /// The text of a miss with the parameters of a request; `description` names flags of the command.
  private static func asParameter(_ reason: MissReason) -> String {
    guard case .severalEnvironments(let feed, let keys) = reason else {
      return reason.description
    }
    return "feed '\(feed)' has several environments; name one with environment=: "
      + keys.prefix(8).joined(separator: ", ")
      + (keys.count > 8 ? " and \(keys.count - 8) more" : "")
  }
}

/// An id without a cell, and the reason as a code and as a text.
struct CellMiss: Sendable {
  let id: String
  let code: String
  let detail: String

  init(id: String, _ reason: MissReason) {
    self.id = id
    detail = reason.description
    code =
      switch reason {
      case .unknownRecord: "unknown-id"
      case .notInEnvironment: "not-in-environment"
      case .failed: "failed-cell"
      case .otherVersion: "other-version"
      case .unknownFeed, .severalFeeds, .severalEnvironments, .unknownEnvironment: "no-cell"
      }
  }
}
