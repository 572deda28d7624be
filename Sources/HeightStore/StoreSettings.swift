/// The limits and sizes of writing a store.
public struct StoreSettings: Hashable, Sendable {
  /// Cells between two commits of the side file; at least 1.
  ///
  /// What was committed outlives a killed process.
  public var cellsPerTransaction: Int
  /// Cells of one chunk of a list; at least 1.
  public var cellsPerChunk: Int
  /// Page cache of the writing connection, in KiB; building the index sorts within it.
  public var cacheKiB: Int
  /// Largest allowed size of the store, in bytes, 0 = no limit; beyond it writing fails.
  public var maximumBytes: Int
  /// Largest frames of one cell, in bytes; beyond it the cell is refused.
  public var maximumFrameBytes: Int

  /// Creates settings; what is below its least value is raised to it.
  public init(
    cellsPerTransaction: Int = 16_384, cellsPerChunk: Int = 1_024, cacheKiB: Int = 32_768,
    maximumBytes: Int = 0, maximumFrameBytes: Int = 1_048_576
  ) {
    self.cellsPerTransaction = max(1, cellsPerTransaction)
    self.cellsPerChunk = max(1, cellsPerChunk)
    self.cacheKiB = max(64, cacheKiB)
    self.maximumBytes = max(0, maximumBytes)
    self.maximumFrameBytes = max(0, maximumFrameBytes)
  }
}
