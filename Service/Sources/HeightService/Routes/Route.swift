package import HTTPTypes

/// One method at one path of the service, with its handler.
///
/// The object is immutable. It is a class so that a search among routes makes no copies.
package final class Route: Sendable {
  /// A part of a path between slashes.
  enum Part: Hashable, Sendable {
    case literal(String)
    case parameter(String)
  }

  /// `GET`, which includes `HEAD`, or `POST`.
  let method: HTTPRequest.Method
  /// The path with its parameters in braces, as in `/v1/feeds/{feed}/cells`.
  let template: String
  let parts: [Part]
  /// The names of the query parameters.
  let query: [String]
  /// The query parameters that may be repeated.
  let repeatable: [String]
  /// The types of the answers, of which the first is the default.
  let offered: [MediaType]
  let answer: @Sendable (ServiceRequest) async throws -> Answer

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: `GET`, or `POST` with a JSON body.
  ///   - template: The path with its parameters in braces. A path below `/v1/feeds` also exists
  ///     with a generation in it.
  ///   - query: The names of the query parameters; a request with another name is refused.
  ///   - repeatable: The query parameters that may be repeated.
  ///   - offered: The types of the answers, of which the first is the default.
  ///   - answer: Answers a request, on the event loop of its connection. What may take more than
  ///     a millisecond is done by `ServiceRequest.long`. It throws `Problem`; any other error is
  ///     logged, and answered with status 500.
  package init(
    _ method: HTTPRequest.Method, _ template: String, query: [String] = [],
    repeatable: [String] = [], offered: [MediaType] = [.json],
    answer: @escaping @Sendable (ServiceRequest) async throws -> Answer
  ) {
    self.method = method
    self.template = template
    let names = template.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    parts = names.map { part in
      part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
    }
    self.query = query
    self.repeatable = repeatable
    self.offered = offered
    self.answer = answer
  }

  /// The same route with another path.
  func at(_ template: String) -> Route {
    Route(
      method, template, query: query, repeatable: repeatable, offered: offered,
      answer: answer)
  }

  /// The values of the path's parameters; nil if the path does not match.
  func parameters(of segments: [String]) -> PathParameters? {
    guard segments.count == parts.count, zip(parts, segments).allSatisfy({ Self.fits($0, $1) })
    else { return nil }
    return PathParameters(
      values: zip(parts, segments).compactMap { part, segment in
        if case .parameter(let name) = part { (name, segment) } else { nil }
      })
  }

  private static func fits(_ part: Part, _ segment: String) -> Bool {
    switch part {
    case .literal(let text): text == segment
    case .parameter: !segment.isEmpty
    }
  }
}

/// The values of the parameters in a path.
package struct PathParameters: Sendable {
  fileprivate let values: [(name: String, value: String)]

  subscript(name: String) -> String? { values.first { $0.name == name }?.value }
}

/// All routes of a service.
struct RouteTable: Sendable {
  let routes: [Route]

  /// The name of the path parameter that contains a generation's pin.
  static let pin = "generation"
  /// The prefix of the paths of feeds.
  static let feeds = "/v1/feeds"

  /// The same path of feeds with a parameter for the generation.
  static func pinned(_ template: String) -> String {
    "/v1/generations/{\(pin)}\(template.dropFirst("/v1".count))"
  }

  /// Creates a table of the routes, and adds a route with a generation in its path for each of
  /// feeds.
  init(_ routes: [Route]) {
    self.routes =
      routes
      + routes.filter { $0.template.hasPrefix(Self.feeds) }.map {
        $0.at(Self.pinned($0.template))
      }
  }

  /// Finds the route for a path and a method.
  ///
  /// - Throws: `Problem` for an unknown path, or a method that the path does not accept.
  func resolve(
    _ target: RequestTarget, _ method: HTTPRequest.Method
  ) throws(Problem) -> (route: Route, parameters: PathParameters) {
    guard let segments = target.segments else { throw .unknownPath(target.path) }
    var allowed: [String] = []
    for route in routes {
      guard let parameters = route.parameters(of: segments) else { continue }
      if route.method == method || (route.method == .get && method == .head) {
        return (route, parameters)
      }
      allowed += route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
    }
    if allowed.isEmpty { throw .unknownPath(target.path) }
    throw .method(method.rawValue, allowed: allowed)
  }

  /// The sorted methods of each path; `HEAD` accompanies each `GET`.
  var methods: [String: [String]] {
    var methods: [String: [String]] = [:]
    for route in routes {
      methods[route.template, default: []] +=
        route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
    }
    return methods.mapValues { $0.sorted() }
  }
}
