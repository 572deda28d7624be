import Dispatch
import Glibc
import HTTPTypes
import HeightStore
import Heights
import LayoutPrimitives
import PublishedHeights
import ServeOptions
import StructuredDocuments
import Synchronization

/// The routes for the state of the service, which monitoring programs read.
enum StateRoutes {
  static func all(_ core: ServiceCore) -> [Route] {
    [
      Route(.get, "/livez") { _ in
        status("cellheights.live/1") { $0.member("status", "live") }
      },
      Route(.get, "/readyz") { request in
        ready(request, core)
      },
      Route(.get, "/metrics", offered: [.metrics]) { _ in
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

  /// Answers that the service is ready, even if its generation is no longer the newest.
  ///
  /// Old heights are better than none. The answer reports failed refreshes, for alerts. The status
  /// is 503 once the service begins to stop, and while requests that need the file of the generation
  /// fail because it was changed in place.
  private static func ready(_ request: ServiceRequest, _ core: ServiceCore) -> Answer {
    let failure = core.follower.failure
    let isReadable = request.generation.isReadable
    var answer = status("cellheights.ready/1") { json in
      json.member(
        "status", core.isStopping ? "stopping" : isReadable ? "ready" : "unreadable")
      CatalogRoutes.write(request.generation, to: &json)
      json.member("refresh", failure == nil ? "current" : "failing")
      if let failure { json.member("failures", failure.count) }
    }
    if core.isStopping || !isReadable { answer.status = .serviceUnavailable }
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

/// The routes for published files, which clients read from the service.
enum FileRoutes {
  static func all(_ files: PublishedFiles) -> [Route] {
    [
      Route(.get, "/heights/current.json") { request in
        let bytes = try await files.pointer(request)
        return Answer(
          type: .json, body: bytes,
          caching: .short(
            tag: "current-\(ContentHash(of: bytes).description.prefix(16))",
            seconds: pointerSeconds))
      },
      Route(.get, "/heights/m/{manifest}", offered: [.bytes]) { request in
        try await file(files, request, folder: "m", name: "manifest", suffix: ".json")
      },
      Route(.get, "/heights/c/{chunk}", offered: [.bytes]) { request in
        try await file(files, request, folder: "c", name: "chunk", suffix: ".bin")
      },
    ]
  }

  /// Time for which caches may keep the pointer, in seconds.
  private static let pointerSeconds = 30

  private static func file(
    _ files: PublishedFiles, _ request: ServiceRequest, folder: String, name: String,
    suffix: String
  ) async throws -> Answer {
    let text = request.parameter(name)
    // The name is checked, so that only digits reach the file system.
    guard text.hasSuffix(suffix),
      let address = FileAddress(String(text.dropLast(suffix.count))),
      let bytes = try await files.bytes(of: "\(folder)/\(address)\(suffix)", request)
    else {
      throw Problem(
        .notFound, "unknown-file", "There is no such published file",
        "no file \(folder)/\(text.prefix(80)) is published; /heights/current.json names the "
          + "manifest, and that all chunks")
    }
    return Answer(
      type: .bytes, body: bytes, caching: .immutable(tag: address.description))
  }
}
