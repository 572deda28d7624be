/// The feeds, settings and metadata of the generation that a build writes.
public struct GenerationPlan: Hashable, Sendable {
  /// The names of the feeds to replace.
  public var feeds: [String]
  /// The time at which the build began, such as `2026-01-31T08:00:00Z`.
  public var createdUTC: String
  /// The version of the layout engine that lays out the cells.
  public var engineVersion: String
  /// The settings of the store's writer.
  public var settings: StoreSettings
  /// The shard whose records the store contains; nil if it contains all records.
  public var shard: ShardNumber?
  /// Whether the build continues with the staging file of a build that was killed.
  ///
  /// If not, it starts from the published store.
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

/// Limits and sizes for writing a store.
public struct StoreSettings: Hashable, Sendable {
  /// Number of cells per transaction; at least 1.
  ///
  /// Cells of committed transactions survive if the process is killed.
  public var cellsPerTransaction: Int
  /// Approximate number of cells per chunk of a list; from 1 to 262,144.
  ///
  /// Every chunk except the last one of a list has between a quarter and four times this number.
  public var cellsPerChunk: Int
  /// Maximum number of pages that a list keeps in memory while it is written; at least 1.
  ///
  /// The pages contain the chunk number of each cell. Each page takes 4 KiB.
  public var chunkPages: Int
  /// Size of SQLite's page cache in KiB; it also bounds the memory for sorting the index.
  public var cacheKiB: Int
  /// Maximum size of the staging file in bytes; 0 for no limit.
  public var maximumBytes: Int
  /// Maximum size of a cell's frames, or of its heights at the widths of a range, in bytes.
  ///
  /// Writing a larger cell throws `StoreError.invalid`.
  public var maximumFrameBytes: Int
  /// Maximum number of shapes per template.
  ///
  /// Cells with equal frames share a shape. Beyond the maximum, a cell's row contains its frames.
  public var maximumShapes: Int
  /// Maximum number of failed records whose positions are stored, with 16 bytes per position.
  ///
  /// Changes cannot be applied to a feed with more failed records.
  public var maximumFailedPositions: Int
  /// Number of generations that are kept as files, including the published one; at least 1.
  public var keptGenerations: Int
  /// Maximum number of threads that read the cells back before publication; at least 1.
  ///
  /// `BatchBuilder` uses the number of its workers instead.
  public var verificationThreads: Int

  /// Creates settings; a value out of its range is replaced by the nearest value in the range.
  public init(
    cellsPerTransaction: Int = 16_384, cellsPerChunk: Int = 1_024, chunkPages: Int = 4_096,
    cacheKiB: Int = 32_768, maximumBytes: Int = 0, maximumFrameBytes: Int = 1_048_576,
    maximumShapes: Int = 32_768, maximumFailedPositions: Int = 65_536, keptGenerations: Int = 1,
    verificationThreads: Int = 1
  ) {
    self.cellsPerTransaction = max(1, cellsPerTransaction)
    self.cellsPerChunk = min(max(1, cellsPerChunk), 262_144)
    self.chunkPages = max(1, chunkPages)
    self.cacheKiB = max(64, cacheKiB)
    self.maximumBytes = max(0, maximumBytes)
    self.maximumFrameBytes = max(0, maximumFrameBytes)
    self.maximumShapes = max(0, maximumShapes)
    self.maximumFailedPositions = min(max(0, maximumFailedPositions), 524_288)
    self.keptGenerations = max(1, keptGenerations)
    self.verificationThreads = max(1, verificationThreads)
  }
}
