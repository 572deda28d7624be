import HTTPTypes
import StructuredDocuments

/// What a handler answers, before it is negotiated, compressed and tagged.
struct Answer: Sendable {
  /// For how long caches may keep an answer.
  enum Caching: Hashable, Sendable {
    /// Not at all.
    case never
    /// They ask again each time, with the tag.
    case revalidated(tag: String)
    /// They ask again after some seconds, with the tag.
    case short(tag: String, seconds: Int)
    /// For ever, because the path names the content.
    case immutable(tag: String)

    /// The tag; nil where nothing is kept.
    var tag: String? {
      switch self {
      case .never: nil
      case .revalidated(let tag), .short(let tag, _), .immutable(let tag): tag
      }
    }

    /// The value of `Cache-Control`.
    var control: String {
      switch self {
      case .never: "no-store"
      case .revalidated: "no-cache"
      case .short(_, let seconds): "public, max-age=\(seconds)"
      case .immutable: "public, max-age=31536000, immutable"
      }
    }
  }

  var status: HTTPResponse.Status = .ok
  var type: MediaType
  var body: [UInt8]
  var caching: Caching
  /// What is added to the tag for another representation than the first.
  var variant = ""
  /// The coding that the body already has.
  var coding: ContentCoding = .identity
  var headers: HTTPFields = [:]

  /// A JSON document on one line: an object that begins with its schema.
  static func document(
    _ schema: String, for request: ServiceRequest,
    _ members: (inout JSONWriter) throws -> Void
  ) rethrows -> Answer {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", schema)
    try members(&json)
    return .finished(&json, for: request)
  }

  /// The document whose members are written; ends its object and its line.
  static func finished(_ json: inout JSONWriter, for request: ServiceRequest) -> Answer {
    json.endObject()
    json.endLine()
    return Answer(
      type: .json, body: json.finish(),
      caching: request.method == .post
        ? .never : request.generation.caching(isPinned: request.isPinned))
  }
}

/// The types of answers.
enum MediaType: String, Sendable {
  case json = "application/json"
  case problem = "application/problem+json"
  case chunk = "application/vnd.cellheights.chunk"
  case openAPI = "application/vnd.oai.openapi+json"
  case metrics = "text/plain; version=0.0.4; charset=utf-8"
  case html = "text/html; charset=utf-8"
  case styleSheet = "text/css; charset=utf-8"
  case javaScript = "text/javascript; charset=utf-8"
  case font = "font/sfnt"
  /// Published files, which are compressed as they are stored.
  case bytes = "application/octet-stream"

  /// Whether compressing makes it smaller.
  var isCompressible: Bool { self != .bytes }
}
