import HTTPTypes

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

  /// A JSON document on one line.
  static func json(_ text: String, for request: ServiceRequest) -> Answer {
    Answer(
      type: .json, body: Array((text + "\n").utf8),
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
