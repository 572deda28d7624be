import Dispatch
import FeedRecords
import Glibc
import Precomputation
import Synchronization

/// Shows the progress of a build and handles signals.
final class ProgressReporter: BuildProgress {
  private struct State {
    var printer = ProgressPrinter()
    var signal: Int?
    /// Whether the build has received the signal, or has ended.
    var isHeard = false
  }

  /// Time after which a build that does not react to a signal is ended, in seconds.
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
          // A second signal ends the program at once.
          if state.signal != nil { _exit(128 + number) }
          state.signal = Int(number)
        }
        // A build that is blocked by its input does not react.
        // The store is safe against a sudden end.
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

  /// Whether a signal was ignored at startup, as with `nohup`.
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

  /// Clears the line on a terminal and restores the signal handlers.
  func finish() {
    state.withLock { $0.isHeard = true }
    for source in signals { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
    state.withLock { $0.printer.finish() }
  }
}
