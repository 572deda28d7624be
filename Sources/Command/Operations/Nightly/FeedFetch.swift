import CommandSettings
import Foundation
import StructuredDocuments

/// The fetch of one feed with curl.
struct FeedFetch {
  let feed: WebFeed
  let limits: FetchLimits
  /// The folder for temporary files.
  let folder: String
  /// The path of the file that receives the body of the response.
  let body: String

  private var headers: String { folder + "/headers" }
  private var answer: String { folder + "/answer" }
  /// The beginning of messages, which names the feed.
  private var what: String { "feed '\(feed.name.printable())', \(feed.shown)" }

  /// The curl process that fetches the feed.
  ///
  /// - Parameter kept: The validators of the last successful run; `nil` to fetch unconditionally.
  func process(curl: Curl, kept: FeedValidators?) -> ChildProcess {
    var arguments = [
      "--show-error", "--compressed", "--dump-header", headers, "--output", body,
      "--write-out", "%{http_code}",
    ]
    for condition in kept?.conditions ?? [] { arguments += ["--header", condition] }
    return curl.process(
      .nightly, limits.curl, isSecure: feed.isSecure, arguments + ["--url", feed.url],
      output: answer,
      // This limit also applies to responses of undeclared size, and to decompressed bytes.
      fileBytes: limits.bytes + 1024)
  }

