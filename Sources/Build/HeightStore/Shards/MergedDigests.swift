import LayoutPrimitives

/// Computes the digests of a feed over all of its shards; a merge would give the same digests.
package struct MergedDigests {
  private let name: String
  private let list: ListDescription
  private let environments: [(key: String, hash: ContentHash)]
  private let templates: [ContentHash]
  private var content = ContentDigest()
  /// The digest of the list's ids and the number of its cells, by environment.
  private var orders: [(digest: ContentDigest, cells: Int64)]
  private let bytes = RowBytes()

  /// Begins a feed.
  ///
  /// - Parameters:
  ///   - templates: The templates of the feed, in the order of the build.
  ///   - list: The spacing and the insets of the list in feed order.
  package init(
    _ feed: ShardSet.Feed, templates: [StoredTemplate], list: ListDescription
  ) {
    name = feed.name
    self.list = list
    self.templates = templates.map(CellAudit.hash)
    environments = (feed.entries.first?.environments ?? []).map {
      ($0.environment.key, ContentHash(of: $0.environment.key))
    }
    orders = environments.map { _ in (ContentDigest(), 0) }
  }

  /// Adds the next cell.
  ///
  /// - Parameter isListed: Whether the list in feed order contains the cell.
  /// - Throws: `StoreError.corrupt` if frames are damaged.
  package mutating func add(_ cell: ShardedCells.Cell, isListed: Bool) throws {
    let frames = try cell.row.frames().map { AuditedFrames.hash(ContentHash(bytes: $0)) }
    content.add(
      CellAudit.hash(
        cell.row.row, environments[cell.environment].hash, templates[cell.template],
        frames ?? .none, bytes))
    guard isListed else { return }
    bytes.reset()
    bytes.append(orders[cell.environment].cells)
    bytes.append(name: cell.recordID)
    orders[cell.environment].digest.add(bytes.hash)
    orders[cell.environment].cells += 1
  }

  /// The digest of the cells and the digest of the lists of the merged generation.
  ///
  /// - Parameter feeds: The digests of all feeds, sorted by name of the feed.
  package static func generation(
    _ feeds: [MergedDigests]
  ) -> (digest: String, listDigest: String) {
    (
      ContentDigest.combined(feeds: feeds.map { ($0.name, $0.content.text) }),
      ListDigest.text(
        of: feeds.map { feed in
          let orders = zip(feed.environments, feed.orders).map { environment, order in
            (environment.key, order.cells > 0 ? order.digest.text : "")
          }
          return (feed.name, [ListDigest.List(description: feed.list, orders: orders)])
        })
    )
  }
}
