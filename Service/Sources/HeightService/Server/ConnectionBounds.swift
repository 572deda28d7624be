import NIOCore
import NIOHTTPTypesHTTP1

/// Bounds what is held of a connection, and has its heads checked, when the connection is set up.
///
/// It is a handler because nothing that may fail can follow the server's own handlers: what these
/// make of a connection must be handled.
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
