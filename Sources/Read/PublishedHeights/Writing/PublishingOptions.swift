/// What is published of a generation.
public struct PublishingOptions: Hashable, Sendable {
  /// Names of feeds; nil for all.
  public var feeds: Set<String>?
  /// Whether frames of views are published.
  public var hasFrames: Bool
  /// Whether versions of records are published.
  public var hasVersions: Bool
  /// Size from which ids, versions and shapes of a chunk are divided among two, in bytes.
  ///
  /// It bounds memory where cells have many views. A chunk is the store's own below it.
  public var chunkBytes: Int
  /// Maximum size of a file.
  public var limits: FormatLimits

  /// Creates options; by default all is published.
  public init(
    feeds: Set<String>? = nil, hasFrames: Bool = true, hasVersions: Bool = true,
    chunkBytes: Int = 16 << 20, limits: FormatLimits = FormatLimits()
  ) {
    self.feeds = feeds
    self.hasFrames = hasFrames
    self.hasVersions = hasVersions
    self.chunkBytes = max(1, chunkBytes)
    self.limits = limits
  }
}
