/// Why a list cannot be answered.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such feed.
  case unknownFeed(asked: String, known: [String])
  /// The feed was not built for the environment.
  case unknownEnvironment(asked: String, feed: String, known: [String])
  /// The environment is a range of widths, which has no list.
  case widthRange(environment: String)
  /// The environment is a single width, where a range is needed.
  case singleWidth(environment: String)
  /// The feed has no such list.
  case unknownList(asked: String, feed: String, known: [String])
  /// Frames were not published, or the cell has none.
  case noFrames(ListName)
  /// The range of positions is not in the list.
  case outOfRange(Range<Int>, count: Int)
  /// The list is of another generation than the source that was asked.
  case otherGeneration(asked: PinnedGeneration, pinned: PinnedGeneration)
  /// The server answered with another status than 200.
  case status(Int, path: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .unknownFeed(let asked, let known):
      "no feed '\(asked)'; have \(known.joined(separator: ", "))"
    case .unknownEnvironment(let asked, let feed, let known):
      "feed '\(feed)' was not built for \(asked); have \(known.joined(separator: ", "))"
    case .widthRange(let environment):
      "\(environment) is a range of widths, which has no list; name a single width"
    case .singleWidth(let environment):
      "\(environment) is no range of widths; take its list, or name a range, such as "
        + "280..900@1x/L/ltr/en/uikit"
    case .unknownList(let asked, let feed, let known):
      "feed '\(feed)' has no list '\(asked)'; have \(known.joined(separator: ", "))"
    case .noFrames(let name):
      "list '\(name.list)' of feed '\(name.feed)' has no frames in \(name.environment); publish "
        + "without --no-frames, and build with frames"
    case .outOfRange(let range, let count):
      "positions \(range) are not in a list of \(count) cells"
    case .otherGeneration(let asked, let pinned):
      "the list is of generation \(asked.number), and this source of \(pinned.number); take the "
        + "list again"
    case .status(let status, let path): "\(path) was answered with status \(status)"
    }
  }
}
