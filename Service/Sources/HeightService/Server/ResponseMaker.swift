import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// Makes the response from an answer: chooses compression, sets header fields and the entity tag.
struct ResponseMaker {
  private let method: HTTPRequest.Method
  private let asked: HTTPFields
  private let account: RequestAccount
  private let origins: AllowedOrigins
  /// The reservation of the bytes of a long answer; nil for a short answer.
  private let room: SentAnswer?

  init(
    _ request: Request, _ account: RequestAccount, origins: AllowedOrigins, room: SentAnswer?
  ) {
    self.room = room
    method = request.method
    asked = request.headers
    self.account = account
    self.origins = origins
  }

  /// The response for a connection, and the size in bytes of the body that is sent.
  func response(of answer: Answer, on channel: any Channel) -> (Response, bytes: Int) {
    var coding = ContentCoding.identity
    if answer.type.isCompressible, answer.body.count >= ContentCoding.leastBytes {
      coding = ContentCoding.choose(asked)
    }
    if answer.status == .ok, method != .post, isKnown(answer, coding) {
      return (finish(.notModified, fields(answer, coding), body: nil, channel), 0)
    }
    if answer.status == .noContent {
      return (finish(.noContent, fields(answer, coding), body: nil, channel), 0)
    }
    var body = answer.body
    if coding != .identity {
      // If the library fails for lack of memory, the body and its tag are those without
      // compression.
      if let encoded = coding.encode(body) { body = encoded } else { coding = .identity }
    }
    var fields = fields(answer, coding)
    if coding != .identity {
      fields.append(HTTPField(name: .contentEncoding, value: coding.rawValue))
    }
    fields.append(HTTPField(name: .contentType, value: answer.type.rawValue))
    fields.append(HTTPField(name: .contentLength, value: String(body.count)))
    let isHead = method == .head
    return (
      finish(answer.status, fields, body: isHead ? nil : body, channel), isHead ? 0 : body.count
    )
  }

  /// The header fields that responses with and without a body have.
  private func fields(_ answer: Answer, _ coding: ContentCoding) -> HTTPFields {
    var fields = HTTPFields()
    fields.reserveCapacity(Self.usualFields)
    fields.append(Self.vary)
    fields.append(Self.noSniffing)
    if let name = RequestIDs.field { fields.append(HTTPField(name: name, value: account.id)) }
    origins.admit(asked, to: &fields)
    for field in answer.headers { fields.append(field) }
    fields.append(HTTPField(name: .cacheControl, value: answer.caching.control))
    if let tag = tag(answer, coding) { fields.append(HTTPField(name: .eTag, value: tag)) }
    return fields
  }

  /// The number of fields in the response for a cell, with date and server name.
  private static let usualFields = 10
  private static let vary = HTTPField(name: .vary, value: "Accept, Accept-Encoding")
  private static let noSniffing = HTTPField(name: .xContentTypeOptions, value: "nosniff")

  /// The entity tag of a representation; nil if caches must not keep the answer.
  private func tag(_ answer: Answer, _ coding: ContentCoding) -> String? {
    guard let tag = answer.caching.tag else { return nil }
    let suffix = coding == .identity ? "" : "-\(coding.rawValue)"
    return "\"\(tag)\(answer.variant)\(suffix)\""
  }

  /// Whether `If-None-Match` has the tag of this representation, so that the client need not get
  /// it.
  private func isKnown(_ answer: Answer, _ coding: ContentCoding) -> Bool {
    let values = asked[values: .ifNoneMatch]
    guard !values.isEmpty, let tag = tag(answer, coding) else { return false }
    return values.flatMap { $0.split(separator: ",") }.contains { entry in
      var entry = entry.drop { $0 == " " || $0 == "\t" }
      while entry.last == " " || entry.last == "\t" { entry.removeLast() }
      if entry == "*" { return true }
      return (entry.hasPrefix("W/") ? entry.dropFirst(2) : entry) == tag
    }
  }

  private func finish(
    _ status: HTTPResponse.Status, _ fields: HTTPFields, body: [UInt8]?, _ channel: any Channel
  ) -> Response {
    let isLong = body.map { $0.count > SentAnswers.shortBytes } ?? false
    let isLast = account.endsConnection
    guard isLong || isLast else {
      return Response(
        status: status, headers: fields,
        body: body.map { ResponseBody(byteBuffer: ByteBuffer(bytes: $0)) } ?? ResponseBody())
    }
    var fields = fields
    if isLast { fields[.connection] = "close" }
    let length = fields[.contentLength].flatMap { Int($0) }
    return Response(
      status: status, headers: fields,
      body: ResponseBody(contentLength: length) { [room] writer in
        var rest = (body ?? [])[...]
        while !rest.isEmpty {
          // This waits until the connection has sent the previous parts.
          try await writer.write(ByteBuffer(bytes: rest.prefix(SentAnswers.shortBytes)))
          rest = rest.dropFirst(SentAnswers.shortBytes)
          room?.moved()
        }
        try await writer.finish(nil)
        if isLast { channel.closeSoon() }
      })
  }
}

extension Channel {
  /// Closes a connection half a second after its last response.
  ///
  /// Until then the connection is read, so that the client can receive the whole response.
  func closeSoon() {
    eventLoop.scheduleTask(in: .milliseconds(500)) { self.close(promise: nil) }
  }
}
