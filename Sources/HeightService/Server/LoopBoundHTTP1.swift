import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// A connection of HTTP/1 whose requests are answered on its own event loop.
///
/// One thread reads a request, answers it and writes the answer. On the shared pool of threads, each
/// request wakes another thread twice, which takes longer than the answer of a cell. Other
/// connections of the loop wait meanwhile, so that long answers let them in with `Deadline.pause`.
struct LoopBoundHTTP1: ServerChildChannel {
  let connection: HTTP1Channel

  /// Bytes that are read from a connection at once.
  ///
  /// All requests in them are held until the first is answered; each takes some hundred bytes.
  private static let readBytes = 8 << 10

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    connection.setup(channel: channel, logger: logger).map { value in
      // Whoever closed it meanwhile makes this fail; `value` must be handled all the same.
      do { try Self.bound(channel) } catch { channel.close(promise: nil) }
      return value
    }
  }

  /// Bounds what is held of a connection, and checks its heads.
  private static func bound(_ channel: any Channel) throws {
    let options = channel.syncOptions
    try options?.setOption(.maxMessagesPerRead, value: 1)
    try options?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 2_048, maximum: readBytes))
    let pipeline = channel.pipeline.syncOperations
    let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
    try pipeline.addHandler(HostFieldHandler(), position: .before(codec))
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
