package import LayoutPrimitives

/// Computes the digests of a feed from its parts; a build of all parts gives the same digests.
package struct MergedDigests {
  /// The digests of consecutive cells of one environment.
  package struct Part: Hashable, Sendable {
    /// Number of cells that a list contains.
    package private(set) var listed = 0
    /// The digest of all cells, failed ones included.
    package private(set) var content = ContentDigest()
    /// The digest of the ids of the listed cells and their positions.
    package private(set) var order = ContentDigest()
    private let rank: Int

    /// Begins before the cell at a position of the list.
    package init(rank: Int) { self.rank = rank }

    /// Creates the digests that another process computed.
    package init(rank: Int, listed: Int, content: ContentDigest, order: ContentDigest) {
      self.rank = rank
      self.listed = listed
      self.content = content
      self.order = order
    }

    /// Adds the next cell.
    ///
    /// - Parameters:
    ///   - hash: The hash of the cell, from `hasher`.
    ///   - isListed: Whether the list in feed order contains the cell.
    package mutating func add(
      _ hash: ContentHash, recordID: String, isListed: Bool, _ hasher: CellHasher
    ) {
      content.add(hash)
      guard isListed else { return }
      order.add(hasher.hash(of: recordID, at: Int64(rank + listed)))
      listed += 1
    }
  }

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
    self.init(
      feed: feed.name,
      environments: (feed.entries.first?.environments ?? []).map(\.environment.key),
      templates: templates, list: list)
  }

  /// Begins a feed.
  ///
  /// - Parameters:
  ///   - environments: The keys of the environments, in the order of the build.
  ///   - templates: The templates of the feed, in the order of the build.
  ///   - list: The spacing and the insets of the list in feed order.
  package init(
    feed: String, environments: [String], templates: [StoredTemplate], list: ListDescription
  ) {
    name = feed
    self.list = list
    self.templates = templates.map(CellAudit.hash)
    self.environments = environments.map { ($0, ContentHash(of: $0)) }
    orders = environments.map { _ in (ContentDigest(), 0) }
  }

  /// Adds the next part of an environment.
  ///
  /// - Parameter environment: Index of the environment.
  package mutating func add(_ part: Part, environment: Int) {
    content.add(part.content)
    orders[environment].digest.add(part.order)
    orders[environment].cells += Int64(part.listed)
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
    orders[cell.environment].digest.add(
      bytes.hash(of: cell.recordID, at: orders[cell.environment].cells))
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
