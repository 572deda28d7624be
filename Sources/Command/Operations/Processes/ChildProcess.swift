import CLinux
import CommandSettings
import Dispatch
import Foundation
import Synchronization

/// A child process: its program and the destinations of its streams.
package struct ChildProcess {
  /// The path of the program.
  package var program: String
  /// The arguments, without the program's name.
  package var arguments: [String]
  /// The file for standard input; `nil` to inherit it.
  package var input: String?
  /// The file for standard output; `nil` for a pipe.
  package var output: String?
  /// Maximum size of a file that it writes, in bytes; `nil` for no limit.
  var fileBytes: Int?
  /// Whether it has its own process group, so that an interrupt key reaches it only by the relay.
  var hasOwnGroup = true

  /// Runs the process until it ends.
  ///
  /// - Parameters:
  ///   - relay: Forwards signals to the process.
  ///   - hear: Called with each line of its standard error.
  /// - Returns: The exit code.
  package func run(_ relay: SignalRelay, hear: (String) -> Void) throws -> Int32 {
    let child = try relay.start { try start(defaults: relay.numbers) }
    var lines = LineInput(descriptor: child.errors, name: program)
    // Until all holders of the pipe have ended.
    do {
      while let line = try lines.next(whenIdle: {}) {
        hear(String(decoding: line.bytes, as: UTF8.self))
      }
    } catch { hear("\(error)") }
    return try relay.wait(for: child)
  }

  /// Starts the process.
  ///
  /// - Parameter defaults: Signals that it does not ignore, nor handle as this process does.
  /// - Throws: `Failure`.
  func start(defaults: [Int32] = []) throws(Failure) -> sending RunningProcess {
    // The pipe of standard error, then that of standard output.
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

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The child would inherit signals blocked by this thread.
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
    // The child inherits the limit. This process writes no file meanwhile.
    var bound = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &bound)
    let ownBound = bound
    var heard: sighandler_t?
    if let fileBytes {
      bound.rlim_cur = min(bound.rlim_max, rlim_t(fileBytes))
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &bound)
      // Exceeding the limit is an error instead of a signal.
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

  /// Names the process that this one ends with.
  private static let parentVariable = "CELLHEIGHTS_PARENT"

  /// Requests SIGTERM for the time when the parent process ends.
  ///
  /// A run that is killed cannot forward a signal, and its build would keep the lock.
  package static func endWithParent() {
    guard let parent = getenv(parentVariable).flatMap({ pid_t(String(cString: $0)) }) else {
      return
    }
    // It does not apply to the children of this process.
    unsetenv(parentVariable)
    // A failure leaves an orphan, as it was without.
    if parent == getppid() { _ = ch_signal_when_parent_ends(SIGTERM) }
  }

  /// The running program, also after its file was replaced.
  package static let ownFile = "/proc/self/exe"

  /// Resolves a program's name as a shell does; `nil` if no executable is found.
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

/// A child process that was started, with the pipes that it writes to.
///
/// It is a class because it owns both. If its end was not waited for, the process is terminated
/// when the object is released.
final class RunningProcess {
  /// The process id, which the system does not reuse before `wait` returns.
  let id: pid_t
  /// Reads its standard output; -1 if that leads to a file.
  let output: Int32
  /// Reads its standard error.
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

  /// Waits for the end.
  ///
  /// - Returns: The exit code as in a shell: 128 + the signal if one ended the process.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Terminates the child process when a signal stops the run.
///
/// Signals that are ignored at startup remain ignored.
package final class SignalRelay {
  private struct State {
    package var signal: Int32?
    package var child: pid_t?
  }

  /// The handled signals.
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
          // The process group includes the child's own children.
          if let child = state.child { kill(-child, SIGTERM) }
        }
      }
      source.setRegistrationHandler { ready.signal() }
      source.resume()
      ready.wait()
    }
  }

  /// Whether a signal was ignored at startup, as with `nohup`.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
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
