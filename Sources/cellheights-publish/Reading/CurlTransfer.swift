import FoundationEssentials
import Glibc

/// A process of curl that fetches some addresses one after the other.
///
/// Files come through a pipe and nowhere else, and end where their known sizes say; whether they are
/// the right ones their hashes tell.
final class CurlTransfer {
  private let addresses: [String]
  private let seconds: Int
  private var child: pid_t = 0
  private var output: Int32 = -1
  private var errors: Int32 = -1

  private static let connectionSeconds = 30
  private static let redirects = 5
  /// Maximum size of what curl says about its transfers, in bytes.
  private static let errorBytes = 4_096

  /// Starts the transfer.
  ///
  /// - Parameters:
  ///   - addresses: What to fetch.
  ///   - limit: Maximum size of a file, in bytes.
  ///   - seconds: Maximum time for a file.
  init(addresses: [String], limit: Int, seconds: Int) throws(ReadingError) {
    self.addresses = addresses
    self.seconds = seconds
    var out: [Int32] = [-1, -1]
    guard pipe(&out) == 0 else { throw Self.failure(errno) }
    output = out[0]
    defer { close(out[1]) }
    var err: [Int32] = [-1, -1]
    guard pipe(&err) == 0 else { throw Self.failure(errno) }
    errors = err[0]
    defer { close(err[1]) }
    for end in out + err { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let isSecure = addresses.allSatisfy { $0.lowercased().hasPrefix("https:") }
    try start(
      [
        "curl", "--disable", "--silent", "--fail", "--fail-early", "--globoff", "--location",
        "--proto", "=http,https", "--proto-redir", isSecure ? "=https" : "=http,https",
        "--max-redirs", "\(Self.redirects)", "--connect-timeout", "\(Self.connectionSeconds)",
        "--max-time", "\(seconds)", "--max-filesize", "\(limit)",
        "--user-agent", "cellheights-publish/1 (curl)", "--write-out", "%{stderr}%{http_code}\n",
      ] + addresses.flatMap { ["--url", $0] }, out[1], err[1])
  }

  deinit {
    if output >= 0 { close(output) }
    if errors >= 0 { close(errors) }
    if child > 0 {
      kill(child, SIGTERM)
      _ = reap()
    }
  }

  private func start(
    _ arguments: [String], _ output: Int32, _ errors: Int32
  ) throws(ReadingError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var words = arguments.map { strdup($0) } + [nil]
    // Proxies and certificates are told to curl by variables.
    var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    let code = posix_spawnp(&child, "curl", &actions, nil, &words, &variables)
    guard code == 0 else {
      child = 0
      throw Self.failure(code)
    }
  }

  private static func failure(_ code: Int32) -> ReadingError {
    .configuration(
      code == ENOENT
        ? "curl is not installed, which fetches addresses"
        : "curl cannot be started: \(String(cString: strerror(code)))")
  }

  /// The next file; fewer or more bytes than it should have where it is another one.
  ///
  /// - Parameters:
  ///   - bytes: The size that it should have.
  ///   - isLast: Whether no file follows, so that nothing may follow.
  func file(bytes: Int, isLast: Bool) throws(ReadingError) -> [UInt8] {
    let content = read(output, isLast ? bytes + 1 : bytes)
    // It goes on where there is more to read.
    if content.count < bytes || (isLast && content.count == bytes) { try finish() }
    return content
  }

  private func read(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    // Grown as bytes come, because sizes are claims.
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while content.count < count {
      let got = Glibc.read(descriptor, &piece, min(piece.count, count - content.count))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      content.append(contentsOf: piece[..<got])
    }
    return content
  }

  /// Waits for the end, which must be a good one.
  private func finish() throws(ReadingError) {
    let told = String(decoding: read(errors, Self.errorBytes), as: UTF8.self)
    let statuses = told.split(separator: "\n")
    let code = reap()
    guard code != 0 else { return }
    // The first failure is the last transfer.
    let address = addresses[max(0, min(statuses.count, addresses.count) - 1)]
    throw Self.error(code, status: String(statuses.last ?? "000"), address, seconds: seconds)
  }

  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    child = 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// What an exit code of curl means, which `man curl` lists.
  private static func error(
    _ code: Int32, status: String, _ address: String, seconds: Int
  ) -> ReadingError {
    switch code {
    case 1, 3: .usage("\(address) is no address that is fetched")
    case 5, 6: .unreachable("\(address): the name of the server cannot be resolved")
    case 7: .unreachable("\(address): the server cannot be reached")
    case 16, 18, 35, 52, 55, 56, 92:
      .unreachable("\(address): the connection broke (curl exit \(code))")
    case 22 where ["408", "425", "429"].contains(status) || status.hasPrefix("5"):
      .unreachable("\(address): the server cannot answer now (HTTP \(status))")
    case 22: .missing("the server does not give \(address) (HTTP \(status))")
    case 28:
      .unreachable("\(address): it took longer than \(seconds) s, or nobody answered")
    case 47: .badAnswer("\(address) redirects without end")
    case 51, 58, 60: .badAnswer("\(address): the server cannot prove who it is")
    case 63: .badAnswer("\(address) is larger than was published, or than --max-file-bytes")
    case 77: .configuration("the certificates of this machine cannot be read")
    default: .badAnswer("\(address): the transfer failed (curl exit \(code))")
    }
  }
}
