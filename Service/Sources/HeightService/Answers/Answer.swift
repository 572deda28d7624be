import Heights
package import HTTPTypes
import LayoutPrimitives
import PublishedHeights
import StructuredDocuments

/// The result of a handler with its compression, its entity tag and the check of `If-None-Match`.
package struct Answer: Sendable {
  /// The rule for caches: how long they may keep an answer.
  package enum Caching: Hashable, Sendable {
    /// Caches must not keep the answer.
    case never
    /// Caches may keep the answer, but must ask the service with the entity tag before each use.
    case revalidated(tag: String)
    /// Caches may use the answer for some seconds, and must then ask with the entity tag.
    case short(tag: String, seconds: Int)
    /// Caches may use the answer for a year without asking, because the path identifies the
    /// content.
    case immutable(tag: String)

    /// The entity tag; nil if caches must not keep the answer.
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
  /// The content in its coding.
  private(set) var body: [UInt8]
  /// The coding of the body; nil until `coded` has chosen one.
  private(set) var coding: ContentCoding?
  /// Whether the client has this representation, so that only its tag is sent.
  private(set) var isKnown = false
  let caching: Caching
  /// The suffix of the entity tag for a type that is not the default; empty for the default.
  let variant: String
  package var headers: HTTPFields

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: The status; an answer without a body has the status `noContent`.
  ///   - type: The type of the body.
  ///   - body: The body, which is compressed if the client accepts it.
  ///   - caching: How long caches may keep the answer.
  ///   - variant: The suffix of the entity tag for a type that is not the default.
  ///   - headers: Header fields in addition to those that follow from the other arguments.
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

  /// Whether coding the answer for a request takes long, because a large body is compressed.
  ///
  /// - Parameter asked: The header fields of the request.
  func isLong(for asked: HTTPFields) -> Bool {
    coding == nil && type.isCompressible && body.count > Self.shortCodedBytes
      && ContentCoding.choose(asked) != .identity
  }

  /// Size up to which a body is compressed on the event loop, in bytes.
  private static let shortCodedBytes = 32 << 10

  /// The same answer in the coding that a client prefers; compressing takes a millisecond for
  /// 100 KB.
  ///
  /// - Parameters:
  ///   - asked: The header fields of the request.
  ///   - method: The method of the request.
  func coded(for asked: HTTPFields, _ method: HTTPRequest.Method) -> Answer {
    guard coding == nil else { return self }
    var answer = self
    var coding = ContentCoding.identity
    if type.isCompressible, body.count >= ContentCoding.minimumBytes {
      coding = ContentCoding.choose(asked)
    }
    answer.coding = coding
    answer.isKnown = status == .ok && method != .post && answer.hasTag(of: asked)
    if answer.isKnown {
      answer.body = []
    } else if coding != .identity {
      // If the library fails for lack of memory, the body and its tag are those without
      // compression.
      if let encoded = coding.encode(body) {
        answer.body = encoded
      } else {
        answer.coding = .identity
      }
    }
    answer.trim()
    return answer
  }

  /// Frees reserved memory of a large body, which may wait long for its reader.
  private mutating func trim() {
    guard body.count > SentAnswers.shortBytes, body.capacity > body.count / 4 * 5 else { return }
    body = body.withUnsafeBytes { Array($0) }
  }

  /// The entity tag of the representation; nil if caches must not keep the answer.
  var tag: String? {
    guard let tag = caching.tag else { return nil }
    let suffix = coding.map { $0 == .identity ? "" : "-\($0.rawValue)" } ?? ""
    return "\"\(tag)\(variant)\(suffix)\""
  }

  /// Whether `If-None-Match` has the tag of this representation.
  private func hasTag(of asked: HTTPFields) -> Bool {
    let values = asked[values: .ifNoneMatch]
    guard !values.isEmpty, let tag else { return false }
    return values.flatMap { $0.split(separator: ",") }.contains { entry in
      var entry = entry.drop { $0 == " " || $0 == "\t" }
      while entry.last == " " || entry.last == "\t" { entry.removeLast() }
      if entry == "*" { return true }
      return (entry.hasPrefix("W/") ? entry.dropFirst(2) : entry) == tag
    }
  }

  /// An answer with a JSON object on one line, whose first member is `schema`.
  ///
  /// Answers to POST are not cached. All others are cached with the pin of the generation as tag.
  ///
  /// - Parameter members: Writes the members after `schema`.
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

  /// Ends the object and its line, and makes an answer from them, cached as by `document`.
  static func finished(_ json: inout JSONWriter, for request: ServiceRequest) -> Answer {
    json.endObject()
    json.endLine()
    return Answer(
      type: .json, body: json.finish(),
      caching: request.method == .post
        ? .never : request.generation.caching(isPinned: request.isPinned))
  }
}

/// The media type of an answer, as in `Content-Type`.
package struct MediaType: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let json = MediaType(rawValue: "application/json")
  static let problem = MediaType(rawValue: "application/problem+json")
  static let chunk = MediaType(rawValue: "application/vnd.cellheights.chunk")
  static let openAPI = MediaType(rawValue: "application/vnd.oai.openapi+json")
  static let metrics = MediaType(rawValue: "text/plain; version=0.0.4; charset=utf-8")
  /// The type of published files, which are already compressed.
  package static let bytes = MediaType(rawValue: "application/octet-stream")

  /// Whether bodies of this type are compressed; published files already are.
  var isCompressible: Bool { self != .bytes }
}

/// Answers with the heights of a range in the binary form of published files.
enum ChunkAnswer {
  static func make(
    of list: LookupList, _ positions: Range<Int>, _ request: ServiceRequest
  ) throws -> Answer {
    var chunk = HeightsChunk()
    for position in positions {
      try request.deadline.check(after: chunk.count)
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
