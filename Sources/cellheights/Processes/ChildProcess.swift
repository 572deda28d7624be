import CLinux
import Foundation

/// A child process in its own process group.
struct ChildProcess {
  /// The path of the program.
  var program: String
  /// The arguments, without the program's name.
  var arguments: [String]
  /// The file for standard input; `nil` to inherit it.
  var input: String?
  /// The file for standard output.
  var output: String
  /// Maximum size of a file that it writes, in bytes; `nil` for no limit.
  var fileBytes: Int?

  /// Runs the process until it ends.
  ///
  /// - Parameters:
  ///   - relay: Forwards signals to the process.
  ///   - hear: Called with each line of its standard error.
  /// - Returns: The exit code.
  func run(_ relay: SignalRelay, hear: (String) -> Void) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try relay.start { try spawn(errors: ends[1], defaults: relay.numbers) }
    }
    var lines = LineInput(descriptor: ends[0], name: program)
    // Until all holders of the pipe have ended.
    do {
      while let line = try lines.next(whenIdle: {}) {
        hear(String(decoding: line.bytes, as: UTF8.self))
      }
    } catch { hear("\(error)") }
    return try relay.wait(for: child)
  }

  private func spawn(errors: Int32, defaults: [Int32]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0) }
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
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
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

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

  /// Asks for SIGTERM when the process that started this one as its child ends.
  ///
  /// A run that is killed cannot pass on a signal, and its build would hold the lock.
  static func endWithParent() {
    guard let parent = getenv(parentVariable).flatMap({ pid_t(String(cString: $0)) }) else {
      return
    }
    // It is not meant for this one's own children.
    unsetenv(parentVariable)
    // A failure leaves an orphan, as it was without.
    if parent == getppid() { _ = ch_signal_when_parent_ends(SIGTERM) }
  }

  /// The running program, also after its file was replaced.
  static let ownFile = "/proc/self/exe"

  /// Resolves a program's name as a shell does; `nil` if no executable is found.
  ///
  /// - Parameter folders: The value of `PATH`.
  static func file(of name: String, in folders: String) -> String? {
    let files =
      name.contains("/")
      ? [name]
      : folders.split(separator: ":", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "./\(name)" : "\($0)/\(name)"
      }
    return files.first { access($0, X_OK) == 0 && FileStatus($0)?.isRegular == true }
  }
}
