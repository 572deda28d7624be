public import LayoutPrimitives

/// The properties of a feed that a `GenerationWriter` needs before its cells are written.
public struct FeedDescription: Hashable, Sendable {
  /// The name of the feed; not empty.
  public var name: String
  /// The source files, in order.
  public var sources: [SourceFile]
  /// The environments of this build, in order.
  public var environments: [StoredEnvironment]
  /// The templates of this build, in order.
  public var templates: [StoredTemplate]
  /// Whether frames are stored; if not, only heights are stored.
  public var keepsFrames: Bool
  /// Whether the lines of labels are stored; this requires frames.
  public var keepsLines: Bool
  /// Everything that the cells depend on except the records, as entries `NAME:HASH` with spaces
  /// between them.
  public var inputs: String
  /// The options of the build command that the store keeps for later commands.
  public var arguments: [FeedArgument]

  /// Creates a description.
  public init(
    name: String, sources: [SourceFile], environments: [StoredEnvironment],
    templates: [StoredTemplate], keepsFrames: Bool = true, keepsLines: Bool = false,
    inputs: String = "",
    arguments: [FeedArgument] = []
  ) {
    self.inputs = inputs
    self.arguments = arguments
    self.name = name
    self.sources = sources
    self.environments = environments
    self.templates = templates
    self.keepsFrames = keepsFrames
    self.keepsLines = keepsLines
  }
}

/// An option of the build command that the store keeps for later commands.
public struct FeedArgument: Hashable, Sendable {
  /// The options that the store keeps.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// The name or the file of the feed's template.
    case template
    /// Where font families were looked up.
    case fonts
    /// A font file of the family `system`.
    case systemFont = "system-font"
    /// One entry of the chain of fallback fonts.
    case fallback
    /// A font file of a family, as `NAME=FILE`.
    case fontFamily = "font-family"
  }

  /// The option.
  public let name: Name
  /// The value, as the user wrote it.
  public let value: String

  /// Creates an argument.
  public init(_ name: Name, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A source file of a feed.
public struct SourceFile: Hashable, Sendable {
  /// The path, as the user wrote it; `-` for standard input.
  public var path: String
  /// XXH3-128 hash of the bytes of the file, as hexadecimal digits.
  public var hash: String
  /// Size of the file, in bytes.
  public var bytes: Int
  /// Whether it is a change file, which was applied to the records of the files before it.
  public var isChanges: Bool

  /// Creates a source file.
  public init(path: String, hash: String, bytes: Int, isChanges: Bool = false) {
    self.isChanges = isChanges
    self.path = path
    self.hash = hash
    self.bytes = bytes
  }
}

/// The row numbers of a feed's environments and templates in the store.
public struct FeedKeys: Hashable, Sendable {
  /// The environments, in the order of the feed's description.
  public let environments: [EnvironmentID]
  /// The templates, in the order of the feed's description.
  public let templates: [TemplateID]
}

/// The row number of an environment; it is valid in one store only.
public struct EnvironmentID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64

  /// Creates the number of a row.
  package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The row number of a template; it is valid in one store only.
public struct TemplateID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64

  /// Creates the number of a row.
  package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The name, the spacing and the insets of a list, which is a named order of a feed's records.
public struct ListDescription: Hashable, Sendable {
  /// The name, unique in the feed.
  public var name: String
  /// Distance between cells, in points.
  public var spacing: Double
  /// Distances from the edges of the list to its cells, in points.
  public var insets: Insets
  /// The cells that the list has besides those of records, and its separators; nil for records
  /// alone.
  public var shape: ListShape?

  /// The name of the list in feed order.
  public static let feedOrder = "feed"

  /// Creates a list's description.
  public init(
    name: String = ListDescription.feedOrder, spacing: Double = 0, insets: Insets = Insets(all: 0),
    shape: ListShape? = nil
  ) {
    self.shape = shape
    self.name = name
    self.spacing = spacing
    self.insets = insets
  }

  /// The distances of the list on a grid.
  package func spacing(on grid: PixelGrid) -> ListSpacing {
    ListSpacing(
      grid: grid, spacing: spacing, insets: insets, separator: shape?.separator?.height ?? 0)
  }
}

/// The row number of a list; it is valid in one store only.
public struct ListID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64
}

/// A template as a store describes it: its name, its hash and the views of its frames.
public struct StoredTemplate: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Hash of the template document.
  public let hash: String
  /// The views, in the order of the stored frames.
  public let views: [StoredView]

  /// Creates a template's description.
  public init(name: String, hash: String, views: [StoredView]) {
    self.name = name
    self.hash = hash
    self.views = views
  }

  /// The views that have a line count, in the order of the stored line counts.
  public var labels: [StoredView] { views.filter(\.isLabel) }

  /// Size of the frames and line counts of one cell, in bytes.
  public var frameBytes: Int { FrameCodec(template: self).byteCount }
}

/// One view of a template.
public struct StoredView: Hashable, Sendable {
  /// The view's id, unique in its template.
  public let id: String
  /// The kind: `view`, `label`, `image` and so on.
  public let kind: String
  /// Whether the view has a line count.
  public let isLabel: Bool

  /// Creates a view's description.
  public init(id: String, kind: String, isLabel: Bool) {
    self.id = id
    self.kind = kind
    self.isLabel = isLabel
  }
}
