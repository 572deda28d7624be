import Dispatch
import FeedRecords
import Glibc
import Operations
import Precomputation
import StructuredDocuments
import Synchronization

/// Shows the progress of a build and handles signals.
final class ProgressReporter: BuildProgress {
  private struct State {
    var printer = ProgressPrinter()
    var signal: Int?
    /// Whether the build has reacted to the signal, or has ended.
    var isHeard = false
  }

  /// Time after which a signal ends a build that does not react, in seconds.
  private static let patience = 2.0

  private let state = Mutex(State())
  private let numbers: [Int32]
  private let signals: [any DispatchSourceSignal]

  init() {
    numbers = SignalRelay.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    signals = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
    for (source, number) in zip(signals, numbers) {
      source.setEventHandler { [weak self] in
        self?.state.withLock { state in
          // A second signal ends the program immediately.
          if state.signal != nil { _exit(128 + number) }
          state.signal = Int(number)
        }
        // A build that waits for input does not react, and killing it does not damage the store.
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

  func report(_ progress: ReadingProgress) {
    state.withLock { $0.printer.show(progress) }
  }

  func interruption() -> Int? {
    state.withLock { state in
      state.isHeard = state.signal != nil
      return state.signal
    }
  }

  /// Clears the progress line on a terminal, and restores the signal handlers.
  func finish() {
    state.withLock { $0.isHeard = true }
    for source in signals { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
    state.withLock { $0.printer.finish() }
  }
}

/// Writes the progress of a run to standard error.
struct ProgressPrinter {
  private var schedule: ProgressSchedule
  private let watch = Stopwatch()
  private var hasLine = false

  init(isTerminal: Bool = StandardError.canOverwrite) {
    schedule = ProgressSchedule(isTerminal: isTerminal)
  }

  /// Writes a progress line if it is time for one.
  mutating func show(_ state: @autoclosure () -> ReadingProgress) {
    show { ProgressLine(state: state(), seconds: $0).text }
  }

  /// Writes a line if it is time for one.
  ///
  /// - Parameter line: Makes the line from the seconds since the start of the run.
  mutating func show(_ line: (Double) -> String) {
    let seconds = watch.wallSeconds
    guard schedule.isDue(at: seconds) else { return }
    let text = line(seconds)
    if schedule.isTerminal {
      StandardError.overwrite(text)
      hasLine = true
    } else {
      StandardError.write(text)
    }
  }

  /// Clears the progress line on a terminal.
  mutating func finish() {
    if hasLine { StandardError.overwrite("") }
    hasLine = false
  }
}

/// The progress of a run in one line.
struct ProgressLine {
  var state: ReadingProgress
  /// The time since the start of the run, in seconds.
  var seconds: Double

  /// The text, such as `12 000 records, 4 000 a second, 3.2 MB/s, 40 %, 5 s left`.
  ///
  /// The remaining time is omitted if the size of a source is unknown.
  var text: String {
    let rate = Double(state.records) / max(seconds, 0.001)
    var parts = [counted(state.records, "record"), "\(grouped(Int(rate.rounded()))) a second"]
    if state.bytesRead > 0 {
      parts.append("\((Double(state.bytesRead) / 1e6 / max(seconds, 0.001)).fixed(1)) MB/s")
    }
    guard let expected = state.bytesExpected, expected > 0, state.bytesRead > 0 else {
      return (parts + [Self.duration(seconds)]).joined(separator: ", ")
    }
    // After all input is read, layout and writing continue, so there is no estimate.
    guard state.bytesRead < expected else {
      return (parts + ["all read", Self.duration(seconds)]).joined(separator: ", ")
    }
    let share = Double(state.bytesRead) / Double(expected)
    parts.append("\(Int(share * 100)) %")
    parts.append("\(Self.duration(seconds * (1 - share) / share)) left")
    return parts.joined(separator: ", ")
  }

  /// A duration as text: `7 s`, `3 min 20 s`, `2 h 05 min`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    let (minutes, rest) = (whole / 60, whole % 60)
    if minutes < 60 { return "\(minutes) min \(rest < 10 ? "0" : "")\(rest) s" }
    return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }
}

/// Decides when progress lines are written.
///
/// A terminal gets ten lines per second, another output two lines per minute. A short run writes
/// no line.
struct ProgressSchedule {
  let isTerminal: Bool
  private var next: Double

  init(isTerminal: Bool) {
    self.isTerminal = isTerminal
    next = isTerminal ? 0.5 : 30
  }

  /// Whether it is time for a line; if so, sets the time of the next line.
  ///
  /// - Parameter seconds: The time since the start of the run.
  mutating func isDue(at seconds: Double) -> Bool {
    guard seconds >= next else { return false }
    next = seconds + (isTerminal ? 0.1 : 30)
    return true
  }
}
