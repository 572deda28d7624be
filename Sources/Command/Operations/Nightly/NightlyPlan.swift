import CommandSettings
import FeedRecords
import Foundation
import LayoutPrimitives

/// The parameters of an unattended build.
package struct NightlyPlan {
  /// The kinds of findings that a night refuses if they are errors or warnings.
  ///
  /// The arguments for `build` may accept them.
  static let refusedFindings: [FindingKind] = [.blank, .cut, .flat, .lost, .unbound]

  /// The path of the store that is locked and checked.
  package var store: String
  /// The path of the configuration file; `nil` for none.
  package var config: String?
  /// The paths of feed files, which `build` receives.
  package var files: [String]
  /// The feeds to fetch from the web.
  package var webFeeds: [WebFeed]
  /// The flags `--store` and `--config` with their values, if they are set.
  package var flags: [String]
  /// The arguments that are passed on to `build`: the configured ones, and those after `--`.
  package var further: [String]
  /// Whether feeds are fetched even if they are unchanged.
  package var isFresh: Bool
  package var limits: FetchLimits
  /// The program that builds.
  package var program: String
  /// The program that fetches `webFeeds` and requests `ping`; `nil` if there is neither.
  package var curl: Curl?
  /// The path of the metrics file; `nil` for none.
  package var metrics: String?
  /// The address that receives the start and the end of a run; `nil` for none.
  package var ping: NightlyPing?

  package init(
    store: String, config: String?, files: [String], webFeeds: [WebFeed], flags: [String],
    further: [String], isFresh: Bool, limits: FetchLimits, program: String, curl: Curl?,
    metrics: String?, ping: NightlyPing?
  ) {
    self.store = store
    self.config = config
    self.files = files
    self.webFeeds = webFeeds
    self.flags = flags
    self.further = further
    self.isFresh = isFresh
    self.limits = limits
    self.program = program
    self.curl = curl
    self.metrics = metrics
    self.ping = ping
  }

  /// The prefix of the files that keep state between runs.
  package var state: String { store + ".nightly" }
  /// The file with the generation number of the last successful run.
  var generationFile: String { state + ".generation" }

  /// The folder that contains fetched feeds during a run.
  ///
  /// Every run uses the same path, because the store records the paths of sources.
  package var fetched: String { state + ".feeds" }

  /// A hash of all that the cells of a fetched feed depend on, except the content of the feed.
  ///
  /// The cells depend on arguments, variables, configuration, files named by arguments, and the
  /// program.
  ///
  /// - Parameter variables: The environment variables.
  func circumstances(of feed: WebFeed, _ variables: [String: String]) -> String {
    var hasher = ContentHasher()
    func add(_ bytes: some Collection<UInt8>) {
      // The length before each part makes the hash unambiguous.
      hasher.update("\(bytes.count):".utf8)
      hasher.update(bytes)
    }
    for word in [feed.url] + flags + further { add(word.utf8) }
    for (name, value) in variables.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("CELLHEIGHTS_") {
      add("\(name)=\(value)".utf8)
    }
    // An argument may name a file in the form --name=file.
    let named = further.map { word in
      guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return word }
      return String(word[word.index(after: equals)...])
    }
    for path in (config.map { [$0] } ?? []) + named where FileStatus(path)?.isRegular == true {
      add(FileManager.default.contents(atPath: path) ?? Data())
    }
    if let status = FileStatus(program) { add("\(status.size) \(status.modified)".utf8) }
    return hasher.finish().description
  }
}

