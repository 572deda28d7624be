import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// Makes the response from an answer: sets header fields, and sends the body in parts.
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
  ///
  /// - Parameter answer: An answer in its coding.
  func response(of answer: Answer, on channel: any Channel) -> (Response, bytes: Int) {
    if answer.isKnown {
      return (finish(.notModified, fields(answer), body: nil, channel), 0)
    }
    if answer.status == .noContent {
      return (finish(.noContent, fields(answer), body: nil, channel), 0)
    }
    let body = answer.body
    var fields = fields(answer)
    if let coding = answer.coding, coding != .identity {
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
  private func fields(_ answer: Answer) -> HTTPFields {
    var fields = HTTPFields()
    fields.reserveCapacity(Self.usualFields)
    fields.append(Self.vary)
    fields.append(Self.noSniffing)
    if let name = RequestIDs.field { fields.append(HTTPField(name: name, value: account.id)) }
    origins.admit(asked, to: &fields)
    for field in answer.headers { fields.append(field) }
    fields.append(HTTPField(name: .cacheControl, value: answer.caching.control))
    if let tag = answer.tag { fields.append(HTTPField(name: .eTag, value: tag)) }
    return fields
  }

  /// The number of fields in the response for a cell, with date and server name.
  private static let usualFields = 10
  private static let vary = HTTPField(name: .vary, value: "Accept, Accept-Encoding")
  private static let noSniffing = HTTPField(name: .xContentTypeOptions, value: "nosniff")

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
