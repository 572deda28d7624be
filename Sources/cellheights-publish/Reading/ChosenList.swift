import Heights
import HeightStore
import PublishedHeights

/// One list of a manifest.
struct ChosenList {
  let feed: String
  let environment: PublishedManifest.Environment
  let list: PublishedManifest.List

  /// Finds the list that is named, or the only one.
  ///
  /// - Throws: `ReadingError.usage` where there are several, `.unknown` for a name that is not there.
  init(
    in manifest: PublishedManifest, feed feedName: String?, environment key: String?,
    list listName: String?
  ) throws(ReadingError) {
    let feed = try Self.only(
      manifest.feeds, named: feedName, \.name, noun: "feed", in: "what was published",
      flag: "--feed")
    let environments =
      // Ranges of widths have no lists, so that they are named only by mistake.
      key == nil ? feed.environments.filter { $0.lists != nil } : feed.environments
    var named = key
    if let key { named = try Self.environment(key, in: environments.map(\.key)) }
    environment = try Self.only(
      environments, named: named, \.key, noun: "environment", in: "feed '\(feed.name)'",
      flag: "--environment")
    guard let lists = environment.lists else {
      throw .usage(
        "\(environment.key) is a range of widths, which has heights and no lists; name a single "
          + "width: " + Self.listed(feed.environments.filter { $0.lists != nil }.map(\.key)))
    }
    list = try Self.only(
      lists, named: listName, \.name, noun: "list",
      in: "feed '\(feed.name)' in \(environment.key)", flag: "--list")
    self.feed = feed.name
  }

  /// The key that a name of an environment means; the name where none fits.
  private static func environment(
    _ name: String, in keys: [String]
  ) throws(ReadingError) -> String {
    let known = keys.compactMap { EnvironmentParts(key: $0) }
    guard !keys.contains(name), known.count == keys.count else { return name }
    let pattern: EnvironmentPattern
    do { pattern = try EnvironmentPattern(name) } catch { throw .usage("\(error)") }
    let matches = pattern.matches(in: known).filter { $0.widthPixel == nil }
    let several = EnvironmentPattern.ambiguity(matches, in: known)
    guard several.isEmpty else {
      throw .usage(
        "there are several environments '\(name)'; name one with --environment: \(listed(several))")
    }
    return matches.first.map { keys[$0.index] } ?? name
  }

  private static func only<Item>(
    _ items: [Item], named name: String?, _ itemName: (Item) -> String, noun: String,
    in place: String, flag: String
  ) throws(ReadingError) -> Item {
    guard let name else {
      guard let first = items.first else { throw .unknown("\(place) has no \(noun)") }
      guard items.count == 1 else {
        throw .usage(
          "\(place) has \(items.count) \(noun)s; name one with \(flag): "
            + listed(items.map(itemName)))
      }
      return first
    }
    guard let item = items.first(where: { itemName($0) == name }) else {
      throw .unknown("\(place) has no \(noun) '\(name)'; have \(listed(items.map(itemName)))")
    }
    return item
  }

  /// Names in a sentence, the first of many.
  private static func listed(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(shownNames).joined(separator: ", ")
    return names.count > shownNames ? "\(shown) and \(names.count - shownNames) more" : shown
  }

  /// Names that a sentence has at most.
  private static let shownNames = 20
}
