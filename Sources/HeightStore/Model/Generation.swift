/// One complete, published state of a store.
public struct Generation: Hashable, Sendable {
  /// 1 for the first build, one more for each that follows.
  public let number: Int
  /// When its build began, as the builder's clock said.
  public let createdUTC: String
  /// The layout engine's version.
  public let engineVersion: String
  /// Digest over all cells, independent of their order, of times and of paths.
  public let digest: String
  /// Digest over every list's feed, name, spacing, insets and ids in order, which `digest` leaves
  /// out.
  public let listDigest: String
  /// Cells with a height.
  public let cells: Int
  /// Cells with an error instead.
  public let failed: Int
}

/// What became of a feed's cells in a build.
public struct FeedSummary: Hashable, Sendable {
  /// Cells written because they were new or had changed, failed ones included.
  public let written: Int
  /// Cells of the last generation that were reused.
  public let reused: Int
  /// Cells, written or reused, that have an error instead of a height.
  public let failed: Int
  /// Cells of the last generation that are gone.
  public let removedCells: Int
  /// Records of the last generation that are gone.
  public let removedRecords: Int
  /// Records that the feed had in the last generation.
  public let previousRecords: Int
}
