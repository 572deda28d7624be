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
  /// The part of the feeds' records that the store holds; nil for all.
  public var shard: ShardNumber?
  /// Whether the staging file of a killed build is taken up; otherwise the published store is
  /// where the build begins.
  public var takesUp = true

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
