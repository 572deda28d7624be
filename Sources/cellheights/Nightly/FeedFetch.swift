import Foundation
import StructuredDocuments

/// The fetch of one feed with curl.
struct FeedFetch {
  let feed: WebFeed
  let limits: FetchLimits
  /// The folder for temporary files.
  let folder: String
  /// The file of the response.
  let body: String

  private var headers: String { folder + "/headers" }
  private var answer: String { folder + "/answer" }
  /// The subject of messages.
  private var what: String { "feed '\(feed.name.printable())', \(feed.shown)" }

  /// The process of curl.
  ///
  /// - Parameters:
  ///   - curl: The path of curl.
  ///   - kept: The validators of the last successful run.
  func process(curl: String, kept: FeedValidators?) -> ChildProcess {
    var arguments = [
      "--disable", "--silent", "--show-error", "--fail", "--globoff", "--location",
      "--proto", "=http,https", "--proto-redir", feed.isSecure ? "=https" : "=http,https",
      "--compressed", "--user-agent", "cellheights-nightly/1 (curl)", "--dump-header", headers,
      "--output", body, "--write-out", "%{http_code}",
    ]
    arguments += limits.arguments
    for condition in kept?.conditions ?? [] { arguments += ["--header", condition] }
    return ChildProcess(
      program: curl, arguments: arguments + ["--url", feed.url], input: "/dev/null",
      output: answer,
      // Also for responses of unknown size and for decompression.
      fileBytes: limits.bytes + 1024)
  }

  /// Evaluates a finished fetch.
  ///
  /// - Parameters:
  ///   - code: The exit code of curl.
  ///   - wasConditional: Whether status 304 is valid.
  /// - Returns: The response's headers and size in bytes; `nil` if the feed is unchanged.
  func outcome(_ code: Int32, wasConditional: Bool) throws -> (headers: AnswerHeaders, size: Int)? {
    let http = Self.text(answer)
    let size = FileStatus(body)?.size ?? 0
    guard code == 0 else {
      let (status, sentence) = explanation(code, http: http, size: size)
      throw NightlyTrouble(status, "\(what): \(sentence)")
    }
    if http == "304", wasConditional { return nil }
    let headers = AnswerHeaders(Self.bytes(headers))
    func refuse(_ sentence: String, _ status: ExitStatus = .badData) -> NightlyTrouble {
      NightlyTrouble(status, "\(what): \(sentence)")
    }
    if http != "200" { throw refuse("the server answered \(http), which is no feed") }
    if size == 0 { throw refuse("the answer is empty") }
    if size > limits.bytes { throw refuse(tooLarge) }
    if headers["content-encoding"]?.isEmpty ?? true,
      let length = headers["content-length"].flatMap({ Int($0) }), length != size
    {
      throw refuse("\(size) of \(length) bytes came; nothing of it is built", .tryAgain)
    }
    return (headers, size)
  }

  private var tooLarge: String { "the answer has more than \(limits.bytes) bytes (--max-bytes)" }

  /// Explains the exit codes of curl, which `man curl` lists.
  private func explanation(
    _ code: Int32, http: String, size: Int
  ) -> (status: ExitStatus, sentence: String) {
    let isRedirect = http.count == 3 && http.hasPrefix("3")
    switch code {
    case 1 where isRedirect: return (.badData, "it redirects to where no feed is fetched from")
    case 1: return (.badData, "the answer is no HTTP")
    case 3 where isRedirect: return (.badData, "it redirects to what is no URL")
    case 3: return (.usage, "this is no URL")
    case 5, 6: return (.tryAgain, "the name of the server cannot be resolved")
    case 7: return (.tryAgain, "the server cannot be reached")
    // Invalid header lines, which curl reports as out of memory or as an API error.
    case 8, 27, 100: return (.badData, "the answer is no HTTP (curl exit \(code))")
    case 16, 35, 52, 55, 56, 92: return (.tryAgain, "the connection broke (curl exit \(code))")
    case 18:
      return (.tryAgain, "the transfer broke off after \(size) bytes; nothing of it is built")
    case 22 where ["404", "410"].contains(http):
      return (.inputMissing, "the feed is not there any more (HTTP \(http))")
    case 22 where ["408", "425", "429"].contains(http) || http.hasPrefix("5"):
      return (.tryAgain, "the server cannot answer now (HTTP \(http))")
    case 22: return (.inputMissing, "the server does not give the feed (HTTP \(http))")
    case 23 where size >= limits.bytes: return (.badData, tooLarge)
    case 23:
      return (.writeFailed, "the answer cannot be written; is the disk of \(body) full?")
    case 28:
      return (
        .tryAgain, "it took longer than \(limits.seconds) s (--max-time) or nobody answered"
      )
    case 47: return (.badData, "it redirects without end")
    case 51, 58, 60: return (.badData, "the server cannot prove who it is (curl exit \(code))")
    case 61: return (.badData, "its compression is broken or unknown")
    case 63: return (.badData, tooLarge)
    case 77: return (.configuration, "the certificates of this machine cannot be read")
    default: return (.internalError, "curl ended with exit \(code)")
    }
  }

  /// Removes the files of the previous fetch.
  func clear() {
    for file in [body, headers, answer] { unlink(file) }
  }

  private static func bytes(_ path: String) -> Data {
    // Curl creates no file without a response.
    FileManager.default.contents(atPath: path) ?? Data()
  }

  private static func text(_ path: String) -> String {
    String(decoding: bytes(path), as: UTF8.self)
  }
}
