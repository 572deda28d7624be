import Dispatch
import Glibc
import HTTPTypes
import HeightService
import StructuredDocuments

/// The child process `cellheights demo-data`, which computes the content of the demo.
///
/// It links the engine, which the service does not link. A question is a line of JSON. An answer is
/// a line of JSON: `{"bytes":N}` before N bytes, or `{"problem":{…}}`. Questions are answered one
/// at a time. The child process ends when the connection closes, so it ends with this process.
final class DemoProgram: Sendable {
  private let connection: Int32
  /// A question takes milliseconds, and must not block the threads that answer requests.
  private let queue = DispatchQueue(label: "demo")

  /// Starts the program and waits until it has read the records.
  ///
  /// - Parameters:
  ///   - path: The path of the command.
  ///   - words: The flags for the command.
  /// - Throws: `Failure` if the program cannot be started, or ends before it is ready.
  init(_ path: String, _ words: [String]) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.failure(path, errno) }
    let child: pid_t
    do throws(Failure) {
      defer { close(ends[1]) }
      child = try Self.spawn(path, ["cellheights", "demo-data"] + words, ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    connection = ends[0]
    do throws(Problem) {
      _ = try receive()
    } catch {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      throw Failure(
        code == 0 ? Failure.configuration : code,
        "the demo cannot begin: \(path) demo-data ended with \(code)")
    }
  }

  deinit { close(connection) }

  /// Sends a question and waits for the answer.
  ///
  /// - Throws: The `Problem` in the answer, or a `Problem` if the program has ended.
  func answer(to question: [UInt8]) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result { () throws(Problem) in
            try self.send(question + [UInt8(ascii: "\n")])
            return try self.receive()
          })
      }
    }
  }

  private func send(_ bytes: [UInt8]) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.gone }
      rest = rest.dropFirst(count)
    }
  }

  private func receive() throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    var end = try receive(&bytes)
    while end == nil { end = try receive(&bytes) }
    guard let end, let head = JSONParser().value(bytes[..<end]) else { throw Self.gone }
    if let problem = head["problem"] {
      throw Problem(
        HTTPResponse.Status(code: problem["status"]?.number.flatMap { Int(exactly: $0) } ?? 500),
        problem["code"]?.string ?? "", problem["title"]?.string ?? "",
        problem["detail"]?.string ?? "")
    }
    guard let count = head["bytes"]?.number.flatMap({ Int(exactly: $0) }) else { throw Self.gone }
    bytes.removeFirst(end + 1)
    while bytes.count < count { _ = try receive(&bytes) }
    return bytes
  }

  /// Appends the available bytes, and returns the index of the first line feed in them, or nil.
  private func receive(_ bytes: inout [UInt8]) throws(Problem) -> Int? {
    let start = bytes.count
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var count = recv(connection, &piece, piece.count, 0)
    while count < 0, errno == EINTR { count = recv(connection, &piece, piece.count, 0) }
    guard count > 0 else { throw Self.gone }
    bytes += piece[..<count]
    return bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
  }

  private static let gone = Problem(
    .internalServerError, "demo-gone", "The demo has ended",
    "the process that makes what the demo shows has ended; start the service again")

  private static func spawn(
    _ path: String, _ words: [String], _ end: Int32
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program gets its own process group. Otherwise an interrupt key would end it before the
    // service has finished its requests.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw failure(path, code) }
    return child
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(
      code == ENOENT ? Failure.inputMissing : Failure.configuration,
      "the demo cannot begin: \(path) cannot be started: \(String(cString: strerror(code)))")
  }
}
