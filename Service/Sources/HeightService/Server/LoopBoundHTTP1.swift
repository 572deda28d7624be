import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A connection of HTTP/1 whose requests are answered on its own event loop.
///
/// One thread reads a request, answers it and writes the response. On the shared pool of threads,
/// each request wakes another thread twice, which takes longer than answering for a cell. Other
/// connections of the loop wait meanwhile, so long answers yield with `Deadline.pause`.
struct LoopBoundHTTP1: ServerChildChannel {
  let connection: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    connection.setup(channel: channel, logger: logger).map { value in
      // A server that stops drops connections that it did not begin, and their unfinished writers
      // would end the program.
      channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await withTaskExecutorPreference(ConnectionExecutor(loop: value.channel.eventLoop)) {
      await connection.handle(value: value, logger: logger)
    }
  }
}

/// Runs the tasks of a connection.
private final class ConnectionExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Limits the memory of a connection, and has its heads checked, when the connection is set up.
///
/// It is a handler because no step that may fail can follow the server's own handlers.
final class ConnectionBounds: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  /// Bytes that are read from a connection at once.
  ///
  /// All requests in them are held until the first is answered; each takes some hundred bytes.
  private static let readBytes = 8 << 10

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      let options = context.channel.syncOptions
      try options?.setOption(.maxMessagesPerRead, value: 1)
      try options?.setOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(
          minimum: 1_024, initial: 2_048, maximum: Self.readBytes))
      let pipeline = context.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(HostFieldHandler(), position: .before(codec))
    } catch {
      // Somebody closed it meanwhile.
      context.close(promise: nil)
    }
  }
}

/// Refuses requests of HTTP/1.1 that do not have the field `Host` exactly once.
///
/// Source: RFC 9112, 3.2. The check runs before requests become version-independent types, which do
/// not record how often the field occurred.
final class HostFieldHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Whether a request was refused, after which nothing is read.
  private var isRefusing = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefusing else { return }
    if case .head(let head) = unwrapInboundIn(data) {
      let count = head.headers["Host"].count
      guard count == 1 || (count == 0 && head.version == .http1_0) else {
        isRefusing = true
        // As the parser refuses what it cannot read.
        context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        return
      }
    }
    context.fireChannelRead(data)
  }
}

/// Adds the reason to the response for a request whose head cannot be read.
///
/// The server refuses such a request before routing, with an empty response; this replaces it by a
/// problem.
final class UnreadableHeadHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limit: Int
  private let requestIDs: RequestIDs
  private var isRefusing = false

  /// - Parameters:
  ///   - limit: The bytes of a head.
  ///   - requestIDs: Gives the request its id, because its head cannot be read.
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

/// Closes connections on which answers are not read.
///
/// The server itself closes only those that send no request.
final class StalledReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let patience: TimeAmount
  private var closing: Scheduled<Void>?

  /// - Parameter seconds: The time in which some of the pending bytes must be read.
  init(seconds: Double) { patience = .milliseconds(Int64(seconds * 1_000)) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    closing?.cancel()
    closing = nil
    if !context.channel.isWritable {
      closing = context.eventLoop.scheduleTask(in: patience) { [channel = context.channel] in
        channel.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context _: ChannelHandlerContext) { closing?.cancel() }
}
