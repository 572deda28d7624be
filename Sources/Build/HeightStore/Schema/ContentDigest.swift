import LayoutPrimitives

/// A digest of values that does not depend on their order.
///
/// It is the sum of the hashes of the values, so that neither their order nor the number of workers
/// affects it. It protects against accidents, not against attacks.
struct ContentDigest: Hashable, Sendable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  private var count: UInt64 = 0

  mutating func add(_ hash: ContentHash) {
    high &+= hash.high
    low &+= hash.low
    count &+= 1
  }

  /// The digest, as 32 hexadecimal digits.
  var text: String {
    let bytes = RowBytes()
    bytes.append(ContentHash(high: high, low: low))
    bytes.append(Int64(bitPattern: count))
    return bytes.hash.description
  }

  /// The digest of a generation, computed from the digests of its feeds in any order.
  static func combined(feeds: [(name: String, digest: String)]) -> String {
    let bytes = RowBytes()
    let sorted = feeds.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for feed in sorted {
      bytes.append(name: feed.name)
      bytes.append(name: feed.digest)
    }
    return bytes.hash.description
  }
}

/// A digest of all lists: feeds, names, spacing, insets, and the ids in order in each environment.
///
/// In contrast to the digest of the cells, it depends on the order.
enum ListDigest {
  /// A list, with one digest of its ids per environment; an empty list has an empty digest.
  struct List {
    let description: ListDescription
    let orders: [(key: String, digest: String)]
  }

  /// The digest of feeds that are sorted by name, as 32 hexadecimal digits.
  static func text(of feeds: [FeedEntry]) -> String {
    text(
      of: feeds.map { feed in
        let lists = feed.lists.map { list in
          List(
            description: list.description,
            orders: feed.environments.map {
              ($0.environment.key, list.totals[$0.id]?.digest ?? "")
            })
        }
        return (feed.name, lists)
      })
  }

  /// The digest of feeds that are sorted by name, and whose lists are sorted by name.
  static func text(of feeds: [(name: String, lists: [List])]) -> String {
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
        for order in list.orders {
          bytes.append(name: order.key)
          bytes.append(name: order.digest)
        }
      }
    }
    return bytes.hash.description
  }
}
