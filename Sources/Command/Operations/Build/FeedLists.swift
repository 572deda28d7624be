package import CommandSettings
package import FeedRecords
package import HeightStore
import LayoutPrimitives
package import Precomputation

/// The lists of a feed to build.
package struct FeedLists {
  /// The spacing and insets of the list in the order of the feed.
  package private(set) var own = ListDescription()
  /// The lists in other orders.
  package private(set) var named: [NamedList] = []

  /// Divides the configured lists of one feed into `own` and `named`.
  ///
  /// - Throws: `Failure` for a file of ids that cannot be read.
  package init(_ lists: [ConfiguredList], limits: FeedLimits) throws {
    for list in lists {
      if let order = list.order {
        named.append(
          NamedList(
            list.description, order: .path(order.path, isDescending: order.isDescending)))
      } else if let path = list.ids?.value {
        // A missing file is reported before anything is built.
        _ = try LineInput(path: path, limits: limits)
        named.append(NamedList(list.description, order: .ids { try Self.read(path, limits, $0) }))
      } else {
        own = list.description
      }
    }
  }

  /// Reads the ids of a list from a file with one id per line.
  private static func read(
    _ path: String, _ limits: FeedLimits, _ body: (String) throws -> Void
  ) throws {
    var input = try LineInput(path: path, limits: limits)
    while let line = try input.next(whenIdle: {}) {
      if let failure = line.failure {
        throw Failure(.badData, "\(path), line \(line.number): \(failure.message)")
      }
      var bytes = line.bytes[...]
      if bytes.last == 0x0D { bytes.removeLast() }
      if !line.isBlank { try body(String(decoding: bytes, as: UTF8.self)) }
    }
  }
}

extension Settings {
  /// Throws if the configuration has a list of a feed in another order than the feed's.
  package func checkOwnListOnly(ofFeed feed: String) throws(Failure) {
    let other = (file?.lists ?? []).first { $0.feed == feed && ($0.order != nil || $0.ids != nil) }
    guard let other else { return }
    throw Failure(
      .badData,
      "CH0727 the configuration has list '\(other.description.name)' of feed '\(feed)', whose "
        + "order only a store has; build or import the feed and publish that store, or use a "
        + "configuration without the list")
  }

  /// The spacing and insets of a feed's list in the order of the feed.
  package func ownList(ofFeed feed: String) throws -> ListDescription {
    try FeedLists(
      (file?.lists ?? []).filter { $0.feed == feed && $0.order == nil && $0.ids == nil },
      limits: feedLimits
    ).own
  }

  /// Throws if a list names a feed that is neither in this run nor in the store.
  ///
  /// If no feeds are configured, the name may be that of a later build. Then only a name that is
  /// similar to a known one is an error.
  ///
  /// - Parameters:
  ///   - feeds: The names of the feeds of this run.
  ///   - store: The path of the store.
  package func checkLists(feeds: [String], store: String) throws(ConfigurationError) {
    guard let file, !file.lists.isEmpty else { return }
    let configured = file.feeds.map(\.name)
    var names = feeds + configured
    // The writer reports an unreadable store.
    do { names += try StoredFeeds(store: store).names } catch _ { return }
    for list in file.lists where !names.contains(list.feed) {
      let advice = NearestName(names).suggestion(for: list.feed)
      guard !(configured.isEmpty && advice.isEmpty) else { continue }
      var line: Int?
      if case .file(_, let number) = list.origin { line = number }
      throw ConfigurationError(
        .invalid, path: file.path, line: line,
        "list '\(list.description.name)' is of feed '\(list.feed)', which is neither configured nor "
          + "built nor stored" + (advice.isEmpty ? "; name it under feeds" : advice))
    }
  }
}

extension FeedSource {
  /// The name of the feed that a file makes: its base name without extension and compression
  /// suffix.
  ///
  /// It is `stdin` for standard input, `-`.
  package static func feedName(of file: String) -> String {
    guard file != "-" else { return "stdin" }
    let base = file.split(separator: "/").last.map(String.init) ?? "feed"
    var name = withoutCompressionSuffix(base)[...]
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = name[..<dot] }
    return String(name)
  }
}
