package import HTTPTypes

/// One path and method of the service, with its handler.
///
/// It never changes; it is a class so that finding one among many copies none.
package final class Route: Sendable {
  /// A part of a path between slashes.
  enum Part: Hashable, Sendable {
    case literal(String)
    case parameter(String)
  }

  /// `GET`, which brings `HEAD` with it, or `POST`.
  let method: HTTPRequest.Method
  /// The path with its parameters, as in `/v1/feeds/{feed}/cells`.
  let template: String
  let parts: [Part]
  /// The names of its query parameters.
  let query: [String]
  /// Those of them that may be repeated.
  let repeatable: [String]
  /// The types of its answers, the default first.
  let offered: [MediaType]
  /// Whether it is answered even when there are too many requests.
  let isAlwaysAnswered: Bool
  let answer: @Sendable (ServiceRequest) async throws -> Answer

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: `GET` or `POST`, whose body is JSON.
  ///   - template: The path with its parameters. A path below `/v1/feeds` also exists for single
  ///     generations.
  ///   - query: The names of its query parameters; a request with another one is refused.
  ///   - repeatable: Those of them that may be repeated.
  ///   - offered: The types of its answers, the default first.
  ///   - isAlwaysAnswered: Whether it is answered even when there are too many requests.
  ///   - answer: Answers a request; throws `Problem`, or an error that the service logs.
  package init(
    _ method: HTTPRequest.Method, _ template: String, query: [String] = [],
    repeatable: [String] = [], offered: [MediaType] = [.json], isAlwaysAnswered: Bool = false,
    answer: @escaping @Sendable (ServiceRequest) async throws -> Answer
  ) {
    self.method = method
    self.template = template
    parts = template.dropFirst().split(separator: "/").map { part in
      part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
    }
    self.query = query
    self.repeatable = repeatable
    self.offered = offered
    self.isAlwaysAnswered = isAlwaysAnswered
    self.answer = answer
  }

  /// The same route at another path.
  func at(_ template: String) -> Route {
    Route(
      method, template, query: query, repeatable: repeatable, offered: offered,
      isAlwaysAnswered: isAlwaysAnswered, answer: answer)
  }

  /// The values of the path's parameters; nil for another path.
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

/// The values of a path's parameters.
package struct PathParameters: Sendable {
  fileprivate let values: [(name: String, value: String)]

  subscript(name: String) -> String? { values.first { $0.name == name }?.value }
}

/// All routes of a service.
struct RouteTable: Sendable {
  let routes: [Route]

  /// The path parameter with which routes of feeds name their generation.
  static let pin = "generation"
  /// The beginning of the paths of feeds.
  static let feeds = "/v1/feeds"

  /// The path of a feed with the generation in it.
  static func pinned(_ template: String) -> String {
    "/v1/generations/{\(pin)}\(template.dropFirst("/v1".count))"
  }

  /// Adds the pinned form of each route of feeds.
  init(_ routes: [Route]) {
    self.routes =
      routes
      + routes.filter { $0.template.hasPrefix(Self.feeds) }.map {
        $0.at(Self.pinned($0.template))
      }
  }

  /// Finds the route of a path and a method.
  ///
  /// - Throws: `Problem` for an unknown path, or a method that the path does not take.
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

  /// The methods of each path, sorted; `HEAD` with each `GET`.
  var methods: [String: [String]] {
    var methods: [String: [String]] = [:]
    for route in routes {
      methods[route.template, default: []] +=
        route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
    }
    return methods.mapValues { $0.sorted() }
  }
}
