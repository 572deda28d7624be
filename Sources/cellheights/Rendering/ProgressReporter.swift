import Dispatch
import FeedRecords
import Glibc
import Precomputation
import Synchronization

/// Shows how far a build is, and passes on the signals that ask it to stop.
final class ProgressReporter: BuildProgress {
  private struct State {
    var printer = ProgressPrinter()
    var signal: Int?
    /// Whether the build has heard of the signal, or has ended.
    var isHeard = false
  }

  /// How long a build has to hear of a signal, in seconds.
  private static let patience = 2.0

  private let state = Mutex(State())
  private let numbers: [Int32]
  private let signals: [any DispatchSourceSignal]

  init() {
    numbers = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    signals = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
    for (source, number) in zip(signals, numbers) {
      source.setEventHandler { [weak self] in
        self?.state.withLock { state in
          // A second signal does not wait for the batch to end.
          if state.signal != nil { _exit(128 + number) }
          state.signal = Int(number)
        }
        // A build that waits for its input, such as a pipe that nobody writes to, hears nothing.
        // The store does not mind a sudden end.
        let end = DispatchWorkItem { [weak self] in
          guard let self, !state.withLock({ $0.isHeard }) else { return }
          StandardError.write("cellheights: stopped by signal \(number); the store is whole")
          _exit(128 + number)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: end)
      }
      source.resume()
    }
  }

  /// Whether whoever started the program wants a signal to be ignored, as `nohup` does.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  func report(_ progress: ReadingProgress) {
    state.withLock { $0.printer.show(progress) }
  }

  func interruption() -> Int? {
    state.withLock { state in
      state.isHeard = state.signal != nil
      return state.signal
    }
  }

  /// Ends the line on a terminal and gives the signals back.
  func finish() {
    state.withLock { $0.isHeard = true }
    for source in signals { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
    state.withLock { $0.printer.finish() }
  }
}
