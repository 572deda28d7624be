/// One complete, published state of a store.
public struct Generation: Hashable, Sendable {
  /// 1 for the first build, then ascending.
  public let number: Int
  /// When its build began.
  public let createdUTC: String
  /// The version of the layout engine.
  public let engineVersion: String
  /// Digest over all cells, independent of order, times and paths.
  public let digest: String
  /// Digest over all lists, with the order of ids.
  public let listDigest: String
  /// Number of cells with a height.
  public let cells: Int
  /// Number of failed cells.
  public let failed: Int
}

/// The counts of a feed's cells in a build.
public struct FeedSummary: Hashable, Sendable {
  /// New and changed cells, failed ones included.
  public let written: Int
  /// Reused cells of the last generation.
  public let reused: Int
  /// Failed cells, written or reused.
  public let failed: Int
  /// Removed cells of the last generation.
  public let removedCells: Int
  /// Removed records of the last generation.
  public let removedRecords: Int
  /// Records of the feed in the last generation.
  public let previousRecords: Int
}
