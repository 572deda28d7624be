import Heights
package import HTTPTypes
import LayoutPrimitives
import PublishedHeights
import StructuredDocuments

/// The answer of a handler, before it is negotiated, compressed and tagged.
package struct Answer: Sendable {
  /// How long caches may keep an answer.
  package enum Caching: Hashable, Sendable {
    /// Not at all.
    case never
    /// Caches send a request each time, with the tag.
    case revalidated(tag: String)
    /// Caches send a request after some seconds, with the tag.
    case short(tag: String, seconds: Int)
    /// For ever, because the path names the content.
    case immutable(tag: String)

    /// The tag; nil if nothing is kept.
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

  package var status: HTTPResponse.Status
  let type: MediaType
  let body: [UInt8]
  let caching: Caching
  /// The suffix of the tag for another representation than the first.
  let variant: String
  package var headers: HTTPFields

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: Its status; one without a body is `noContent`.
  ///   - type: The type of the body.
  ///   - body: The body, which is compressed if the client accepts it.
  ///   - caching: How long caches keep it.
  ///   - variant: The suffix of the tag for another representation than the first.
  ///   - headers: Fields besides those that follow from the others.
  package init(
    status: HTTPResponse.Status = .ok, type: MediaType, body: [UInt8], caching: Caching,
    variant: String = "", headers: HTTPFields = [:]
  ) {
    self.status = status
    self.type = type
    self.body = body
    self.caching = caching
    self.variant = variant
    self.headers = headers
  }

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

/// The type of an answer, as a value of `Content-Type`.
package struct MediaType: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let json = MediaType(rawValue: "application/json")
  static let problem = MediaType(rawValue: "application/problem+json")
  static let chunk = MediaType(rawValue: "application/vnd.cellheights.chunk")
  static let openAPI = MediaType(rawValue: "application/vnd.oai.openapi+json")
  static let metrics = MediaType(rawValue: "text/plain; version=0.0.4; charset=utf-8")
  /// Published files, which are stored compressed.
  package static let bytes = MediaType(rawValue: "application/octet-stream")

  /// Whether compressing makes it smaller.
  var isCompressible: Bool { self != .bytes }
}

/// The heights of a range in the binary form of published files.
enum ChunkAnswer {
  static func make(
    of list: LookupList, _ positions: Range<Int>, _ request: ServiceRequest
  ) async throws -> Answer {
    var chunk = HeightsChunk()
    for position in positions {
      if chunk.count % Deadline.stride == Deadline.stride - 1 {
        try await request.deadline.pause()
      }
      let layout = try list.layout(at: position)
      guard let height = UInt32(exactly: layout.height) else { throw Problem.failed }
      chunk.append(
        height: height, caveats: UInt8(truncatingIfNeeded: layout.caveats.rawValue))
    }
    return Answer(
      type: .chunk, body: chunk.encoded(),
      caching: request.generation.caching(isPinned: request.isPinned), variant: "-chunk")
  }
}
