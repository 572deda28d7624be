import HTTPTypes
import Heights
import HeightService
import HeightStore
import LayoutPrimitives
import StructuredDocuments
import WebFiles

/// The routes of `--demo`: the page with its modules and fonts, and the records that it shows.
struct DemoRoutes {
  /// The program that lays out records and provides fonts.
  let program: DemoProgram

  /// Maximum number of ids in a request for records.
  private static let maximumIDs = 200

  var all: [Route] {
    [
      Route(.get, "/demo", query: Self.pageParameters, offered: [.html], answer: Self.toPage),
      Route(.get, "/demo/", query: Self.pageParameters, offered: [.html], answer: Self.toPage),
      Route(
        .get, "/demo/{file}", query: Self.pageParameters,
        offered: [.html, .javaScript, .styleSheet]
      ) { request in
        let name = request.parameter("file")
        guard let file = WebFiles.file(name) else { throw Problem.unknownPath("/demo/\(name)") }
        return Answer(
          type: Self.type(of: file), body: file.bytes, caching: .never,
          headers: [.contentSecurityPolicy: Self.contentPolicy])
      },
      Route(.get, "/demo/fonts/{number}", offered: [.font]) { [program] request in
        let text = request.parameter("number")
        guard let number = Int(text) else {
          throw Problem.badParameter("number", "a font has a number, not '\(text.prefix(40))'")
        }
        var json = JSONWriter()
        json.object { $0.member("font", number) }
        // The numbers of fonts change with each process, so caches must not keep the answer.
        let question = json.bytes
        let font = try await request.waiting { try await program.answer(to: question) }
        return Answer(type: .font, body: font, caching: .never)
      },
      Route(
        .get, "/v1/feeds/{feed}/records", query: ["id", "environment"], repeatable: ["id"]
      ) { [program] request in
        let question = try await request.long { try Self.question(request) }
        let records = try await request.waiting { try await program.answer(to: question) }
        return Answer(
          type: .json, body: records,
          caching: request.generation.caching(isPinned: request.isPinned))
      },
    ]
  }

  /// The query parameters that the page reads from its own address.
  private static let pageParameters = ["feed", "environment", "list", "skip", "beside", "lines"]

  /// The Content-Security-Policy of the page, which allows only its own files and service
  /// responses.
  private static let contentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// Redirects to the full address of the page, because its modules have relative addresses.
  @Sendable private static func toPage(_ request: ServiceRequest) -> Answer {
    let query = request.query.encoded
    return Answer(
      status: .permanentRedirect, type: .html, body: [], caching: .never,
      headers: [.location: "/demo/index.html" + (query.isEmpty ? "" : "?\(query)")])
  }

  private static func type(of file: WebFiles.File) -> MediaType {
    switch file.kind {
    case .page: .html
    case .styleSheet: .styleSheet
    case .script: .javaScript
    }
  }

  // MARK: Records

  /// The question for the demo program about records, with their cells in the generation.
  private static func question(_ request: ServiceRequest) throws(Problem) -> [UInt8] {
    let feed = request.parameter("feed")
    let lookup = request.generation.lookup
    guard lookup.feeds.contains(where: { $0.name == feed }) else {
      throw Problem(
        .notFound, "unknown-feed", "The feed cannot be shown",
        "feed '\(feed)' cannot be shown: the store has no such feed")
    }
    let ids = request.query.all("id")
    guard ids.count <= maximumIDs else {
      throw Problem(
        .badRequest, "too-many-ids", "Too many ids",
        "\(ids.count) ids were asked for, at most \(maximumIDs) are answered; ask several times")
    }
    let environment = try environment(request, of: feed, in: lookup)
    var json = JSONWriter()
    json.object { json in
      json.member("feed", feed)
      json.member("environment", environment.key)
      json.member("generation", request.generation.number)
      json.array("cells", ids) { json, id in
        json.member("id", id)
        do throws(NoCell) {
          let hit = try cell(id, of: feed, in: environment, lookup)
          json.member("version", hit.cell.version)
          json.member("template", hit.template.name)
          json.member("templateHash", hit.template.hash)
          json.member("height", hit.scope.grid.points(hit.layout.height))
        } catch {
          json.member("missing", error.reason)
        }
      }
    }
    return json.bytes
  }

  /// The environment of a request, which has one width; the width may be in a stored range.
  private static func environment(
    _ request: ServiceRequest, of feed: String, in lookup: HeightLookup
  ) throws(Problem) -> Environment {
    let key: String
    do throws(Problem) {
      key = try request.query.required("environment")
    } catch {
      throw .unknownEnvironment("", reason: error.detail)
    }
    let scope: LookupScope?
    do throws(Miss) {
      scope = try lookup.scopes(feed: feed, environment: key).get().first
    } catch {
      throw .unknownEnvironment(key, reason: error.description)
    }
    let environment: Environment
    do throws(EnvironmentError) {
      // Templates of a feed may have different states, so a state is used only if the request names
      // it.
      let scopeKey = scope?.key ?? key
      environment = try Environment(
        parsing: key.contains("#") ? scopeKey : String(scopeKey.prefix { $0 != "#" }))
    } catch {
      throw .unknownEnvironment(key, reason: error.description)
    }
    guard environment.widthPixels == nil else {
      throw .unknownEnvironment(key, reason: "it is a range; ask for one width in it")
    }
    return environment
  }

  private static func cell(
    _ id: String, of feed: String, in environment: Environment, _ lookup: HeightLookup
  ) throws(NoCell) -> LookupHit {
    let result: LookupResult
    do {
      result = try lookup.lookup(id: id, feed: feed, environment: environment.key)
    } catch is StoreError {
      throw NoCell(reason: "the store cannot be read")
    } catch {
      throw NoCell(reason: "\(error)")
    }
    switch result {
    case .hit(let hit): return hit
    case .miss(let reason): throw NoCell(reason: "\(reason)")
    }
  }
}

/// The reason why a record has no cell.
private struct NoCell: Error {
  let reason: String
}

extension MediaType {
  fileprivate static let html = MediaType(rawValue: "text/html; charset=utf-8")
  fileprivate static let styleSheet = MediaType(rawValue: "text/css; charset=utf-8")
  fileprivate static let javaScript = MediaType(rawValue: "text/javascript; charset=utf-8")
  fileprivate static let font = MediaType(rawValue: "font/sfnt")
}

extension Problem {
  fileprivate static func unknownEnvironment(_ key: String, reason: String) -> Problem {
    Problem(
      .notFound, "unknown-environment", "The environment cannot be shown",
      "environment '\(key)': \(reason)")
  }
}
