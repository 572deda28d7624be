import LayoutPrimitives

/// A digest over every list: its feed, name, spacing, insets, and the ids in order in each
/// environment.
///
/// The digest of the cells does not depend on order; of a feed and its reverse only this one tells.
enum ListDigest {
  /// The digest, 32 hexadecimal digits; feeds and lists are sorted by name already.
  static func text(of feeds: [FeedEntry]) -> String {
    var hash = CellHash()
    for feed in feeds {
      hash.combine(text: feed.name)
      hash.combine(UInt64(feed.lists.count))
      for list in feed.lists {
        let description = list.description
        hash.combine(text: description.name)
        for distance in [
          description.spacing, description.insets.top, description.insets.leading,
          description.insets.bottom, description.insets.trailing,
        ] {
          hash.combine(distance.bitPattern)
        }
        for environment in feed.environments {
          hash.combine(text: environment.environment.key)
          hash.combine(text: list.totals[environment.id]?.digest ?? "")
        }
      }
    }
    return hash.text
  }
}
