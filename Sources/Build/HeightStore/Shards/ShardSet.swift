import LayoutPrimitives

/// All shards of one build, after checks that they belong together.
package struct ShardSet {
  /// One feed in all shards.
  package struct Feed {
    /// The feed's name.
    package let name: String
    /// The catalog entry of the feed in each shard, in the order of `shards`.
    package let entries: [FeedEntry]
    /// The counts of the feed in each shard, in the order of `shards`.
    package let counts: [ShardFeed]
  }

  /// The shards, in ascending order of their numbers.
  package let shards: [ShardReader]
  /// The feeds, in the order of the build.
  package let feeds: [Feed]

  /// Opens the shards at the given paths, and checks that they belong together.
  ///
  /// - Throws: `ShardError`; `StoreError` if a file is damaged or is not a shard.
  package init(paths: [String]) throws {
    let opened = try paths.map { path in
      do {
        return try ShardReader(path: path)
      } catch StoreError.missing {
        throw ShardError.noFile(path: path)
      }
    }
    let shards = try Self.ordered(opened)
    self.shards = shards
    guard let first = shards.first else { throw ShardError.missing([1], of: 1) }
    for shard in shards.dropFirst() { try Self.compare(shard, first) }
    // The order of row numbers is the order in which the build wrote the feeds.
    feeds = try first.catalog.feeds.sorted { $0.id < $1.id }.map { entry in
      let entries = shards.compactMap { $0.catalog.feed(named: entry.name) }
      let counts = try zip(shards, entries).map { try $0.counts(of: $1) }
      for (index, shard) in shards.enumerated() {
        if let what = Self.difference(
          shard, entries[index], counts[index], first, entries[0], counts[0])
        {
          throw ShardError.differs(
            path: shard.path, first: first.path, what: "feed '\(entry.name)', \(what)")
        }
      }
      return Feed(name: entry.name, entries: entries, counts: counts)
    }
  }

  /// Sorts shards by number, and checks that each number occurs once.
  private static func ordered(_ shards: [ShardReader]) throws -> [ShardReader] {
    guard let first = shards.first else { return [] }
    let count = first.number.count
    var readers: [Int: ShardReader] = [:]
    for shard in shards {
      guard shard.number.count == count else {
        throw ShardError.otherCount(
          path: shard.path, number: "\(shard.number)", first: first.path,
          firstNumber: "\(first.number)")
      }
      if let other = readers.updateValue(shard, forKey: shard.number.index) {
        throw ShardError.repeated(
          path: shard.path, number: "\(shard.number)", first: other.path)
      }
    }
    let missing = (1...count).filter { readers[$0] == nil }
    guard missing.isEmpty else { throw ShardError.missing(missing, of: count) }
    return (1...count).compactMap { readers[$0] }
  }

  private static func compare(_ shard: ShardReader, _ first: ShardReader) throws {
    func differ(_ what: String) -> ShardError {
      .differs(path: shard.path, first: first.path, what: what)
    }
    let (engine, other) = (
      shard.catalog.generation.engineVersion, first.catalog.generation.engineVersion
    )
    guard engine == other else { throw differ("engine version \(engine) instead of \(other)") }
    let (names, others) = (shard.catalog.feeds.map(\.name), first.catalog.feeds.map(\.name))
    guard names == others else {
      throw differ("feeds \(quoted(names)) instead of \(quoted(others))")
    }
  }

  /// Describes the first difference of a feed between two shards; nil if there is none.
  private static func difference(
    _ shard: ShardReader, _ entry: FeedEntry, _ counts: ShardFeed,
    _ first: ShardReader, _ other: FeedEntry, _ otherCounts: ShardFeed
  ) -> String? {
    let (keys, otherKeys) = (
      entry.environments.map(\.environment), other.environments.map(\.environment)
    )
    guard keys == otherKeys else {
      return "environments \(quoted(keys.map(\.key))) instead of \(quoted(otherKeys.map(\.key)))"
    }
    let templates = entry.templates.map { shard.catalog.templates[$0] }
    let otherTemplates = other.templates.map { first.catalog.templates[$0] }
    guard templates == otherTemplates else {
      func words(_ templates: [StoredTemplate?]) -> String {
        templates.map { $0.map { "\($0.name) \($0.hash)" } ?? "?" }.joined(separator: ", ")
      }
      return "templates \(words(templates)) instead of \(words(otherTemplates))"
    }
    guard entry.keepsFrames == other.keepsFrames else {
      return entry.keepsFrames ? "frames instead of heights alone" : "heights alone"
    }
    guard entry.keepsLines == other.keepsLines else {
      return entry.keepsLines ? "lines instead of none" : "no lines"
    }
    let (files, otherFiles) = (entry.sources, other.sources)
    guard files.map(\.hash) == otherFiles.map(\.hash), files.map(\.bytes) == otherFiles.map(\.bytes)
    else {
      let pairs = zip(files, otherFiles).first { $0.hash != $1.hash || $0.bytes != $1.bytes }
      return pairs.map {
        "file \($0.path) of \($0.bytes) bytes and hash \($0.hash) instead of \($1.bytes) bytes and "
          + "\($1.hash)"
      } ?? "\(files.count) files instead of \(otherFiles.count)"
    }
    guard counts.fonts == otherCounts.fonts else { return "other fonts" }
    guard counts.basis == otherCounts.basis else {
      return "other fonts of the template, formats, time or limits of text"
    }
    guard counts.lists == otherCounts.lists else { return "other lists in the configuration" }
    guard entry.inputs == other.inputs else {
      return "other rules that choose templates, or other sizes of pictures"
    }
    return nil
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The reason why shards cannot be merged.
public enum ShardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two shards have different total numbers of shards.
  case otherCount(path: String, number: String, first: String, firstNumber: String)
  /// Two files contain the same shard.
  case repeated(path: String, number: String, first: String)
  /// There is no file at the path of a shard.
  case noFile(path: String)
  /// Shards with these numbers are missing.
  case missing([Int], of: Int)
  /// A shard differs from the first shard in a property that all shards must share.
  case differs(path: String, first: String, what: String)
  /// A shard contains a record or a position of another shard, or lacks cells of a record.
  case foreign(path: String, detail: String)
  /// The shards do not have what the lists of the merge need of records.
  case otherLists(feed: String)
  /// A shard was built for lists besides that in feed order, and is to be published without a merge.
  case unpublishable(path: String, feed: String, list: String)

  /// Whether the error is one of usage: the files do not contain each shard exactly once.
  public var isUsage: Bool {
    switch self {
    case .otherCount, .repeated, .missing: true
    case .noFile, .differs, .foreign, .otherLists, .unpublishable: false
    }
  }

  /// One sentence for standard error: the problem, its location, and the remedy.
  public var description: String {
    switch self {
    case .otherCount(let path, let number, let first, let firstNumber):
      return "CH0722 \(path) is shard \(number) and \(first) is shard \(firstNumber); "
        + "all shards are of one number"
    case .repeated(let path, let number, let first):
      let files = path == first ? "\(path) is named twice, as" : "\(path) and \(first) are both"
      return "CH0722 \(files) shard \(number); name each shard once"
    case .noFile(let path):
      return "there is no shard at \(path); name the file of each shard, or build the missing one "
        + "with: cellheights build FEED --shard I/N --store \(path)"
    case .missing(let numbers, let count):
      let shown = numbers.prefix(10).map(String.init).joined(separator: ", ")
      let more = numbers.count > 10 ? " and \(numbers.count - 10) more" : ""
      let isOne = numbers.count == 1
      return "CH0722 of \(count) shards \(isOne ? "number" : "numbers") \(shown)\(more) "
        + "\(isOne ? "is" : "are") missing; name every shard, or build what is missing with: "
        + "cellheights build FEED --shard \(numbers.first ?? 1)/\(count) --store FILE"
    case .differs(let path, let first, let what):
      return "CH0723 \(path) does not fit \(first): \(what); "
        + "build all shards from the same files with the same program, fonts and flags"
    case .otherLists(let feed):
      return "CH0726 the shards of feed '\(feed)' do not have what its lists are made of: their "
        + "orders, sections, templates or fonts are others; build the shards with the configuration of "
        + "the merge"
    case .unpublishable(let path, let feed, let list):
      return
        "CH0727 \(path) was built for list '\(list)' of feed '\(feed)', which is made of all shards by "
        + "the configuration of the build; name it with --config, or merge the shards with it and "
        + "publish that store"
    case .foreign(let path, let detail):
      return "CH0724 \(path) \(detail); build this shard again"
    }
  }
}
