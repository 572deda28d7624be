import Heights
import HeightStore
import LayoutPrimitives

extension HeightLookup {
  /// The only feed and environment that match the flags.
  func onlyScope(feed: String?, environment: String?) throws -> LookupScope {
    let name: String
    if let feed {
      name = feed
    } else {
      guard feeds.count == 1, let only = feeds.first else {
        throw Failure(
          .usage,
          "the store holds \(feeds.count) feeds; name one with --feed: "
            + feeds.map(\.name).joined(separator: ", "))
      }
      name = only.name
    }
    guard let scope = try scopes(feed: name, environment: environment).get().first else {
      throw Failure(.negativeAnswer, "feed '\(name)' has no environment")
    }
    return scope
  }
}
