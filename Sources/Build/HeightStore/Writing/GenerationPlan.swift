/// The plan of a build.
public struct GenerationPlan: Hashable, Sendable {
  /// The feeds to replace.
  public var feeds: [String]
  /// When the build began, as `2026-01-31T08:00:00Z`.
  public var createdUTC: String
  /// The version of the layout engine.
  public var engineVersion: String
  /// The settings of the writer.
  public var settings: StoreSettings
  /// The shard of the feeds' records that the store contains; nil for all.
  public var shard: ShardNumber?
  /// Whether the staging file of a killed build is continued.
  ///
  /// Otherwise the build starts from the published store.
  public var resumesStaging = true

  /// Creates a plan.
  public init(
    feeds: [String], createdUTC: String, engineVersion: String,
    settings: StoreSettings = StoreSettings(), shard: ShardNumber? = nil
  ) {
    self.feeds = feeds
    self.createdUTC = createdUTC
    self.engineVersion = engineVersion
    self.settings = settings
    self.shard = shard
  }
}

/// The settings of writing a store.
public struct StoreSettings: Hashable, Sendable {
  /// Cells per transaction; at least 1.
  ///
  /// Committed cells survive a killed process.
  public var cellsPerTransaction: Int
  /// Approximate number of cells per chunk of a list; 1 to 262,144.
  ///
  /// A chunk has at least a quarter and at most four times as many, except the last.
  public var cellsPerChunk: Int
  /// Pages of 4 KiB in memory per list for the positions of cells; at least 1.
  public var placePages: Int
  /// Page cache in KiB, which also bounds the sort for the index.
  public var cacheKiB: Int
  /// Maximum size of the store in bytes, 0 for no limit.
  public var maximumBytes: Int
  /// Maximum size of a cell's frames, in bytes.
  public var maximumFrameBytes: Int
  /// Maximum number of shapes of a template, which cells share.
  public var maximumShapes: Int
  /// Maximum number of failed records whose positions in the feed are stored, at 16 bytes each.
  ///
  /// A feed with more of them accepts no changes.
  public var maximumFailedPlaces: Int
  /// Number of generations to keep as files, the published one included; 1 keeps no earlier one.
  public var keptGenerations: Int

  /// Creates settings, with values clamped to their minimum.
  public init(
    cellsPerTransaction: Int = 16_384, cellsPerChunk: Int = 1_024, placePages: Int = 4_096,
    cacheKiB: Int = 32_768, maximumBytes: Int = 0, maximumFrameBytes: Int = 1_048_576,
    maximumShapes: Int = 32_768, maximumFailedPlaces: Int = 65_536, keptGenerations: Int = 1
  ) {
    self.cellsPerTransaction = max(1, cellsPerTransaction)
    self.cellsPerChunk = min(max(1, cellsPerChunk), 262_144)
    self.placePages = max(1, placePages)
    self.cacheKiB = max(64, cacheKiB)
    self.maximumBytes = max(0, maximumBytes)
    self.maximumFrameBytes = max(0, maximumFrameBytes)
    self.maximumShapes = max(0, maximumShapes)
    self.maximumFailedPlaces = min(max(0, maximumFailedPlaces), 524_288)
    self.keptGenerations = max(1, keptGenerations)
  }
}
