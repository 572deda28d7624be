import NIOCore

/// Closes connections on which answers are not read.
///
/// The server itself closes only those on which no request comes.
final class StalledReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let patience: TimeAmount
  private var closing: Scheduled<Void>?

  /// - Parameter seconds: The time in which some of what waits must be read.
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
