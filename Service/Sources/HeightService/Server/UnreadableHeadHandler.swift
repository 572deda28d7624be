import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Says why a request whose head cannot be read is refused.
///
/// The server refuses such a request before any route is asked, with an empty answer; this puts a
/// problem in its place.
final class UnreadableHeadHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limit: Int
  private let requestIDs: RequestIDs
  private var isRefusing = false

  /// - Parameters:
  ///   - limit: The bytes of a head.
  ///   - requestIDs: Gives the request its id, as what it sent is not known.
  init(limit: Int, requestIDs: RequestIDs) {
    self.limit = limit
    self.requestIDs = requestIDs
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest,
      head.headerFields[.contentType] == nil
    else {
      context.write(data, promise: promise)
      if isRefusing, case .end = unwrapOutboundIn(data) { context.channel.closeSoon() }
      return
    }
    isRefusing = true
    let problem = Problem.limit(
      .badRequest, "unreadable-head", "The head of the request cannot be read",
      "it is malformed, has no Host or two, or is larger than \(limit) bytes; use POST for many "
        + "ids", limit: limit)
    let id = requestIDs.new()
    let body = problem.body(requestID: id)
    if let field = RequestIDs.field { head.headerFields[field] = id }
    head.headerFields[.contentType] = MediaType.problem.rawValue
    head.headerFields[.cacheControl] = "no-store"
    head.headerFields[.contentLength] = String(body.count)
    context.write(wrapOutboundOut(.head(head)), promise: promise)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
  }
}
