import HTTPTypes
import HummingbirdCore
import NIOCore

/// Makes an answer a response: tagged, not modified, compressed, without a body for `HEAD`.
struct ResponseMaker {
  let request: Request
  let account: RequestAccount
  var headers: HTTPFields = [:]

  init(request: Request, account: RequestAccount) {
    self.request = request
    self.account = account
    headers[.vary] = "Accept, Accept-Encoding"
    headers[.xContentTypeOptions] = "nosniff"
    if let field = RequestID.field { headers[field] = account.id }
  }

  /// The response, and the bytes of its body.
  func response(of answer: Answer, channel: any Channel) -> (Response, bytes: Int) {
    var headers = headers
    for field in answer.headers { headers.append(field) }
    var coding = answer.coding
    if coding == .identity, answer.type.isCompressible,
      answer.body.count >= ContentCoding.leastBytes
    {
      coding = ContentCoding.choose(request.headers)
    }
    let tag = cache(answer, coding, &headers)
    if let tag, answer.status == .ok, request.method != .post, isKnown(tag) {
      return (finish(.notModified, headers, body: nil, length: nil, channel), 0)
    }
    var body = answer.body
    if coding != answer.coding {
      // Without memory for the library the plain bytes will do, under a tag of their own.
      if let encoded = coding.encode(body) { body = encoded } else { coding = .identity }
    }
    if tag != nil { _ = cache(answer, coding, &headers) }
    if coding != .identity { headers[.contentEncoding] = coding.rawValue }
    guard answer.status != .noContent else {
      return (finish(.noContent, headers, body: nil, length: nil, channel), 0)
    }
    headers[.contentType] = answer.type.rawValue
    let isHead = request.method == .head
    return (
      finish(
        answer.status, headers, body: isHead ? nil : body, length: body.count, channel),
      isHead ? 0 : body.count
    )
  }

  /// Writes how long an answer may be kept; gives its tag.
  private func cache(
    _ answer: Answer, _ coding: ContentCoding, _ headers: inout HTTPFields
  ) -> String? {
    let tag: String
    switch answer.caching {
    case .never:
      headers[.cacheControl] = "no-store"
      return nil
    case .revalidated(let name):
      tag = name
      headers[.cacheControl] = "no-cache"
    case .short(let name, let seconds):
      tag = name
      headers[.cacheControl] = "public, max-age=\(seconds)"
    case .immutable(let name):
      tag = name
      headers[.cacheControl] = "public, max-age=31536000, immutable"
    }
    let suffix = coding == .identity || coding == answer.coding ? "" : "-\(coding.rawValue)"
    let quoted = "\"\(tag)\(answer.variant)\(suffix)\""
    headers[.eTag] = quoted
    return quoted
  }

  /// Whether the client has the representation with a tag.
  private func isKnown(_ tag: String) -> Bool {
    request.headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }.contains { entry in
      var entry = entry.drop { $0 == " " || $0 == "\t" }
      while entry.last == " " || entry.last == "\t" { entry.removeLast() }
      if entry == "*" { return true }
      return (entry.hasPrefix("W/") ? entry.dropFirst(2) : entry) == tag
    }
  }

  private func finish(
    _ status: HTTPResponse.Status, _ fields: HTTPFields, body: [UInt8]?, length: Int?,
    _ channel: any Channel
  ) -> Response {
    var headers = fields
    if let length { headers[.contentLength] = String(length) }
    let buffer = body.map { ByteBuffer(bytes: $0) }
    guard account.endsConnection else {
      return Response(
        status: status, headers: headers,
        body: buffer.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody())
    }
    headers[.connection] = "close"
    return Response(
      status: status, headers: headers,
      body: ResponseBody(contentLength: length) { writer in
        if let buffer { try await writer.write(buffer) }
        try await writer.finish(nil)
        // What still arrives is read for a moment, so that the client is not cut off from the
        // answer, but not for as long as it likes.
        channel.eventLoop.scheduleTask(in: Self.lingering) { channel.close(promise: nil) }
      })
  }

  /// How long a connection stays open behind its last answer.
  private static let lingering = TimeAmount.milliseconds(500)
}
