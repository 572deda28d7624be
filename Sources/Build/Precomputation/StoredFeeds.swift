public import CellTemplates
import FeedRecords
public import HeightStore
public import LayoutPrimitives

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The environments, templates and arguments of the feeds in a published store.
public struct StoredFeeds: Sendable {
  /// The catalog of the store; `nil` if there is no store.
  private let catalog: StoreCatalog?

  /// Reads the catalog of a store.
  ///
  /// The result has no feeds if there is no store, or if the store has an earlier schema version.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public init(store path: String) throws {
    self.init(try StoreReader.published(path)?.catalog)
  }

  /// Uses a catalog that was already read; `nil` means that there is no store.
  public init(_ catalog: StoreCatalog?) {
    self.catalog = catalog
  }

  /// The names of the feeds, sorted.
  public var names: [String] { catalog?.feeds.map(\.name) ?? [] }

  /// The arguments of the last build of a feed; empty if the feed is not stored.
  public func arguments(of name: String) -> [FeedArgument] {
    catalog?.feed(named: name)?.arguments ?? []
  }

  /// The environments for the next build of a feed; `nil` if the feed is not stored.
  ///
  /// An environment that is stored in every state is returned once, without a state. If the
  /// template has new states, the next build therefore includes them.
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
      // If the template has changed, its earlier states are unknown.
      let isPartial = isSameTemplate && !Set(states).isSuperset(of: templates.states)
      let key = isPartial ? stored.environment.key : parts.base
      do throws(EnvironmentError) {
        let environment = try Environment(parsing: key)
        if !environments.contains(environment) { environments.append(environment) }
      } catch {
        // The key comes from another version; the build reports that it would drop the environment.
        continue
      }
    }
    return environments
  }

  /// The environments, templates and sources that a build would drop, one entry per feed.
  public func drops(of configuration: BuildConfiguration) -> [FeedDrop] {
    configuration.feeds.compactMap { feed in
      drop(
        of: feed.name, environments: configuration.environments(of: feed).map(\.key),
        templates: configuration.templates(of: feed).templates.map(\.name),
        source: feed.isNamedAfterFile ? feed.sources.first?.path : nil)
    }
  }

  /// The environments, templates and sources of a stored feed that a build would drop.
  ///
  /// - Parameters:
  ///   - environments: Keys of the environments that the build uses.
  ///   - templates: Names of the templates that the build uses.
  ///   - source: The file that the feed is named after; `nil` if a person named the feed.
  /// - Returns: `nil` if the build would drop nothing.
  func drop(
    of feed: String, environments: [String], templates: [String], source: String? = nil
  ) -> FeedDrop? {
    guard let catalog, let stored = catalog.feed(named: feed) else { return nil }
    let bases = Set(environments.compactMap { EnvironmentParts(key: $0)?.base })
    var drop = FeedDrop(feed: feed)
    drop.given = FeedDrop.Given(templates: templates, source: source)
    // The source of an imported feed is a file of cells, which cannot be compared with a file of
    // records.
    if let source, !stored.inputs.isEmpty,
      !stored.recordFiles.contains(where: { SourcePath.isSame($0, source) })
    {
      drop.sources = stored.recordFiles
    }
    for environment in stored.environments.map(\.environment) {
      // An environment without a state was built before the template had states; its cells belong
      // to the first state.
      let remains =
        environments.contains(environment.key)
        || environment.state == nil && bases.contains(environment.parts.base)
      if !remains { drop.environments.append(environment.key) }
    }
    for template in stored.templates.compactMap({ catalog.templates[$0]?.name })
    where !templates.contains(template) && !drop.templates.contains(template) {
      drop.templates.append(template)
    }
    return drop.isEmpty ? nil : drop
  }
}

// reason: a plain value; a comparison sets its properties
/// The environments, templates and sources of a stored feed that a build would drop.
public struct FeedDrop: Hashable, Sendable, CustomStringConvertible {
  /// Name of the feed.
  public var feed: String
  /// Keys of the environments, in the order of the last build.
  public var environments: [String] = []
  /// Names of the templates, in the order of the last build.
  public var templates: [String] = []

