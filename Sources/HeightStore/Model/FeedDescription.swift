/// What a build says about a feed before it writes its cells.
public struct FeedDescription: Hashable, Sendable {
  /// The feed's name; not empty.
  public var name: String
  /// The files it is read from, in order.
  public var sources: [SourceFile]
  /// The environments of this build, in order; the first state of a template comes first.
  public var environments: [StoredEnvironment]
  /// The templates of this build, in order.
  public var templates: [StoredTemplate]

  /// Creates a description.
  public init(
    name: String, sources: [SourceFile], environments: [StoredEnvironment],
    templates: [StoredTemplate]
  ) {
    self.name = name
    self.sources = sources
    self.environments = environments
    self.templates = templates
  }
}

/// A file that a feed was read from.
public struct SourceFile: Hashable, Sendable {
  /// The path as given to the build; `-` is standard input.
  public var path: String
  /// Hash of the bytes.
  public var hash: String
  /// Number of bytes.
  public var bytes: Int

  /// Creates a source.
  public init(path: String, hash: String, bytes: Int) {
    self.path = path
    self.hash = hash
    self.bytes = bytes
  }
}

/// The row numbers of a feed's environments and templates, in the order of its description.
public struct FeedKeys: Hashable, Sendable {
  /// One an environment.
  public let environments: [EnvironmentID]
  /// One a template.
  public let templates: [TemplateID]
}

/// Row number of an environment in one store.
public struct EnvironmentID: Hashable, Sendable, Comparable {
  /// The row number.
  public let rawValue: Int64

  /// Orders by row number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Row number of a template in one store.
public struct TemplateID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64
}
