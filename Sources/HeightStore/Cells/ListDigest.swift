import LayoutPrimitives

/// A digest over all lists: feed, name, spacing, insets, and the ids in order in each environment.
///
/// Unlike the digest of the cells it depends on the order.
enum ListDigest {
  /// The digest of feeds sorted by name, as 32 hexadecimal digits.
  static func text(of feeds: [FeedEntry]) -> String {
    let bytes = RowBytes()
    for feed in feeds {
      bytes.append(name: feed.name)
      bytes.append(Int64(feed.lists.count))
      for list in feed.lists {
        let description = list.description
        bytes.append(name: description.name)
        for distance in [
          description.spacing, description.insets.top, description.insets.leading,
          description.insets.bottom, description.insets.trailing,
        ] {
          bytes.append(distance)
        }
        for environment in feed.environments {
          bytes.append(name: environment.environment.key)
          bytes.append(name: list.totals[environment.id]?.digest ?? "")
        }
      }
    }
    return bytes.hash.description
  }
}
