import CLinux
import CommandSettings
import Dispatch
import Foundation
import Synchronization

/// A child process to start: its program, arguments and streams.
package struct ChildProcess {
  /// The path of the program.
  package var program: String
  /// The arguments, without the program's name.
  package var arguments: [String]
  /// The file for standard input; `nil` to inherit it.
  package var input: String?
  /// The file for standard output; `nil` for a pipe.
  package var output: String?
  /// Maximum size of a file that the process writes, in bytes; `nil` for no limit.
  var fileBytes: Int?
  /// A file descriptor that the process inherits although this process opened it to be closed.
  var inherited: Int32?
  /// Whether the process gets its own process group.
  ///
  /// Then an interrupt key does not reach the process, except through the relay.
  var hasOwnGroup = true

  /// Runs the process until it ends.
  ///
  /// - Parameters:
  ///   - relay: Forwards signals to the process.
  ///   - hear: Receives each line of the standard error of the process.
  /// - Returns: The exit code.
  /// - Throws: `NightlyFailure` if a signal was forwarded; `Failure` if the process cannot start.
  package func run(_ relay: SignalRelay, hear: (String) -> Void) throws -> Int32 {
    let child = try relay.start { try start(defaults: relay.numbers) }
    var lines = LineInput(descriptor: child.errors, name: program)
    // Reads until all processes that have the pipe open have ended.
    do {
      while let line = try lines.next(whenIdle: {}) {
        hear(String(decoding: line.bytes, as: UTF8.self))
      }
    } catch { hear("\(error)") }
    return try relay.wait(for: child)
  }

  /// Starts the process.
  ///
  /// - Parameter defaults: Signals for which the process has the default action.
  /// - Throws: `Failure` if it cannot be started.
  func start(defaults: [Int32] = []) throws(Failure) -> sending RunningProcess {
    // The pipe for standard error, and after it the pipe for standard output.
    var pipes: [(read: Int32, write: Int32)] = []
    defer { for pipe in pipes { close(pipe.write) } }
    do throws(Failure) {
      for _ in 0..<(output == nil ? 2 : 1) { pipes.append(try pipe()) }
      let child = try spawn(
        output: output == nil ? pipes[1].write : nil, errors: pipes[0].write, defaults: defaults)
      return RunningProcess(
        id: child, output: output == nil ? pipes[1].read : -1, errors: pipes[0].read)
    } catch {
      for pipe in pipes { close(pipe.read) }
      throw error
    }
  }

  /// Opens a pipe that no other child process inherits.
  private func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func spawn(
    output pipe: Int32?, errors: Int32, defaults: [Int32]
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0) }
    if let output {
      posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    if let pipe { posix_spawn_file_actions_adddup2(&actions, pipe, STDOUT_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // A copy to the same number is not closed when the program is executed.
    if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, inherited) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Otherwise the child would inherit the signals that this thread blocks.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in defaults { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(
        (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0) | POSIX_SPAWN_SETSIGMASK
          | POSIX_SPAWN_SETSIGDEF))

    let name = program == Self.ownFile ? "cellheights" : program
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    let environment = ProcessInfo.processInfo.environment.merging(
      [Self.parentVariable: "\(getpid())"]) { $1 }
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    // The child inherits the limit. This process writes no file while the limit applies.
    var bound = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &bound)
    let ownBound = bound
    var heard: sighandler_t?
    if let fileBytes {
      bound.rlim_cur = min(bound.rlim_max, rlim_t(fileBytes))
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &bound)
      // Then a write beyond the limit returns an error instead of raising a signal.
      heard = signal(SIGXFSZ, SIG_IGN)
    }
    defer {
      if fileBytes != nil {
        bound = ownBound
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &bound)
        signal(SIGXFSZ, heard ?? SIG_DFL)
      }
    }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw failure(code) }
    return child
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(
      code == ENOSPC ? .writeFailed : .configuration,
      "cannot start \(program): \(String(cString: strerror(code)))")
  }

  /// The variable that contains the id of the parent process.
  private static let parentVariable = "CELLHEIGHTS_PARENT"

  /// Requests that this process receives SIGTERM when its parent process ends.
  ///
  /// A parent that is killed cannot forward a signal, and its build would keep the lock.
  package static func endWithParent() {
    guard let parent = getenv(parentVariable).flatMap({ pid_t(String(cString: $0)) }) else {
      return
    }
    // The children of this process must not inherit the variable.
    unsetenv(parentVariable)
    // If the call fails, the process continues after its parent has ended, as by default.
    if parent == getppid() { _ = ch_signal_when_parent_ends(SIGTERM) }
  }

  /// The file of the running program, even after that file was replaced.
  package static let ownFile = "/proc/self/exe"

  /// Finds a program by its name as a shell does; `nil` if no executable is found.
  ///
  /// - Parameter folders: The value of `PATH`.
  package static func file(of name: String, in folders: String) -> String? {
    let files =
      name.contains("/")
      ? [name]
      : folders.split(separator: ":", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "./\(name)" : "\($0)/\(name)"
      }
    return files.first { access($0, X_OK) == 0 && FileStatus($0)?.isRegular == true }
  }
}

