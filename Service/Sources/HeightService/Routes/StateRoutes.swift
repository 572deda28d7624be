import HTTPTypes
import StructuredDocuments

/// What machines ask the service about itself.
enum StateRoutes {
  static func all(_ core: ServiceCore) -> [Route] {
    [
      Route(.get, "/livez", isAlwaysAnswered: true) { _ in
        status("cellheights.live/1") { $0.member("status", "live") }
      },
      Route(.get, "/readyz", isAlwaysAnswered: true) { request in
        ready(request, core)
      },
      Route(.get, "/metrics", offered: [.metrics], isAlwaysAnswered: true) { _ in
        Answer(
          type: .metrics, body: Array(MetricsText(core.metrics.snapshot, core.state).text.utf8),
          caching: .never)
      },
      Route(.get, "/openapi.json", offered: [.openAPI, .json]) { request in
        Answer(
          type: try Accepting.choose(request.headers, offered: [.openAPI, .json]),
          body: core.openAPI.bytes, caching: .revalidated(tag: core.openAPI.tag))
      },
    ]
  }

  /// Ready while it serves a generation, even one that is no longer the newest.
  ///
  /// An old height is better than none; the answer says so, for alerts.
  private static func ready(_ request: ServiceRequest, _ core: ServiceCore) -> Answer {
    let failure = core.follower.failure
    var answer = status("cellheights.ready/1") { json in
      json.member("status", core.isStopping ? "stopping" : "ready")
      CatalogRoutes.write(request.generation, to: &json)
      json.member("refresh", failure == nil ? "current" : "failing")
      if let failure { json.member("failures", failure.count) }
    }
    if core.isStopping { answer.status = .serviceUnavailable }
    return answer
  }

  private static func status(
    _ schema: String, _ members: (inout JSONWriter) -> Void
  ) -> Answer {
    Answer(
      type: .json, body: Array((JSONWriter.document(schema, members) + "\n").utf8),
      caching: .never)
  }
}