  /// The stored files of records, if the build would read another file; otherwise empty.
  public var sources: [String] = []
  /// The templates and the source of the build.
  fileprivate(set) var given = Given()

  /// The templates and the source of the build that would replace the stored ones.
  struct Given: Hashable, Sendable {
    var templates: [String] = []
    var source: String?
  }

  /// Maximum number of environments, and of templates, that the description names.
  public static let namedParts = 12

  /// Creates a value for a feed of which nothing is dropped.
  public init(feed: String) {
    self.feed = feed
  }

  var isEmpty: Bool { environments.isEmpty && templates.isEmpty && sources.isEmpty }

  /// Names the dropped parts.
  ///
  /// An example is `environment 375@3x/L/ltr/en/uikit and template 'post' of feed 'home'`.
  public var description: String {
    let parts = [
      Self.list(environments, "environment", "environments"),
      Self.list(templates.map { "'\($0)'" }, "template", "templates"),
      sources.isEmpty ? nil : "the records of " + Self.names(sources),
    ]
    return parts.compactMap { $0 }.joined(separator: " and ") + " of " + BuildError.subject(feed)
  }

  /// Contrasts the stored values with the values of the build.
  ///
  /// An example is `feed 'home' is stored with template 'news'; this build uses 'post'`.
  var contrast: String {
    var (stored, builds): ([String], [String]) = ([], [])
    if let templates = Self.list(templates.map { "'\($0)'" }, "template", "templates") {
      stored.append("with \(templates)")
      builds.append("uses " + Self.names(given.templates.map { "'\($0)'" }))
    }
    if let names = Self.list(environments, "environment", "environments") {
      stored.append("for \(names)")
      builds.append("leaves \(environments.count == 1 ? "that environment" : "those") out")
    }
    if !sources.isEmpty {
      stored.append("from \(Self.names(sources))")
      builds.append("reads \(given.source ?? "")")
    }
    return "\(BuildError.subject(feed)) is stored \(stored.joined(separator: ", ")); this build "
      + builds.joined(separator: ", ")
  }

  /// Describes how this build can keep the stored values; `nil` if it cannot.
  var alternative: String? {
    if !environments.isEmpty { return "--add-environment E to keep the stored environments" }
    return sources.isEmpty ? nil : "--feed NAME to build another feed"
  }

  private static func list(_ names: [String], _ one: String, _ several: String) -> String? {
    names.isEmpty ? nil : (names.count == 1 ? one : several) + " " + Self.names(names)
  }

  private static func names(_ names: [String]) -> String {
    let more = names.count - namedParts
    return names.prefix(namedParts).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension StoreReader {
  /// Opens the published store; `nil` if there is none, or if it has an earlier schema version.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
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

extension StoredTemplate {
  /// Creates the stored description of a template: its name, its hash, and its views that have
  /// frames.
  public init(_ plan: TemplatePlan) {
    self.init(
      name: plan.template.name, hash: plan.template.hash.description,
      views: plan.framedViews.map { index in
        let view = plan.template.views[index]
        return StoredView(id: view.id, kind: view.kind.rawValue, isLabel: view.label != nil)
      })
  }
}

/// Compares the paths of feed files.
enum SourcePath {
  /// Whether two paths refer to the same file; a suffix such as `.gz` makes no difference.
  ///
  /// Relative paths start at the working folder.
  static func isSame(_ path: String, _ other: String) -> Bool {
    if path == other { return true }
    if let file = resolved(path), file == resolved(other) { return true }
    guard let location = location(of: path) else { return false }
    return location == self.location(of: other)
  }

  /// The path without links and without the suffix of a compression; `nil` if the folder does not
  /// exist.
  private static func location(of path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = path.dropLast(name.utf8.count)
    return resolved(folder.isEmpty ? "." : String(folder)).map {
      $0 + "/" + FeedSource.withoutCompressionSuffix(name)
    }
  }

  /// The absolute path without links; `nil` if the path does not exist.
  private static func resolved(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }
}
