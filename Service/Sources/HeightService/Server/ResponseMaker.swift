import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// Makes an answer a response: tagged, not modified, compressed, without a body for `HEAD`.
struct ResponseMaker {
  private let method: HTTPRequest.Method
  private let asked: HTTPFields
  private let account: RequestAccount
  private let origins: AllowedOrigins
  /// Room for a long answer.
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
      // Without memory for the library the plain bytes will do, under a tag of their own.
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

  /// The fields that do not depend on whether there is a body.
  ///
  /// None of them is there twice, so that all are appended: to set a field is to search it first.
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
  /// Closes a connection behind its last answer.
  ///
  /// What still arrives is read for a moment, so that the client is not cut off from the answer, but
  /// not for as long as it likes.
  func closeSoon() {
    eventLoop.scheduleTask(in: .milliseconds(500)) { self.close(promise: nil) }
  }
}

/// The long answers that are being sent, whose bytes are bounded together.
///
/// Where there is no room, those that nobody reads make it.
final class SentAnswers: Sendable {
  private struct Entry {
    let bytes: Int
    let channel: any Channel
    /// When some of it was last taken.
    var moved: ContinuousClock.Instant
  }

  private struct State {
    var bytes = 0
    var entries: [Int: Entry] = [:]
    var next = 0

    /// Gives the connection back, so that it is not released under the lock.
    mutating func remove(_ number: Int) -> (any Channel)? {
      guard let entry = entries.removeValue(forKey: number) else { return nil }
      bytes -= entry.bytes
      return entry.channel
    }
  }

  private let state = Mutex(State())
  private let limit: Int
  private let patience: Duration

  /// Answers of at most so many bytes are not counted; a connection has room for them.
  static let shortBytes = 64 << 10

  /// - Parameters:
  ///   - limit: Bytes of all of them.
  ///   - stalledSeconds: An answer of which nothing was taken for so long may have to make room.
  init(limit: Int, stalledSeconds: Double) {
    self.limit = limit
    patience = .seconds(stalledSeconds)
  }

  /// Takes room for an answer on a connection.
  ///
  /// - Returns: The room, for as long as it is held; nil where others are being read.
  func begin(_ bytes: Int, on channel: any Channel) -> SentAnswer? {
    let (number, stalled) = state.withLock { state in
      let now = ContinuousClock.now
      var stalled: [any Channel] = []
      while state.bytes + bytes > limit,
        let oldest = state.entries.min(by: { $0.value.moved < $1.value.moved }),
        oldest.value.moved.duration(to: now) >= patience
      {
        if let channel = state.remove(oldest.key) { stalled.append(channel) }
      }
      guard state.bytes + bytes <= limit || state.entries.isEmpty else {
        return (nil as Int?, stalled)
      }
      let number = state.next
      state.next += 1
      state.bytes += bytes
      state.entries[number] = Entry(bytes: bytes, channel: channel, moved: now)
      return (number, stalled)
    }
    for channel in stalled { channel.close(promise: nil) }
    return number.map { SentAnswer(number: $0, of: self) }
  }

  fileprivate func moved(_ number: Int) {
    state.withLock { $0.entries[number]?.moved = .now }
  }

  fileprivate func end(_ number: Int) { _ = state.withLock { $0.remove(number) } }
}

/// Room for one answer; a class because it is given back when nobody holds it.
final class SentAnswer: Sendable {
  private let number: Int
  private let all: SentAnswers

  fileprivate init(number: Int, of all: SentAnswers) {
    self.number = number
    self.all = all
  }

  deinit { all.end(number) }

  /// Notes that some of it was taken.
  func moved() { all.moved(number) }
}
