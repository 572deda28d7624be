import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// An HTTP/1 connection whose requests are answered on its own event loop.
///
/// One thread reads a request, answers it and writes the response. With the shared thread pool,
/// each request would wake another thread twice, which takes longer than a lookup of a cell.
/// Meanwhile the other connections of the loop wait, so long answers call `Deadline.pause`.
struct LoopBoundHTTP1: ServerChildChannel {
  let connection: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    connection.setup(channel: channel, logger: logger).map { value in
      // When the server stops, it drops connections that it has not started to handle. Their
      // unfinished writers would crash the program, so they are kept until the connection is
      // closed.
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

/// Runs the tasks of a connection on its event loop.
private final class ConnectionExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Limits the memory of a connection, and adds `HostFieldHandler`.
///
/// It is a handler because the server allows no step that can fail after its own handlers.
final class ConnectionBounds: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  /// Maximum number of bytes that are read from a connection at once.
  ///
  /// All requests in these bytes are in memory until the first is answered. Each takes a few
  /// hundred bytes.
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
      // The connection was closed in the meantime.
      context.close(promise: nil)
    }
  }
}

/// Refuses HTTP/1.1 requests that do not have exactly one field `Host`, and takes the host of a
/// target that is a whole URL.
///
/// Source: RFC 9112, 3.2. It is done here because later types do not record how often a field
/// occurs, and lose the host of a URL.
final class HostFieldHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Whether a request was refused; then nothing more is read.
  private var isRefusing = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefusing else { return }
    guard case .head(var head) = unwrapInboundIn(data) else {
      context.fireChannelRead(data)
      return
    }
    let count = head.headers["Host"].count
    guard count == 1 || (count == 0 && head.version == .http1_0) else { return refuse(context) }
    guard AbsoluteTarget.hasScheme(head.uri) else {
      context.fireChannelRead(data)
      return
    }
    guard let target = AbsoluteTarget(head.uri) else { return refuse(context) }
    head.uri = target.path
    head.headers.replaceOrAdd(name: "Host", value: target.authority)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private func refuse(_ context: ChannelHandlerContext) {
    isRefusing = true
    // The same error as for a request that the parser cannot read.
    context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
  }
}

/// The parts of a target that is a whole URL.
private struct AbsoluteTarget {
  /// The host, with the port if there is one.
  let authority: String
  /// The path and the query; at least `/`.
  let path: String

  /// Whether a target begins with a scheme, as a URL does.
  static func hasScheme(_ target: String) -> Bool {
    guard target.utf8.first != UInt8(ascii: "/") else { return false }
    return target.utf8.first { ":/?#".utf8.contains($0) } == UInt8(ascii: ":")
  }

  /// Parses a URL; nil if its scheme is not `http` or `https`, or it has no host.
  init?(_ target: String) {
    let schemes = ["http://", "https://"]
    guard let scheme = schemes.first(where: { target.prefix($0.count).lowercased() == $0 })
    else { return nil }
    let rest = target.dropFirst(scheme.count)
    let host = rest.prefix { !"/?#".contains($0) }
    guard !host.isEmpty else { return nil }
    authority = String(host)
    let path = rest.dropFirst(host.count)
    self.path = path.hasPrefix("/") ? String(path) : "/\(path)"
  }
}

/// Adds the reason to the response for a request whose head cannot be read.
///
/// The server refuses such a request before routing, with an empty response. This handler replaces
/// that response by a problem document.
final class UnreadableHeadHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limit: Int
  private let requestIDs: RequestIDs
  private var isRefusing = false

  /// - Parameters:
  ///   - limit: The maximum size of a head in bytes, for the message.
  ///   - requestIDs: Makes the request id, because the head cannot be read.
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

/// Closes connections whose client does not read the response.
///
/// The server itself closes only connections on which no request arrives.
final class StalledReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let patience: TimeAmount
  private var closing: Scheduled<Void>?

  /// - Parameter seconds: The time in which the client must read some of the waiting bytes.
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
