package import CommandSettings
import Foundation

/// The program curl, which makes all requests to the web.
package struct Curl {
  /// The path of the program.
  package let program: String

  /// Finds curl as a shell does.
  ///
  /// - Parameter folders: The value of `PATH`.
  /// - Throws: `Failure.configuration` if it is missing.
  package init(in folders: String) throws(Failure) {
    guard let program = ChildProcess.file(of: "curl", in: folders) else {
      throw Failure(.configuration, "curl is missing; install it, or run scripts/setup")
    }
    self.program = program
  }

  /// The name of the client, as servers receive it.
  package enum Agent: String {
    case nightly = "cellheights-nightly"
    case images = "cellheights-images"
    case published = "cellheights-publish"
  }

  /// The limits of a transfer.
  package struct Limits {
    /// Maximum time of one attempt, in seconds.
    package var seconds: Int
    /// Maximum time for connecting, in seconds; `nil` if only `seconds` limits it.
    var connectionSeconds: Int?
    /// Maximum number of redirects; `nil` for the default of curl.
    var redirects: Int?
    /// Maximum size of a response that declares its size, in bytes; `nil` for no limit.
    package var bytes: Int?
    /// Number of retries after errors that may be temporary.
    package var retries = 0
    /// Time after which no retry starts, in seconds; `nil` for no limit.
    var retrySeconds: Int?
  }

  /// The process of a transfer.
  ///
  /// It uses only HTTP, also in redirects, and ignores the curl configuration of the user. It
  /// prints no progress. It fails if the server responds with an error.
  ///
  /// - Parameters:
  ///   - agent: The name of the client.
  ///   - limits: The limits of the transfer.
  ///   - isSecure: Whether redirects may lead only to `https`.
  ///   - arguments: The arguments for the address and the destination.
  ///   - output: The file for standard output; `nil` for a pipe.
  ///   - fileBytes: Maximum size of a file that it writes, in bytes; `nil` for no limit.
  package func process(
    _ agent: Agent, _ limits: Limits, isSecure: Bool = false, _ arguments: [String],
    output: String?, fileBytes: Int? = nil
  ) -> ChildProcess {
    var words = [
      "--disable", "--silent", "--fail", "--globoff", "--location", "--proto", "=http,https",
      "--proto-redir", isSecure ? "=https" : "=http,https",
      "--user-agent", "\(agent.rawValue)/1 (curl)", "--max-time", "\(limits.seconds)",
    ]
    func add(_ name: String, _ number: Int?) {
      if let number { words += [name, "\(number)"] }
    }
    add("--connect-timeout", limits.connectionSeconds)
    add("--max-redirs", limits.redirects)
    add("--max-filesize", limits.bytes)
    if limits.retries > 0 {
      words += ["--retry", "\(limits.retries)", "--retry-connrefused"]
      add("--retry-max-time", limits.retrySeconds)
    }
    return ChildProcess(
      program: program, arguments: words + arguments, input: "/dev/null", output: output,
      fileBytes: fileBytes)
  }
}

/// The reason why a transfer failed, by the exit code of curl, which `man curl` lists.
struct CurlFailure: Equatable {
  enum Kind {
    /// The scheme of the address, or of an address that it redirects to, is not HTTP.
    case notHTTP
    case noURL
    case unknownServer
    case unreachable
    /// Header lines are invalid.
    ///
    /// Curl reports them with the exit codes for lack of memory and for API errors, too.
    case badHeaders
    /// The connection broke.
    case broken
    /// The transfer ended before all bytes were received.
    case cutOff
    /// The server reports that the address was removed.
    case gone
    /// The server requests a later retry.
    case busy
    /// The server responds with any other error status.
    case refused
    /// A file cannot be written, or has reached its maximum size.
    case notWritten
    case timeout
    /// There are more redirects than allowed.
    case redirects
    /// The certificate of the server is not trusted.
    case unproven
    case badEncoding
    /// The declared size of the response exceeds the limit.
    case tooLarge
    /// The certificates of this machine cannot be read.
    case noCertificates
    case other
  }

  let kind: Kind
  /// The exit code of curl.
  let code: Int32
  /// The HTTP status as text; `000` or `0` if there was no response.
  let http: String

  init(_ code: Int32, http: String) {
    (self.code, self.http) = (code, http)
    kind =
      switch code {
      case 1: .notHTTP
      case 3: .noURL
      case 5, 6: .unknownServer
      case 7: .unreachable
      case 8, 27, 100: .badHeaders
      case 16, 35, 52, 55, 56, 92: .broken
      case 18: .cutOff
      case 22 where ["404", "410"].contains(http): .gone
      case 22 where ["408", "425", "429"].contains(http) || http.hasPrefix("5"): .busy
      case 22: .refused
      case 23: .notWritten
      case 28: .timeout
      case 47: .redirects
      case 51, 58, 60: .unproven
      case 61: .badEncoding
      case 63: .tooLarge
      case 77: .noCertificates
      default: .other
      }
  }

  /// The exit status of a command that needs the fetched data.
  var status: ExitStatus {
    switch kind {
    case .noURL: .usage
    case .unknownServer, .unreachable, .broken, .cutOff, .busy, .timeout: .tryAgain
    case .gone, .refused: .inputMissing
    case .notWritten: .writeFailed
    case .noCertificates: .configuration
    case .notHTTP, .badHeaders, .redirects, .unproven, .badEncoding, .tooLarge, .other: .badData
    }
  }

  /// The cause as a sentence without the address.
  var sentence: String {
    switch kind {
    case .unknownServer: "the name of the server cannot be resolved"
    case .unreachable: "the server cannot be reached"
    case .broken: "the connection broke (curl exit \(code))"
    case .busy: "the server cannot answer now (HTTP \(http))"
    case .redirects: "it redirects without end"
    case .unproven: "the server cannot prove who it is"
    case .noCertificates: "the certificates of this machine cannot be read"
    default: plainSentence
    }
  }

  /// A sentence that names only the exit code.
  var plainSentence: String { "the transfer failed (curl exit \(code))" }
}
