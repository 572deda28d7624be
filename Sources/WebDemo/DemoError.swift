/// Why a demo has no answer, in one sentence each.
public enum DemoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The feed is not there, or its records cannot be shown.
  case unknownFeed(String, reason: String)
  /// The environment cannot be read, or the feed does not have it.
  case unknownEnvironment(String, reason: String)
  /// More ids were asked for than a request may have.
  case tooManyIDs(found: Int, limit: Int)
  /// No font has the number.
  case unknownFont(Int)
  /// A font file cannot be read any more.
  case unreadableFont(String)

  /// The status of HTTP that fits.
  public var status: Int {
    switch self {
    case .unknownFeed, .unknownEnvironment, .unknownFont: 404
    case .tooManyIDs: 400
    case .unreadableFont: 500
    }
  }

  /// What was found, and what to do.
  public var description: String {
    switch self {
    case .unknownFeed(let name, let reason): "feed '\(name)' cannot be shown: \(reason)"
    case .unknownEnvironment(let key, let reason): "environment '\(key)': \(reason)"
    case .tooManyIDs(let found, let limit):
      "\(found) ids were asked for, at most \(limit) are answered; ask several times"
    case .unknownFont(let number): "there is no font \(number); records name those there are"
    case .unreadableFont(let reason): "the font cannot be read: \(reason)"
    }
  }
}