  /// Evaluates a finished fetch.
  ///
  /// - Parameters:
  ///   - code: The exit code of curl.
  ///   - wasConditional: Whether the request had a condition, so that status 304 is valid.
  /// - Returns: The headers of the response and its size in bytes; `nil` if the feed is unchanged.
  /// - Throws: `NightlyFailure` if the fetch failed, or if the response is not a complete feed.
  func outcome(_ code: Int32, wasConditional: Bool) throws -> (
    headers: AnswerHeaders, size: Int
  )? {
    let http = Self.text(answer)
    let size = FileStatus(body)?.size ?? 0
    guard code == 0 else {
      let (status, sentence) = explanation(code, http: http, size: size)
      throw NightlyFailure(status, "\(what): \(sentence)")
    }
    if http == "304", wasConditional { return nil }
    let headers = AnswerHeaders(Self.bytes(headers))
    func refuse(_ sentence: String, _ status: ExitStatus = .badData) -> NightlyFailure {
      NightlyFailure(status, "\(what): \(sentence)")
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

  /// The exit status and the message for an exit code of curl.
  private func explanation(
    _ code: Int32, http: String, size: Int
  ) -> (status: ExitStatus, sentence: String) {
    let failure = CurlFailure(code, http: http)
    let isRedirect = http.count == 3 && http.hasPrefix("3")
    switch failure.kind {
    case .notHTTP where isRedirect:
      return (.badData, "it redirects to where no feed is fetched from")
    case .notHTTP: return (.badData, "the answer is no HTTP")
    case .noURL where isRedirect: return (.badData, "it redirects to what is no URL")
    case .noURL: return (failure.status, "this is no URL")
    case .badHeaders: return (failure.status, "the answer is no HTTP (curl exit \(code))")
    case .cutOff:
      return (failure.status, "the transfer broke off after \(size) bytes; nothing of it is built")
    case .gone: return (failure.status, "the feed is not there any more (HTTP \(http))")
    case .refused: return (failure.status, "the server does not give the feed (HTTP \(http))")
    case .notWritten where size >= limits.bytes: return (.badData, tooLarge)
    case .notWritten:
      return (failure.status, "the answer cannot be written; is the disk of \(body) full?")
    case .timeout:
      return (
        failure.status,
        "it took longer than \(limits.seconds) s (--max-time) or there was no answer"
      )
    case .unproven:
      return (failure.status, "\(failure.sentence) (curl exit \(code))")
    case .badEncoding: return (failure.status, "its compression is broken or unknown")
    case .tooLarge: return (failure.status, tooLarge)
    case .other: return (.internalError, "curl ended with exit \(code)")
    case .unknownServer, .unreachable, .broken, .busy, .redirects, .noCertificates:
      return (failure.status, failure.sentence)
    }
  }

  /// Removes the files of the previous fetch.
  func clear() {
    for file in [body, headers, answer] { unlink(file) }
  }

  private static func bytes(_ path: String) -> Data {
    // Curl creates no file if there is no response.
    FileManager.default.contents(atPath: path) ?? Data()
  }

  private static func text(_ path: String) -> String {
    String(decoding: bytes(path), as: UTF8.self)
  }
}

package struct FetchLimits {
  /// The largest number that curl accepts as a limit.
  package static let largest = 999_999_999_999_999

  /// Timeout of one attempt in seconds, 1 to `largest`.
  ///
  /// Retries start only within twice this time.
  package let seconds: Int
  /// Maximum size of a decompressed response in bytes, 1 to `largest`.
  package let bytes: Int
  /// Number of retries, 0 to `largest`.
  package let retries: Int
  /// Maximum time for connecting, in seconds.
  let connectionSeconds = 15
  /// Maximum number of redirects.
  let redirects = 5

  package init(seconds: Int = 300, bytes: Int = 1 << 30, retries: Int = 2) {
    (self.seconds, self.bytes, self.retries) = (seconds, bytes, retries)
  }

  /// These limits in the form for curl.
  package var curl: Curl.Limits {
    Curl.Limits(
      seconds: seconds, connectionSeconds: connectionSeconds, redirects: redirects, bytes: bytes,
      retries: retries, retrySeconds: seconds * 2)
  }
}

/// The HTTP validators of a fetched feed, which the next run sends in a conditional request.
package struct FeedValidators: Equatable {
  /// A hash of all that the feed's cells depend on, except the content of the feed.
  package var key: String
  /// `ETag`; empty for none.
  package var tag = ""
  /// `Last-Modified`; empty for none.
  package var date = ""

  /// The path of the file for a feed, in which the name is percent-encoded as in URLs.
  ///
  /// - Parameter state: The prefix of state files.
  package static func file(of name: String, state: String) -> String {
    let text = name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      if isPlain || character == "_" || character == "-" { return String(character) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    return "\(state).\(text.joined()).http"
  }

  /// Removes the files of all feeds.
  ///
  /// - Parameter state: The prefix of state files.
  package static func removeAll(state: String) {
    let folder = URL(filePath: state).deletingLastPathComponent().path
    let prefix = URL(filePath: state).lastPathComponent + "."
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names ?? [] where name.hasPrefix(prefix) && name.hasSuffix(".http") {
      unlink("\(folder)/\(name)")
    }
  }

  package init(key: String, _ headers: AnswerHeaders) {
    self.key = key
    tag = headers["etag"] ?? ""
    date = headers["last-modified"] ?? ""
  }

  /// Parses stored validators; `nil` if they are incomplete, or belong to another key.
  package init?(kept text: String, key: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 3, lines[0] == key, !(lines[1] + lines[2]).isEmpty else { return nil }
    (self.key, tag, date) = (key, lines[1], lines[2])
  }

  /// The text in which the validators are stored, in three lines.
  package var text: String { "\(key)\n\(tag)\n\(date)\n" }

  /// The headers of a conditional request.
  package var conditions: [String] {
    (tag.isEmpty ? [] : ["If-None-Match: \(tag)"])
      + (date.isEmpty ? [] : ["If-Modified-Since: \(date)"])
  }
}

/// The headers of the final response, after redirects and retries, with names in lower case.
package struct AnswerHeaders {
  private var values: [String: String] = [:]

  /// Parses curl's dump of the headers of all responses.
  package init(_ bytes: some Collection<UInt8>) {
    for line in bytes.split(separator: 10) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("HTTP/") {
        values = [:]
      } else if let colon = text.firstIndex(of: ":") {
        values[text[..<colon].lowercased()] = text[text.index(after: colon)...]
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
  }

  /// The last value of a header by its name in lower case; `nil` if the header is missing.
  package subscript(name: String) -> String? { values[name] }
}
