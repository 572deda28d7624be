import LayoutPrimitives

/// The digests of a feed in shards: those that it has in the store that a merge makes of them.
package struct MergedDigests {
  private let name: String
  private let list: ListDescription
  private let environments: [(key: String, hash: ContentHash)]
  private let templates: [ContentHash]
  private var content = ContentDigest()
  /// By environment.
  private var orders: [(digest: ContentDigest, cells: Int64)]
  /// A scratch buffer.
  private let bytes = RowBytes()

  /// Begins a feed.
  ///
  /// - Parameters:
  ///   - templates: Its templates in the order of the build.
  ///   - list: Spacing and insets of its list.
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
  /// - Parameter isListed: Whether it is in the feed's list.
  /// - Throws: `StoreError.corrupt` for damaged frames.
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

  /// The digests of a generation: that of its cells and that of its lists.
  ///
  /// - Parameter feeds: All feeds, sorted by name.
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
