import ArgumentParser
import Foundation
import Glibc

extension CompanionProgram {
  /// Runs the program and hands its lines over as they come.
  ///
  /// What it says on standard error is said by this process, whose process group it shares, so that
  /// a key that interrupts ends both.
  ///
  /// - Parameters:
  ///   - arguments: All that it needs; it reads no configuration file.
  ///   - body: Takes a line; when it throws, the program is ended.
  /// - Throws: `ExitCode` of the program where it failed; `Failure`, and the errors of `body`.
  func forEachLine(_ arguments: [String], _ body: (InputLine) throws -> Void) throws {
    let path = try path()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.failure(path, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try Self.spawn(path, [name] + arguments, output: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    var lines = LineInput(descriptor: ends[0], name: name)
    do {
      while let line = try lines.next(whenIdle: {}) { try body(line) }
    } catch {
      close(ends[0])
      kill(child, SIGKILL)
      _ = Self.code(of: child)
      throw error
    }
    close(ends[0])
    let code = Self.code(of: child)
    if code != 0 { throw ExitCode(code) }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], output: Int32
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var words = arguments.map { strdup($0) } + [nil]
    var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, nil, &words, &variables)
    guard code == 0 else { throw failure(path, code) }
    return child
  }

  /// The exit code as in a shell: 128 + the signal if one ended the process.
  private static func code(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(.internalError, "\(path) cannot be started: \(String(cString: strerror(code)))")
  }
}
