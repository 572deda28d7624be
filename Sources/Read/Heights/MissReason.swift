#if canImport(HeightStore)
import LayoutPrimitives

/// The reason why a lookup found no cell, with the available alternatives.
public enum MissReason: Hashable, Sendable, CustomStringConvertible {
  /// There is no feed with the name.
  case unknownFeed(asked: String, known: [String])
  /// Several feeds have the record, and the request names no feed.
  case severalFeeds(id: String, feeds: [String])
  /// Several environments of the feed match, because the request names none or omits parts.
  case severalEnvironments(feed: String, keys: [String])
  /// The feed was not built for the environment.
  case unknownEnvironment(feed: String, asked: String, difference: EnvironmentDifference)
  /// None of the searched feeds has the record.
  case unknownRecord(id: String, feeds: [String])
  /// The record has cells only in other environments of the feed.
  case notInEnvironment(id: String, feed: String, asked: String, keys: [String])
  /// The cell could not be laid out.
  case failed(id: String, feed: String, code: String, message: String)
  /// The stored cell belongs to another version of the record.
  case otherVersion(id: String, feed: String, stored: String, asked: String)

  /// Whether the request must be more precise to have a result.
  public var isUsage: Bool {
    switch self {
    case .severalFeeds, .severalEnvironments: true
    default: false
    }
  }

  /// One sentence for standard error.
  public var description: String {
    switch self {
    case .unknownFeed(let asked, let known):
      "no feed '\(asked)'; have \(Self.list(known))\(NearestName(known).suggestion(for: asked))"
    case .severalFeeds(let id, let feeds):
      "'\(id)' is in several feeds; name one with --feed: \(Self.list(feeds))"
    case .severalEnvironments(let feed, let keys):
      "feed '\(feed)' has several environments; name one with --environment: \(Self.list(keys))"
    case .unknownEnvironment(let feed, let asked, let difference):
      "feed '\(feed)' was not built for \(asked): \(difference)"
    case .unknownRecord(let id, let feeds):
      "no record '\(id)' in \(feeds.count == 1 ? "feed" : "feeds") \(Self.list(feeds))"
    case .notInEnvironment(let id, let feed, let asked, let keys):
      "'\(id)' of feed '\(feed)' was not built for \(asked); have \(Self.list(keys))"
    case .failed(let id, let feed, let code, let message):
      "'\(id)' of feed '\(feed)' has no height: \(code): \(message)"
    case .otherVersion(let id, let feed, let stored, let asked):
      "'\(id)' of feed '\(feed)' is stored in version \(stored); asked \(asked)"
    }
  }

  /// At most eight names, followed by the number of the other names.
  static func list(_ names: [String]) -> String {
    if names.isEmpty { return "none" }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
#endif
