import HTTPTypes
import HeightService
import WebDemo
import WebFiles

/// What `--demo` adds: the page with its modules and fonts, and what records show.
enum DemoRoutes {
  static func all(_ demo: WebDemo) -> [Route] {
    [
      Route(.get, "/demo", offered: [.html]) { _ in toPage },
      Route(
        .get, "/demo/{file}", query: pageParameters, offered: [.html, .javaScript, .styleSheet]
      ) { request in
        let name = request.parameter("file")
        guard let file = WebFiles.file(name) else { throw Problem.unknownPath("/demo/\(name)") }
        var answer = Answer(type: type(of: file), body: file.bytes, caching: .never)
        answer.headers[.contentSecurityPolicy] = contentPolicy
        return answer
      },
      Route(.get, "/demo/fonts/{number}", offered: [.font]) { request in
        // Numbers are handed out anew by each process, so that no cache may keep them.
        Answer(
          type: .font, body: try font(request.parameter("number"), demo), caching: .never)
      },
      Route(
        .get, "/v1/feeds/{feed}/records", query: ["id", "environment"], repeatable: ["id"]
      ) { request in
        let bytes: [UInt8]
        do throws(DemoError) {
          bytes = try demo.records(
            feed: request.parameter("feed"), ids: request.query.all("id"),
            environment: try environment(of: request), in: request.generation.lookup)
        } catch {
          throw Problem(error)
        }
        return Answer(
          type: .json, body: bytes,
          caching: request.generation.caching(isPinned: request.isPinned))
      },
    ]
  }

  /// What the page reads of its own address.
  private static let pageParameters = ["feed", "environment", "list", "skip", "beside"]

  /// The page needs nothing but its own files and what the service answers.
  private static let contentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// A page's address ends with its name, because its modules are beside it.
  private static var toPage: Answer {
    var answer = Answer(type: .html, body: [], caching: .never)
    answer.status = .permanentRedirect
    answer.headers[.location] = "/demo/index.html"
    return answer
  }

  private static func environment(of request: ServiceRequest) throws(DemoError) -> String {
    do throws(Problem) {
      return try request.query.required("environment")
    } catch {
      throw .unknownEnvironment("", reason: error.detail)
    }
  }

  private static func font(_ number: String, _ demo: WebDemo) throws(Problem) -> [UInt8] {
    guard let number = Int(number) else {
      throw .badParameter("number", "a font has a number, not '\(number.prefix(40))'")
    }
    do throws(DemoError) {
      return try demo.font(number)
    } catch {
      throw Problem(error)
    }
  }

  private static func type(of file: WebFiles.File) -> MediaType {
    switch file.kind {
    case .page: .html
    case .styleSheet: .styleSheet
    case .script: .javaScript
    }
  }
}

extension MediaType {
  fileprivate static let html = MediaType(rawValue: "text/html; charset=utf-8")
  fileprivate static let styleSheet = MediaType(rawValue: "text/css; charset=utf-8")
  fileprivate static let javaScript = MediaType(rawValue: "text/javascript; charset=utf-8")
  fileprivate static let font = MediaType(rawValue: "font/sfnt")
}

extension Problem {
  /// Why the demo has no answer.
  init(_ error: DemoError) {
    let (code, title): (String, String) =
      switch error {
      case .unknownFeed: ("unknown-feed", "The feed cannot be shown")
      case .unknownEnvironment: ("unknown-environment", "The environment cannot be shown")
      case .tooManyIDs: ("too-many-ids", "Too many ids")
      case .unknownFont: ("unknown-font", "There is no such font")
      case .unreadableFont: ("unreadable-font", "The font cannot be read")
      }
    self.init(
      HTTPResponse.Status(code: error.status), code, title, error.description)
  }
}