/// A feed that is fetched, written as `[NAME=]URL`.
package struct WebFeed: Equatable {
  /// Maximum length of a feed name in bytes, because files have the name.
  static let nameBytes = 200

  /// The reason why an argument is not a valid feed, with the correct form.
  package struct Problem: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// The feed's name; by default it is made from the URL's path, by the rule of `build`.
  package let name: String
  /// The URL as written by the user.
  package let url: String

  /// Parses an argument; `nil` if it contains no URL of `http` or `https`.
  ///
  /// - Throws: `Problem` if the URL contains white space, or gives no valid feed name.
  package init?(_ word: String) throws(Problem) {
    var given: Substring?
    var url = word[...]
    if !Self.isAddress(url), let equals = word.firstIndex(of: "=") {
      given = word[..<equals]
      url = word[word.index(after: equals)...]
    }
    guard Self.isAddress(url), given.map({ !$0.isEmpty && !$0.contains("/") }) ?? true else {
      return nil
    }
    guard
      !url.unicodeScalars.contains(where: {
        $0.properties.isWhitespace || $0.properties.generalCategory == .control
      })
    else { throw Problem("there is white space in the URL '\(word)'") }
    self.url = String(url)
    let parts = Self.withoutQuery(url).split(separator: "/")
    // The first two parts are the scheme and the server.
    guard let name = given.map(String.init) ?? parts.dropFirst(2).last.map({ String($0) }) else {
      throw Problem("'\(url)' has no feed name; write NAME=\(url)")
    }
    self.name = given == nil ? FeedSource.feedName(of: name) : name
    guard self.name.utf8.count <= Self.nameBytes else {
      throw Problem(
        "the name of the feed from '\(url)' has more than \(Self.nameBytes) bytes; "
          + "write NAME=URL with a shorter one")
    }
  }

  /// The URL without password, query and fragment, for logs.
  package var shown: String {
    let plain = Self.withoutQuery(url[...])
    guard let scheme = plain.firstRange(of: "://")?.upperBound,
      let at = plain[scheme...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
    else { return String(plain) }
    return String(plain[..<scheme] + plain[plain.index(after: at)...])
  }

  /// Whether the scheme is `https`.
  var isSecure: Bool { url.lowercased().hasPrefix("https:") }

  private static func isAddress(_ text: Substring) -> Bool {
    let scheme = text.prefix(8).lowercased()
    return scheme.hasPrefix("http://") || scheme == "https://"
  }

  /// The part of a URL before its query and fragment.
  static func withoutQuery(_ url: Substring) -> Substring {
    url.prefix { $0 != "?" && $0 != "#" }
  }
}

/// The address that receives the start and the end of a run, in the form of healthchecks.io.
package struct NightlyPing {
  /// Timeout of one attempt, in seconds.
  package static let seconds = 10
  /// Number of retries after a failed attempt.
  package static let retries = 1

  /// The moment of a run that is reported: its start, or its end with the exit code.
  package enum Moment: Equatable {
    case start
    case end(Int32)
  }

  private let url: String

  /// Checks an address; `nil` if it is not a URL of `http` or `https`.
  package init?(_ url: String) {
    do {
      guard try WebFeed("ping=\(url)") != nil else { return nil }
    } catch { return nil }
    self.url = url
  }

  /// The server alone, for logs, because the path may be a secret.
  package var shown: String {
    let plain = WebFeed.withoutQuery(url[...])
    let server = plain.split(separator: "/").dropFirst().first ?? ""
    return String(server.split(separator: "@").last ?? "")
  }

  /// The address for a moment: with `/start`, unchanged after success, or with the exit code.
  package func address(_ moment: Moment) -> String {
    let plain = WebFeed.withoutQuery(url[...])
    let rest = url[plain.endIndex...]
    let path = plain.hasSuffix("/") ? plain.dropLast() : plain
    switch moment {
    case .start: return "\(path)/start\(rest)"
    case .end(0): return url
    case .end(let code): return "\(path)/\(code)\(rest)"
    }
  }

  /// The curl process that reports a moment.
  package func process(curl: Curl, _ moment: Moment, output: String) -> ChildProcess {
    curl.process(
      .nightly, Curl.Limits(seconds: Self.seconds, bytes: 65_536, retries: Self.retries),
      ["--show-error", "--output", "/dev/null", "--url", address(moment)], output: output)
  }
}
