/// The address that is told of a run's start and end, as healthchecks.io understands it.
struct NightlyPing {
  /// Timeout of one attempt, in seconds.
  static let seconds = 10
  /// Number of retries.
  static let retries = 1

  /// The moment of a run.
  enum Moment: Equatable {
    case start
    case end(Int32)
  }

  private let url: String

  /// `nil` for what is no URL of `http` or `https`.
  init?(_ url: String) {
    do {
      guard try WebFeed("ping=\(url)") != nil else { return nil }
    } catch { return nil }
    self.url = url
  }

  /// The server for logs: the path may be a secret.
  var shown: String {
    let plain = WebFeed.withoutQuery(url[...])
    let server = plain.split(separator: "/").dropFirst().first ?? ""
    return String(server.split(separator: "@").last ?? "")
  }

  /// The address for a moment: `/start`, nothing for success, or the exit code.
  func address(_ moment: Moment) -> String {
    let plain = WebFeed.withoutQuery(url[...])
    let rest = url[plain.endIndex...]
    let path = plain.hasSuffix("/") ? plain.dropLast() : plain
    switch moment {
    case .start: return "\(path)/start\(rest)"
    case .end(0): return url
    case .end(let code): return "\(path)/\(code)\(rest)"
    }
  }

  /// The process of curl.
  func process(curl: Curl, _ moment: Moment, output: String) -> ChildProcess {
    curl.process(
      .nightly, Curl.Limits(seconds: Self.seconds, bytes: 65_536, retries: Self.retries),
      ["--show-error", "--output", "/dev/null", "--url", address(moment)], output: output)
  }
}
