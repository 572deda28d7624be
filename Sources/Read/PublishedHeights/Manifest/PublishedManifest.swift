/// What one generation has: its templates, feeds, environments and lists, and the chunks of these.
///
/// All lengths are in steps; `stepsPerPoint` of the environment turns them into points.
public struct PublishedManifest: Hashable, Sendable, Codable {
  /// The schema that is written and read here.
  public static let schema = "cellheights.manifest/1"

  /// The schema.
  public let schema: String
  /// Number of the generation.
  public let generation: Int
  /// Digest of its cells.
  public let digest: String
  /// Digest of its lists.
  public let listDigest: String
  /// Version of the engine that laid out the cells.
  public let engineVersion: String
  /// The templates, to which frames refer by index.
  public let templates: [Template]
  /// The feeds, sorted by name.
  public let feeds: [Feed]
  /// Number of shards that were published side by side; nil for a whole store.
  public let shards: Int?

  /// Creates a manifest.
  public init(
    generation: Int, digest: String, listDigest: String, engineVersion: String,
    templates: [Template], feeds: [Feed], shards: Int? = nil
  ) {
    schema = Self.schema
    self.generation = generation
    self.digest = digest
    self.listDigest = listDigest
    self.engineVersion = engineVersion
    self.templates = templates
    self.feeds = feeds
    self.shards = shards
  }

  /// The views that the frames of a template's cells belong to.
  public struct Template: Hashable, Sendable, Codable {
    /// The name.
    public let name: String
    /// Hash of the template document.
    public let hash: String
    /// The views in the order of the frames.
    public let views: [View]

    /// Creates a template.
    public init(name: String, hash: String, views: [View]) {
      self.name = name
      self.hash = hash
      self.views = views
    }
  }

  /// One view of a template.
  public struct View: Hashable, Sendable, Codable {
    /// The view's id.
    public let id: String
    /// The kind: `view`, `label`, `image` and so on.
    public let kind: String
    /// Whether it has a line count.
    public let label: Bool

    /// Creates a view.
    public init(id: String, kind: String, label: Bool) {
      self.id = id
      self.kind = kind
      self.label = label
    }
  }

  /// A feed.
  public struct Feed: Hashable, Sendable, Codable {
    /// The name.
    public let name: String
    /// The environments in the order of the build.
    public let environments: [Environment]

    /// Creates a feed.
    public init(name: String, environments: [Environment]) {
      self.name = name
      self.environments = environments
    }
  }

  /// An environment of a feed.
  public struct Environment: Hashable, Sendable, Codable {
    /// The key in full form.
    public let key: String
    /// Steps per point.
    public let stepsPerPoint: Double
    /// The state in the key; nil for none.
    public let state: String?
    /// Number of cells with a height.
    public let cells: Int
    /// Number of cells that failed, which are in no list.
    public let failed: Int
    /// The lists, sorted by name; nil for a range of widths.
    public let lists: [List]?
    /// The cells of a range of widths; nil for a single width.
    public let chunks: [RangeChunk]?

    /// Creates an environment.
    public init(
      key: String, stepsPerPoint: Double, state: String?, cells: Int, failed: Int,
      content: Content
    ) {
      self.key = key
      self.stepsPerPoint = stepsPerPoint
      self.state = state
      self.cells = cells
      self.failed = failed
      switch content {
      case .lists(let all): (lists, chunks) = (all, nil)
      case .range(let all): (lists, chunks) = (nil, all)
      }
    }

    /// What an environment has.
    public enum Content: Hashable, Sendable {
      /// A single width: lists, sorted by name.
      case lists([List])
      /// A range of widths: cells.
      case range([RangeChunk])
    }
  }

  /// A list in an environment.
  public struct List: Hashable, Sendable, Codable {
    /// The name; `feed` is the feed's own order.
    public let name: String
    /// Number of cells.
    public let count: Int
    /// Distance between cells, in steps.
    public let gap: Int
    /// Distances around all cells, in steps.
    public let insets: Edges
    /// Height of the whole list with gaps and insets, in steps.
    public let extent: Int
    /// The pieces in list order.
    public let chunks: [Chunk]

    /// Creates a list.
    public init(
      name: String, count: Int, gap: Int, insets: Edges, extent: Int, chunks: [Chunk]
    ) {
      self.name = name
      self.count = count
      self.gap = gap
      self.insets = insets
      self.extent = extent
      self.chunks = chunks
    }
  }

  /// Distances from four edges, in steps.
  public struct Edges: Hashable, Sendable, Codable {
    /// Above the first cell.
    public let top: Int
    /// Before the cells in the direction of reading.
    public let leading: Int
    /// Below the last cell.
    public let bottom: Int
    /// Behind the cells in the direction of reading.
    public let trailing: Int

    /// Creates distances, in steps.
    public init(top: Int, leading: Int, bottom: Int, trailing: Int) {
      self.top = top
      self.leading = leading
      self.bottom = bottom
      self.trailing = trailing
    }
  }

  /// A piece of a list.
  public struct Chunk: Hashable, Sendable, Codable {
    /// Number of cells.
    public let count: Int
    /// Sum of the heights without spacing, in steps.
    public let extent: Int
    /// A `HeightsChunk`.
    public let heights: FileReference
    /// An `IDsChunk`.
    public let ids: FileReference
    /// A `FramesChunk`; nil where frames were not published.
    public let frames: FileReference?
    /// A `VersionsChunk`; nil where versions were not published.
    public let versions: FileReference?

    /// Creates a piece.
    public init(
      count: Int, extent: Int, heights: FileReference, ids: FileReference,
      frames: FileReference?, versions: FileReference?
    ) {
      self.count = count
      self.extent = extent
      self.heights = heights
      self.ids = ids
      self.frames = frames
      self.versions = versions
    }
  }

  /// A piece of the cells of a range of widths.
  public struct RangeChunk: Hashable, Sendable, Codable {
    /// Number of cells.
    public let count: Int
    /// An `IDsChunk`.
    public let ids: FileReference
    /// A `WidthsChunk`.
    public let runs: FileReference

    /// Creates a piece.
    public init(count: Int, ids: FileReference, runs: FileReference) {
      self.count = count
      self.ids = ids
      self.runs = runs
    }
  }

  /// Every chunk that it names.
  public var references: Set<FileReference> {
    var all: Set<FileReference> = []
    for environment in feeds.flatMap(\.environments) {
      for chunk in (environment.lists ?? []).flatMap(\.chunks) {
        all.formUnion([chunk.heights, chunk.ids])
        if let frames = chunk.frames { all.insert(frames) }
        if let versions = chunk.versions { all.insert(versions) }
      }
      for chunk in environment.chunks ?? [] { all.formUnion([chunk.ids, chunk.runs]) }
    }
    return all
  }
}
