import StructuredDocuments

/// Identifies a generation by its number and its digests.
public struct PinnedGeneration: Hashable, Sendable {
  /// Number of the generation.
  public let number: Int
  /// Digest of the cells.
  public let digest: String
  /// Digest of the lists.
  public let listDigest: String

  /// Creates an identifier of a generation.
  public init(number: Int, digest: String, listDigest: String) {
    self.number = number
    self.digest = digest
    self.listDigest = listDigest
  }
}

/// Identifies a list in one environment.
public struct ListName: Hashable, Sendable {
  /// Name of the feed.
  public let feed: String
  /// Key of the environment in full form, such as `390@3x/L/ltr/en/uikit`.
  public let environment: String
  /// Name of the list; `feed` is the list in feed order.
  public let list: String

  /// Creates an identifier of a list.
  public init(feed: String, environment: String, list: String = "feed") {
    self.feed = feed
    self.environment = environment
    self.list = list
  }
}

/// The frame of one view of a cell, in points from the cell's top-left corner.
public struct ViewFrame: Hashable, Sendable {
  /// Id of the view in its template.
  public let id: String
  /// The kind of the view: `view`, `label`, `image` and so on.
  public let kind: String
  /// Left edge, in points.
  public let x: Double
  /// Top edge, in points.
  public let y: Double
  /// Width, in points.
  public let width: Double
  /// Height, in points.
  public let height: Double
  /// Number of lines of a label, or 0 if they were not counted; nil for any other view.
  public let lines: Int?
  /// Whether the text of the label is truncated; false for any other view.
  public let isTruncated: Bool

  /// Converts a stored frame to points.
  ///
  /// - Parameters:
  ///   - id: Id of the view.
  ///   - kind: The kind of the view.
  ///   - edges: The left edge, the top edge, the width and the height, in grid steps.
  ///   - stored: The line count of a label, which is negative if its text is truncated; nil for any
  ///     other view.
  ///   - stepsPerPoint: Number of grid steps per point.
  public init(
    id: String, kind: String, edges: (x: Int, y: Int, width: Int, height: Int), stored: Int16?,
    stepsPerPoint: Double
  ) {
    self.id = id
    self.kind = kind
    x = Double(edges.x) / stepsPerPoint
    y = Double(edges.y) / stepsPerPoint
    width = Double(edges.width) / stepsPerPoint
    height = Double(edges.height) / stepsPerPoint
    lines = stored.map { Int($0.magnitude) }
    isTruncated = (stored ?? 0) < 0
  }
}

/// The error for a request that a source cannot answer.
public enum SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such feed.
  case unknownFeed(asked: String, known: [String])
  /// The feed was not built for the environment.
  case unknownEnvironment(asked: String, feed: String, known: [String])
  /// The environment is a range of widths, which has no list.
  case widthRange(environment: String)
  /// The environment is a single width, but a range is required.
  case singleWidth(environment: String)
  /// The feed has no such list.
  case unknownList(asked: String, feed: String, known: [String])
  /// The list's cells were stored or published without frames.
  case noFrames(ListName)
  /// The list's cells were stored or published without the lines of their labels.
  case noLines(ListName)
  /// The list does not contain the range of positions.
  case outOfRange(Range<Int>, count: Int)
  /// The list is of another generation than the source.
  case otherGeneration(asked: PinnedGeneration, pinned: PinnedGeneration)
  /// The server responded with a status other than 200.
  case status(Int, path: String)

  /// One sentence that describes the error.
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
    case .noLines(let name):
      "list '\(name.list)' of feed '\(name.feed)' has no lines in \(name.environment); build with "
        + "--lines, and publish without --no-lines"
    case .outOfRange(let range, let count):
      "positions \(range) are not in a list of \(counted(count, "cell"))"
    case .otherGeneration(let asked, let pinned):
      "the list is of generation \(asked.number), and this source of \(pinned.number); take the "
        + "list again"
    case .status(let status, let path): "\(path) was answered with status \(status)"
    }
  }
}
