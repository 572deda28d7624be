import HummingbirdCore
import Logging
import NIOCore

/// A connection of HTTP/1 whose requests are answered on its own event loop.
///
/// One thread reads a request, answers it and writes the answer. On the shared pool of threads, each
/// request wakes another thread twice, which takes longer than the answer of a cell. Other
/// connections of the loop wait meanwhile, so that long answers let them in with `Deadline.pause`.
struct LoopBoundHTTP1: ServerChildChannel {
  let connection: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    connection.setup(channel: channel, logger: logger)
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
