public import LayoutPrimitives

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
  /// The inputs of its cells besides records, as one line of text.
  public var inputs: String
  /// The arguments of the build.
  public var arguments: [FeedArgument]

  /// Creates a description.
  public init(
    name: String, sources: [SourceFile], environments: [StoredEnvironment],
    templates: [StoredTemplate], keepsFrames: Bool = true, inputs: String = "",
    arguments: [FeedArgument] = []
  ) {
    self.inputs = inputs
    self.arguments = arguments
    self.name = name
    self.sources = sources
    self.environments = environments
    self.templates = templates
    self.keepsFrames = keepsFrames
  }
}

/// An option of a feed's build, for later commands.
public struct FeedArgument: Hashable, Sendable {
  /// The options that a store keeps.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// The name or the file of the feed's template.
    case template
    /// A font file of the family `system`.
    case systemFont = "system-font"
    /// A step of the fallback chain.
    case fallback
    /// `NAME=FILE`, a font file of a family.
    case fontFamily = "font-family"
  }

  /// The option.
  public let name: Name
  /// The value, as written by the user.
  public let value: String

  /// Creates an argument.
  public init(_ name: Name, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A source file of a feed.
public struct SourceFile: Hashable, Sendable {
  /// The path as written by the user; `-` for standard input.
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

/// A named order of a feed's records.
public struct ListDescription: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Distance between cells, in points.
  public var spacing: Double
  /// Distances around all cells, in points.
  public var insets: Insets

  /// The name of the list in feed order.
  public static let feedOrder = "feed"

  /// Creates a list's description.
  public init(
    name: String = ListDescription.feedOrder, spacing: Double = 0, insets: Insets = Insets(all: 0)
  ) {
    self.name = name
    self.spacing = spacing
    self.insets = insets
  }
}

/// Row number of a list in one store.
public struct ListID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64
}

/// The views that the stored frames of a template's cells belong to.
public struct StoredTemplate: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Hash of the template document.
  public let hash: String
  /// The views in the order of the stored frames.
  public let views: [StoredView]

  /// Creates a template's description.
  public init(name: String, hash: String, views: [StoredView]) {
    self.name = name
    self.hash = hash
    self.views = views
  }

  /// The views with a line count, in the order of the stored counts.
  public var labels: [StoredView] { views.filter(\.isLabel) }

  /// Size of a cell's frames and line counts, in bytes.
  public var frameBytes: Int { FrameCodec(template: self).byteCount }
}

/// One view of a template.
public struct StoredView: Hashable, Sendable {
  /// The view's id, unique in its template.
  public let id: String
  /// The kind: `view`, `label`, `image` and so on.
  public let kind: String
  /// Whether it has a line count.
  public let isLabel: Bool

  /// Creates a view's description.
  public init(id: String, kind: String, isLabel: Bool) {
    self.id = id
    self.kind = kind
    self.isLabel = isLabel
  }
}
