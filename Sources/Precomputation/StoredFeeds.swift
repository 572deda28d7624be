public import CellTemplates
public import HeightStore
public import LayoutPrimitives

/// The environments and templates that a published store holds for its feeds.
public struct StoredFeeds: Sendable {
  /// `nil` without a store.
  private let catalog: StoreCatalog?

  /// Reads the catalog of a store.
  ///
  /// Without a store, and of one with an earlier schema version, no feed is known.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public init(store path: String) throws {
    self.init(try StoreReader.published(path)?.catalog)
  }

  /// Takes a catalog; `nil` without a store.
  public init(_ catalog: StoreCatalog?) {
    self.catalog = catalog
  }

  /// The names of the feeds, sorted.
  public var names: [String] { catalog?.feeds.map(\.name) ?? [] }

  /// The environments of a feed, for its next build; `nil` for a feed that is not stored.
  ///
  /// An environment that was built in every state has no state here, so that it includes states
  /// that the template gains.
  ///
  /// - Parameters:
  ///   - name: The name of the feed.
  ///   - templates: The templates of the next build.
  public func environments(
    of name: String, for templates: TemplateSelector
  ) -> [Environment]? {
    guard let catalog, let feed = catalog.feed(named: name), !feed.environments.isEmpty else {
      return nil
    }
    let hashes = feed.templates.compactMap { catalog.templates[$0]?.hash }
    let isSameTemplate = Set(hashes) == Set(templates.templates.map(\.hash.description))
    var environments: [Environment] = []
    for stored in feed.environments {
      let parts = stored.environment.parts
      let states = feed.environments.filter { $0.environment.parts.base == parts.base }
        .compactMap(\.environment.state)
      // The states of an earlier version of the template are unknown.
      let isPartial = isSameTemplate && !Set(states).isSuperset(of: templates.states)
      let key = isPartial ? stored.environment.key : parts.base
      do throws(EnvironmentError) {
        let environment = try Environment(parsing: key)
        if !environments.contains(environment) { environments.append(environment) }
      } catch {
        // Its key is not one of this version; a build reports that it would be dropped.
        continue
      }
    }
    return environments
  }

  /// The environments and templates of stored feeds that a build would drop.
  public func drops(of configuration: BuildConfiguration) -> [FeedDrop] {
    configuration.feeds.compactMap { feed in
      drop(
        of: feed.name, environments: configuration.environments(of: feed).map(\.key),
        templates: configuration.templates(of: feed).templates.map(\.name))
    }
  }

  /// The environments and templates of a stored feed that a build for others would drop; `nil` for
  /// none.
  func drop(of feed: String, environments: [String], templates: [String]) -> FeedDrop? {
    guard let catalog, let stored = catalog.feed(named: feed) else { return nil }
    let bases = Set(environments.compactMap { EnvironmentParts(key: $0)?.base })
    var drop = FeedDrop(feed: feed)
    for environment in stored.environments.map(\.environment) {
      // Without a state it means the first one of a template that gained states.
      let remains =
        environments.contains(environment.key)
        || environment.state == nil && bases.contains(environment.parts.base)
      if !remains { drop.environments.append(environment.key) }
    }
    for template in stored.templates.compactMap({ catalog.templates[$0]?.name })
    where !templates.contains(template) && !drop.templates.contains(template) {
      drop.templates.append(template)
    }
    return drop.environments.isEmpty && drop.templates.isEmpty ? nil : drop
  }
}

// reason: a plain value; a comparison fills it in
/// The environments and templates of a stored feed that a build would drop.
public struct FeedDrop: Hashable, Sendable, CustomStringConvertible {
  /// Name of the feed.
  public var feed: String
  /// Keys of the environments, in the order of the last build.
  public var environments: [String] = []
  /// Names of the templates, in the order of the last build.
  public var templates: [String] = []

  /// Maximum number of environments and of templates that the description names.
  public static let namedParts = 12

  /// Creates an empty description of what is dropped.
  public init(feed: String) {
    self.feed = feed
  }

  /// Such as `environment 375@3x/L/ltr/en/uikit and template 'post' of feed 'home'`.
  public var description: String {
    let parts = [
      Self.list(environments, "environment", "environments"),
      Self.list(templates.map { "'\($0)'" }, "template", "templates"),
    ]
    return parts.compactMap { $0 }.joined(separator: " and ") + " of " + BuildError.subject(feed)
  }

  private static func list(_ names: [String], _ one: String, _ several: String) -> String? {
    guard !names.isEmpty else { return nil }
    let more = names.count - namedParts
    return (names.count == 1 ? one : several) + " "
      + names.prefix(namedParts).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension StoreReader {
  /// The published store; `nil` for none, or one of an earlier schema version.
  ///
  /// - Throws: `StoreError` if it cannot be read.
  static func published(_ path: String) throws -> StoreReader? {
    do {
      return try StoreReader(path: path)
    } catch StoreError.missing {
      return nil
    } catch StoreError.olderVersion {
      return nil
    }
  }
}
