import NIOCore
import NIOHTTP1

/// Refuses requests of HTTP/1.1 that do not have the field `Host` once.
///
/// Source: RFC 9112, 3.2. It stands before the types of HTTP/1 are turned into those of all
/// versions, which do not tell.
final class HostFieldHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Whether a request was refused, behind which nothing is read.
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
