import NIOCore
import Synchronization

/// Counts the requests that are being answered, and refuses more than a limit.
final class RequestGate: Sendable {
  private let count = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The requests that are inside.
  var inside: Int { count.load(ordering: .relaxed) }

  /// - Returns: False when the limit is reached; otherwise a call of `leave` must follow.
  func enter() -> Bool {
    if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
    count.wrappingSubtract(1, ordering: .relaxed)
    return false
  }

  func leave() { count.wrappingSubtract(1, ordering: .relaxed) }
}

/// The bytes that all requests together may have in memory.
final class ByteBudget: Sendable {
  private let used = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Takes bytes, unless too many are taken; a call of `give` must follow.
  func take(_ bytes: Int) -> Bool {
    if used.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    give(bytes)
    return false
  }

  func give(_ bytes: Int) { used.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// When a request must be answered.
struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant
  private let seconds: Double

  /// Creates a deadline some seconds from now.
  init(seconds: Double) {
    self.seconds = seconds
    instant = .now + .seconds(seconds)
  }

  /// The remaining time; not below 0.
  var left: Duration { max(.zero, instant - .now) }

  /// - Throws: `Problem` when it is over.
  func check() throws(Problem) {
    guard .now < instant else { throw .requestTime(seconds: seconds) }
  }

  /// Checks the time, and yields to other requests; for loops, after several cells.
  func pause() async throws(Problem) {
    try check()
    await Task.yield()
  }

  /// Cells that are read between two pauses, about a millisecond.
  static let stride = 32
}

/// The long answers that are being sent, with a limit for the sum of their bytes.
///
/// If a new answer does not fit, the answers that their clients do not read are ended.
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

    /// Returns the connection, so that it is not released under the lock.
    mutating func remove(_ number: Int) -> (any Channel)? {
      guard let entry = entries.removeValue(forKey: number) else { return nil }
      bytes -= entry.bytes
      return entry.channel
    }
  }

  private let state = Mutex(State())
  private let limit: Int
  private let patience: Duration

  /// Answers of at most this many bytes are not counted; a connection can buffer them.
  static let shortBytes = 64 << 10

  /// - Parameters:
  ///   - limit: Most bytes of all answers together.
  ///   - stalledSeconds: Seconds after which an answer that its client does not read may be ended.
  init(limit: Int, stalledSeconds: Double) {
    self.limit = limit
    patience = .seconds(stalledSeconds)
  }

  /// Reserves the bytes of an answer on a connection.
  ///
  /// - Returns: The reservation, which lasts as long as the object; nil if the answer does not fit
  ///   beside those that are being read.
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

/// The reservation of one answer's bytes; a class, because its end releases them.
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
