import Dispatch
import NIOCore
import Synchronization

/// Makes the answers that take long on worker threads, within limits of number, time and bytes.
///
/// Event loops make only short answers. A loop that made a long one would delay all its other
/// connections.
final class LongAnswers: Sendable {
  private let gate: RequestGate
  private let workers: WorkerPool
  private let sent: SentAnswers
  private let metrics: ServiceMetrics

  /// - Parameters:
  ///   - limit: Maximum number of long answers that wait or are made.
  ///   - sent: The answers that are being sent. While they have no room, no long answer is made.
  init(limit: Int, sent: SentAnswers, metrics: ServiceMetrics) {
    gate = RequestGate(limit: limit)
    workers = WorkerPool(threads: WorkerPool.threads(processors: System.coreCount))
    self.sent = sent
    self.metrics = metrics
  }

  /// The number of long answers that wait or are made.
  var count: Int { gate.inside }

  /// Runs a job on a worker thread, as a part of a long answer.
  ///
  /// - Throws: `Problem` if there are too many long answers, sent bytes have no room, or the
  ///   deadline passes before a worker is free; the errors of the job.
  func run<Value: Sendable>(
    _ deadline: Deadline, _ job: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await counted { [sent, metrics, workers] in
      try await workers.run {
        try deadline.check()
        guard sent.hasRoom else {
          metrics.countBusy()
          throw Problem.busySending(limit: sent.limit)
        }
        return try job()
      }
    }
  }

  /// Calls a function that waits for something else, as one of the long answers.
  ///
  /// - Throws: `Problem` if there are too many long answers; the errors of `wait`.
  nonisolated(nonsending) func counted<Value>(
    _ wait: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    guard gate.enter() else {
      metrics.countBusy()
      throw Problem.busy(limit: gate.limit)
    }
    defer { gate.leave() }
    return try await wait()
  }
}

/// Threads that run one job each at a time, in the order in which the jobs came.
private final class WorkerPool: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    /// The threads without a job.
    var idle: [DispatchQueue]
    var waiting: [Job] = []
    /// The jobs of `waiting` that were taken.
    var taken = 0

    /// Takes the job that has waited longest; nil if there is none.
    mutating func next() -> Job? {
      guard taken < waiting.count else { return nil }
      defer {
        taken += 1
        // Jobs are removed many at once, so that taking one does not move all others.
        if taken * 2 >= waiting.count {
          waiting.removeFirst(taken)
          taken = 0
        }
      }
      return waiting[taken]
    }
  }

  private let state: Mutex<State>

  /// Creates threads, which serial queues are.
  init(threads: Int) {
    state = Mutex(State(idle: (0..<threads).map { DispatchQueue(label: "long-answers-\($0)") }))
  }

  /// One thread fewer than there are processors, which leaves one to the event loops; at least one.
  static func threads(processors: Int) -> Int { max(1, processors - 1) }

  /// Runs a job when a thread is free.
  ///
  /// - Throws: The error of the job.
  func run<Value: Sendable>(
    _ job: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      submit { continuation.resume(with: Result { try job() }) }
    }
  }

  private func submit(_ job: @escaping Job) {
    let thread = state.withLock { state -> DispatchQueue? in
      if let thread = state.idle.popLast() { return thread }
      state.waiting.append(job)
      return nil
    }
    if let thread { thread.async { self.work(on: thread, job) } }
  }

  /// Runs a job, and then all that wait.
  private func work(on thread: DispatchQueue, _ first: @escaping Job) {
    var job = Optional(first)
    while let current = job {
      current()
      job = state.withLock { state -> Job? in
        if let next = state.next() { return next }
        state.idle.append(thread)
        return nil
      }
    }
  }
}