/// A child process that was started, and the pipes that it writes to.
///
/// It is a class because it owns the process and the pipes. If the object is released before `wait`
/// has returned, the process is terminated.
final class RunningProcess {
  /// The process id, which the system does not reuse before `wait` returns.
  let id: pid_t
  /// The file descriptor that reads its standard output; -1 if that goes to a file.
  let output: Int32
  /// The file descriptor that reads its standard error.
  let errors: Int32
  private var hasEnded = false

  fileprivate init(id: pid_t, output: Int32, errors: Int32) {
    (self.id, self.output, self.errors) = (id, output, errors)
  }

  deinit {
    close(errors)
    if output >= 0 { close(output) }
    if !hasEnded {
      kill(id, SIGTERM)
      _ = wait()
    }
  }

  /// Waits until the process ends.
  ///
  /// - Returns: The exit code as in a shell; 128 + the number of a signal that ended the process.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Forwards the signals that stop a run to its child process, as SIGTERM.
///
/// Signals that are ignored at startup are still ignored.
package final class SignalRelay {
  private struct State {
    package var signal: Int32?
    package var child: pid_t?
  }

  /// The numbers of the handled signals.
  package let numbers: [Int32]
  private let state = Mutex(State())
  private let sources: [any DispatchSourceSignal]

  /// Installs the signal handlers.
  package init() {
    numbers = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
    sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
    let ready = DispatchSemaphore(value: 0)
    for (source, number) in zip(sources, numbers) {
      source.setEventHandler { [weak self] in
        self?.state.withLock { state in
          state.signal = state.signal ?? number
          // The process group also contains the processes that the child started.
          if let child = state.child { kill(-child, SIGTERM) }
        }
      }
      source.setRegistrationHandler { ready.signal() }
      source.resume()
      ready.wait()
    }
  }

  /// Whether a signal was ignored when this process started, as with `nohup`.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Starts a child process, to which signals are forwarded.
  ///
  /// - Throws: `NightlyFailure` if a signal has already arrived; the errors of `start`.
  func start(
    _ start: () throws -> sending RunningProcess
  ) throws -> sending RunningProcess {
    try state.withLock { state in
      if let signal = state.signal { throw NightlyFailure(interruptedBy: signal) }
      let child = try start()
      state.child = child.id
      return child
    }
  }

  /// Waits until a child process ends.
  ///
  /// - Returns: The exit code as in a shell; 128 + the number of a signal that ended the process.
  /// - Throws: `NightlyFailure` if a signal was forwarded.
  func wait(for child: RunningProcess) throws -> Int32 {
    var info = siginfo_t()
    // An ended process keeps its id until `wait`, so no signal can reach another process.
    while waitid(P_PID, id_t(child.id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let signal = state.withLock { state in
      state.child = nil
      return state.signal
    }
    let code = child.wait()
    if let signal { throw NightlyFailure(interruptedBy: signal) }
    return code
  }
}
