/// The settings of writing a store.
public struct StoreSettings: Hashable, Sendable {
  /// Cells per transaction; at least 1.
  ///
  /// Committed cells survive a killed process.
  public var cellsPerTransaction: Int
  /// Cells per chunk of a list; at least 1.
  public var cellsPerChunk: Int
  /// Page cache in KiB, which also bounds the sort for the index.
  public var cacheKiB: Int
  /// Maximum size of the store in bytes, 0 for no limit.
  public var maximumBytes: Int
  /// Maximum size of a cell's frames, in bytes.
  public var maximumFrameBytes: Int
  /// Number of generations to keep as files, the published one included; 1 keeps no earlier one.
  public var keptGenerations: Int

  /// Creates settings, with values clamped to their minimum.
  public init(
    cellsPerTransaction: Int = 16_384, cellsPerChunk: Int = 1_024, cacheKiB: Int = 32_768,
    maximumBytes: Int = 0, maximumFrameBytes: Int = 1_048_576, keptGenerations: Int = 1
  ) {
    self.cellsPerTransaction = max(1, cellsPerTransaction)
    self.cellsPerChunk = max(1, cellsPerChunk)
    self.cacheKiB = max(64, cacheKiB)
    self.maximumBytes = max(0, maximumBytes)
    self.maximumFrameBytes = max(0, maximumFrameBytes)
    self.keptGenerations = max(1, keptGenerations)
  }
}
