/// What a build says before it writes anything.
public struct GenerationPlan: Hashable, Sendable {
  /// The feeds that it will replace, each wholly; no other is touched.
  public var feeds: [String]
  /// When it began, `2026-01-31T08:00:00Z`.
  public var createdUTC: String
  /// The layout engine's version.
  public var engineVersion: String
  /// Sizes and limits.
  public var settings: StoreSettings

  /// Creates a plan.
  public init(
    feeds: [String], createdUTC: String, engineVersion: String,
    settings: StoreSettings = StoreSettings()
  ) {
    self.feeds = feeds
    self.createdUTC = createdUTC
    self.engineVersion = engineVersion
    self.settings = settings
  }
}
