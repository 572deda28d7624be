import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// Converts an answer to a response: tagged, not modified, compressed, without a body for `HEAD`.
struct ResponseMaker {
  private let method: HTTPRequest.Method
  private let asked: HTTPFields
  private let account: RequestAccount
  private let origins: AllowedOrigins
  /// The reservation of a long answer's bytes; nil for other answers.
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

  /// The response on a connection, and the bytes of its body.
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
      // Without memory for the library the plain bytes are sent, with their own tag.
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

  /// The fields that do not depend on the body.
  ///
  /// None of them is repeated, so all are appended, which avoids a search.
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

  /// Those of a cell, with the date and the server's name.
  private static let usualFields = 10
  private static let vary = HTTPField(name: .vary, value: "Accept, Accept-Encoding")
  private static let noSniffing = HTTPField(name: .xContentTypeOptions, value: "nosniff")

  /// The tag of a representation; nil for an answer that may not be kept.
  private func tag(_ answer: Answer, _ coding: ContentCoding) -> String? {
    guard let tag = answer.caching.tag else { return nil }
    let suffix = coding == .identity ? "" : "-\(coding.rawValue)"
    return "\"\(tag)\(answer.variant)\(suffix)\""
  }

  /// Whether the client has the representation.
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
          // A piece waits here until the connection has taken those before it.
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
  /// Closes a connection after its last response.
  ///
  /// Further bytes are read for a short time, so that the client can still receive the response.
  func closeSoon() {
    eventLoop.scheduleTask(in: .milliseconds(500)) { self.close(promise: nil) }
  }
}
