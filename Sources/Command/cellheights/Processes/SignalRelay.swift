import Dispatch
import Foundation
import Synchronization

/// Terminates the child process when a signal asks the run to stop.
///
/// Signals that are ignored at startup remain ignored.
final class SignalRelay {
  private struct State {
    var signal: Int32?
    var child: pid_t?
  }

  /// The handled signals.
  let numbers: [Int32]
  private let state = Mutex(State())
  private let sources: [any DispatchSourceSignal]

  /// Installs the signal handlers.
  init() {
    numbers = [SIGINT, SIGTERM, SIGHUP].filter { !ProgressReporter.isIgnored($0) }
    sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
    let ready = DispatchSemaphore(value: 0)
    for (source, number) in zip(sources, numbers) {
      source.setEventHandler { [weak self] in
        self?.state.withLock { state in
          state.signal = state.signal ?? number
          // The process group includes the child's own children.
          if let child = state.child { kill(-child, SIGTERM) }
        }
      }
      source.setRegistrationHandler { ready.signal() }
      source.resume()
      ready.wait()
    }
  }

  /// Starts a child process that signals are forwarded to.
  func start(
    _ start: () throws -> sending RunningProcess
  ) throws -> sending RunningProcess {
    try state.withLock { state in
      if let signal = state.signal { throw NightlyTrouble(interruptedBy: signal) }
      let child = try start()
      state.child = child.id
      return child
    }
  }

  /// Waits for the end of a child process.
  ///
  /// - Returns: The exit code as in a shell: 128 + the signal if one ended the process.
  func wait(for child: RunningProcess) throws -> Int32 {
    var info = siginfo_t()
    // The zombie keeps its process id until no signal can be sent to it.
    while waitid(P_PID, id_t(child.id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let signal = state.withLock { state in
      state.child = nil
      return state.signal
    }
    let code = child.wait()
    if let signal { throw NightlyTrouble(interruptedBy: signal) }
    return code
  }
}
