/// The description of a feed at the beginning of its build.
public struct FeedDescription: Hashable, Sendable {
  /// The name, not empty.
  public var name: String
  /// The source files, in order.
  public var sources: [SourceFile]
  /// The environments of this build, in order.
  public var environments: [StoredEnvironment]
  /// The templates of this build, in order.
  public var templates: [StoredTemplate]
  /// Whether frames are stored; otherwise heights alone.
  public var keepsFrames: Bool
  /// What its cells depend on besides records, as one line of text.
  public var inputs: String

  /// Creates a description.
  public init(
    name: String, sources: [SourceFile], environments: [StoredEnvironment],
    templates: [StoredTemplate], keepsFrames: Bool = true, inputs: String = ""
  ) {
    self.inputs = inputs
    self.name = name
    self.sources = sources
    self.environments = environments
    self.templates = templates
    self.keepsFrames = keepsFrames
  }
}

/// A source file of a feed.
public struct SourceFile: Hashable, Sendable {
  /// The path as given; `-` for standard input.
  public var path: String
  /// Hash of the bytes.
  public var hash: String
  /// Number of bytes.
  public var bytes: Int
  /// Whether it is a file of changes, applied after the files before it were read.
  public var isChanges: Bool

  /// Creates a source file.
  public init(path: String, hash: String, bytes: Int, isChanges: Bool = false) {
    self.isChanges = isChanges
    self.path = path
    self.hash = hash
    self.bytes = bytes
  }
}

/// The row numbers of a feed's environments and templates.
public struct FeedKeys: Hashable, Sendable {
  /// In the order of the feed's description.
  public let environments: [EnvironmentID]
  /// In the order of the feed's description.
  public let templates: [TemplateID]
}

/// Row number of an environment in one store.
public struct EnvironmentID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64
}

/// Row number of a template in one store.
public struct TemplateID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64
}
