/// One list in one environment.
public struct ListName: Hashable, Sendable {
  /// Name of the feed.
  public let feed: String
  /// Key of the environment in full form, such as `390@3x/L/ltr/en/uikit`.
  public let environment: String
  /// Name of the list; `feed` is the feed's own order.
  public let list: String

  /// Names a list.
  public init(feed: String, environment: String, list: String = "feed") {
    self.feed = feed
    self.environment = environment
    self.list = list
  }
}
