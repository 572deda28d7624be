import NIOCore
import Synchronization

/// Counts the current requests, and refuses a request if the limit is reached.
final class RequestGate: Sendable {
  private let count = Atomic<Int>(0)
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The number of current requests.
  var inside: Int { count.load(ordering: .relaxed) }

  /// Counts a request as current.
  ///
  /// - Returns: False if the limit is reached; after true, the caller must call `leave`.
  func enter() -> Bool {
    if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
    count.wrappingSubtract(1, ordering: .relaxed)
    return false
  }

  func leave() { count.wrappingSubtract(1, ordering: .relaxed) }
}

/// A limit for the bytes that all requests together may hold in memory.
final class ByteBudget: Sendable {
  private let used = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Takes bytes if the limit allows it; after true, the caller must return them with `release`.
  func claim(_ bytes: Int) -> Bool {
    if used.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    release(bytes)
    return false
  }

  func release(_ bytes: Int) { used.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// The time until which a request must be answered.
///
/// Loops over many cells check it between cells.
struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant
  private let seconds: Double

  /// Creates a deadline that is a number of seconds from now.
  init(seconds: Double) {
    self.seconds = seconds
    instant = .now + .seconds(seconds)
  }

  /// The remaining time, at least 0.
  var left: Duration { max(.zero, instant - .now) }

  /// - Throws: `Problem` if the deadline has passed.
  func check() throws(Problem) {
    guard .now < instant else { throw .requestTime(seconds: seconds) }
  }

  /// Number of cells that are read between two checks, which takes about a millisecond.
  private static let stride = 32

  /// Checks the deadline if it is time for a check.
  ///
  /// - Parameter cells: The number of cells that were read.
  /// - Throws: `Problem` if the deadline has passed.
  func check(after cells: Int) throws(Problem) {
    if cells % Self.stride == Self.stride - 1 { try check() }
  }
}

/// The long answers that are being sent, with a limit for their total size.
///
/// If a new answer does not fit, connections whose clients do not read are closed, starting with
/// the one that has waited longest.
final class SentAnswers: Sendable {
  private struct Entry {
    let bytes: Int
    let channel: any Channel
    /// The last time at which the client read some bytes.
    var moved: ContinuousClock.Instant
  }

  private struct State {
    var bytes = 0
    var entries: [Int: Entry] = [:]
    var next = 0

    /// Removes an entry, and returns its connection so that it is not released under the lock.
    mutating func remove(_ number: Int) -> (any Channel)? {
      guard let entry = entries.removeValue(forKey: number) else { return nil }
      bytes -= entry.bytes
      return entry.channel
    }
  }

  private let state = Mutex(State())
  let limit: Int
  private let patience: Duration

  /// Size in bytes up to which an answer is not counted, because a connection can buffer it.
  static let shortBytes = 64 << 10

  /// - Parameters:
  ///   - limit: Maximum size of all answers together, in bytes.
  ///   - stalledSeconds: Time after which an answer may be ended if its client does not read.
  init(limit: Int, stalledSeconds: Double) {
    self.limit = limit
    patience = .seconds(stalledSeconds)
  }

  /// Reserves the bytes of an answer for a connection.
  ///
  /// An answer that is the only one always fits.
  ///
  /// - Returns: The reservation, which lasts until the object is released; nil if the answer does
  ///   not fit although stalled answers were ended.
  func begin(_ bytes: Int, on channel: any Channel) -> SentAnswer? {
    let number = withRoom(for: bytes) { state in
      let number = state.next
      state.next += 1
      state.bytes += bytes
      state.entries[number] = Entry(bytes: bytes, channel: channel, moved: .now)
      return number
    }
    return number.map { SentAnswer(number: $0, of: self) }
  }

  /// Whether a byte more could be sent, if stalled answers were ended.
  var hasRoom: Bool { withRoom(for: 1) { _ in true } ?? false }

  /// Ends stalled answers until bytes fit, and calls a function; nil if they do not fit.
  private func withRoom<Value: Sendable>(for bytes: Int, _ body: (inout State) -> Value) -> Value? {
    var stalled: [any Channel] = []
    defer { for channel in stalled { channel.close(promise: nil) } }
    return state.withLock { state in
      let now = ContinuousClock.now
      while state.bytes + bytes > limit,
        let oldest = state.entries.min(by: { $0.value.moved < $1.value.moved }),
        oldest.value.moved.duration(to: now) >= patience
      {
        if let channel = state.remove(oldest.key) { stalled.append(channel) }
      }
      guard state.bytes + bytes <= limit || state.entries.isEmpty else { return nil }
      return body(&state)
    }
  }

  fileprivate func moved(_ number: Int) {
    state.withLock { $0.entries[number]?.moved = .now }
  }

  fileprivate func end(_ number: Int) { _ = state.withLock { $0.remove(number) } }
}

/// The reservation of the bytes of an answer; a class, because its release frees the bytes.
final class SentAnswer: Sendable {
  private let number: Int
  private let all: SentAnswers

  fileprivate init(number: Int, of all: SentAnswers) {
    self.number = number
    self.all = all
  }

  deinit { all.end(number) }

  /// Records that the client has read some bytes.
  func moved() { all.moved(number) }
}
