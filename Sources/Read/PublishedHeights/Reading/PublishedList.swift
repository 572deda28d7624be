#if canImport(HeightStore)
import Heights
import HeightStore

/// A list in one environment, read from published files.
public struct PublishedList {
  /// The content of the generation.
  public let manifest: PublishedManifest
  /// Name of the feed.
  public let feed: String
  /// The environment of the list.
  public let environment: PublishedManifest.Environment
  /// The entry of the list in the manifest.
  public let list: PublishedManifest.List
  private let location: any PublishedLocation
  private let limits: FormatLimits

  /// Reads the current manifest, and finds the list with the given names.
  ///
  /// - Parameters:
  ///   - location: The location of the files.
  ///   - feed: Name of the feed; nil for the only feed.
  ///   - environment: The environment in any accepted form; nil for the only environment with
  ///     lists.
  ///   - list: Name of the list; nil for the only list.
  ///   - limits: Maximum sizes of files.
  /// - Throws: `PublishedReadingError.ambiguous` if a name is nil and there are several candidates;
  ///   `.unknown` if a name does not exist; `PublishedFormatError`; errors of the location.
  public init(
    in location: any PublishedLocation, feed: String?, environment: String?, list: String?,
    limits: FormatLimits = FormatLimits()
  ) throws {
    let manifest = try location.manifest(limits: limits)
    let choice = try ListChoice(in: manifest, feed: feed, environment: environment, list: list)
    self.location = location
    self.limits = limits
    self.manifest = manifest
    self.feed = choice.feed
    self.environment = choice.environment
    self.list = choice.list
  }

  /// A cell of the list.
  public struct Cell: Hashable, Sendable {
    /// Id of the record.
    public let id: String
    /// Height of the cell, in grid steps.
    public let height: UInt32
    /// The template and the counts of the cell's labels; nil if the cell has no published frames.
    public let texts: Texts?

    /// The template of a cell, and counts of its labels and their lines.
    public struct Texts: Hashable, Sendable {
      /// Index of the template in the manifest.
      public let template: Int
      /// Number of labels that have lines.
      public let labels: Int
      /// Number of lines of all these labels together.
      public let lines: Int
    }
  }

  /// Reads and verifies the list, one chunk after another.
  ///
  /// - Parameter body: Receives the cells in list order.
  /// - Throws: `PublishedFormatError` if a file is altered or malformed, or if an id occurs twice;
  ///   errors of the location and of `body`.
  public func forEachCell(_ body: (Cell) throws -> Void) throws {
    let next = location.chunks(
      list.chunks.flatMap { [$0.ids, $0.heights, $0.frames].compactMap { $0 } })
    var seen: Set<String> = []
    for chunk in list.chunks {
      let ids = try chunk.ids(try next(), limits: limits).ids
      let heights = try chunk.heights(try next(), limits: limits).heights
      let frames = try chunk.frames == nil ? nil : chunk.frames(try next(), limits: limits)
      for (index, id) in ids.enumerated() {
        guard seen.insert(id).inserted else {
          throw PublishedFormatError.malformed(
            file: chunk.ids.path, detail: "an id in it is in list '\(list.name)' twice")
        }
        let cell = try frames.flatMap {
          try manifest.frames(ofCell: index, in: $0, file: chunk.frames?.path ?? "")
        }
        let texts = cell.map {
          Cell.Texts(
            template: $0.template, labels: $0.frames.lines.count { $0 != 0 },
            // The line count is negative if the text is truncated.
            lines: $0.frames.lines.reduce(0) { $0 + Int($1.magnitude) })
        }
        try body(Cell(id: id, height: heights[index], texts: texts))
      }
    }
  }
}

/// Finds the list in a manifest that has the given names.
private struct ListChoice {
  let feed: String
  let environment: PublishedManifest.Environment
  let list: PublishedManifest.List

  init(
    in manifest: PublishedManifest, feed feedName: String?, environment key: String?,
    list listName: String?
  ) throws(PublishedReadingError) {
    let feed = try Self.only(
      manifest.feeds, named: feedName, \.name, noun: "feed", in: "what was published",
      flag: "--feed")
    let environments =
      // If no environment is named, ranges of widths are left out, because they have no lists.
      key == nil ? feed.environments.filter { $0.lists != nil } : feed.environments
    var named = key
    if let key { named = try Self.environment(key, in: environments.map(\.key)) }
    environment = try Self.only(
      environments, named: named, \.key, noun: "environment", in: "feed '\(feed.name)'",
      flag: "--environment")
    guard let lists = environment.lists else {
      throw .ambiguous(
        "\(environment.key) is a range of widths, which has heights and no lists; name a single "
          + "width: " + Self.listed(feed.environments.filter { $0.lists != nil }.map(\.key)))
    }
    list = try Self.only(
      lists, named: listName, \.name, noun: "list",
      in: "feed '\(feed.name)' in \(environment.key)", flag: "--list")
    self.feed = feed.name
  }

  /// The key of the environment that a user has written in some form; the unchanged name if none
  /// matches.
  private static func environment(
    _ name: String, in keys: [String]
  ) throws(PublishedReadingError) -> String {
    let parts = keys.compactMap { EnvironmentParts(key: $0) }
    guard !keys.contains(name), parts.count == keys.count else { return name }
    let pattern: EnvironmentPattern
    do { pattern = try EnvironmentPattern(name) } catch { throw .ambiguous("\(error)") }
    let matches = pattern.matches(in: parts).filter { $0.widthPixel == nil }
    let several = EnvironmentPattern.ambiguity(matches, in: parts)
    guard several.isEmpty else {
      throw .ambiguous(
        "there are several environments '\(name)'; name one with --environment: \(listed(several))"
      )
    }
    return matches.first.map { keys[$0.index] } ?? name
  }

  private static func only<Item>(
    _ items: [Item], named name: String?, _ itemName: (Item) -> String, noun: String,
    in owner: String, flag: String
  ) throws(PublishedReadingError) -> Item {
    guard let name else {
      guard let first = items.first else { throw .unknown("\(owner) has no \(noun)") }
      guard items.count == 1 else {
        throw .ambiguous(
          "\(owner) has \(items.count) \(noun)s; name one with \(flag): "
            + listed(items.map(itemName)))
      }
      return first
    }
    guard let item = items.first(where: { itemName($0) == name }) else {
      throw .unknown("\(owner) has no \(noun) '\(name)'; have \(listed(items.map(itemName)))")
    }
    return item
  }

  /// Joins names with commas; if there are many, it adds only the number of the remaining ones.
  private static func listed(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(shownNames).joined(separator: ", ")
    return names.count > shownNames ? "\(shown) and \(names.count - shownNames) more" : shown
  }

  /// Maximum number of names in a message.
  private static let shownNames = 20
}
#endif
