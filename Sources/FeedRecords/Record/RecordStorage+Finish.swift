import LayoutPrimitives

/// The last step from what was read to a record.
extension RecordStorage {
  /// Drops empty values and decides id and version.
  ///
  /// - Parameters:
  ///   - spareImage: A picture to fall back on.
  ///   - rawHash: The hash of the record as it stands in the feed; `nil` to hash what was read of
  ///     it. Asked for only where it is needed and the record does not hold its bytes.
  @inline(__always)
  func finish(spareImage: FeedImage?, place: RecordPlace, rawHash: () -> ContentHash?) {
    facts.place = place
    if hasValues { values.tidy() }
    if let spareImage, !hasImage { values.image = spareImage }
    let isNamed = !held.id.isEmpty || own(\.id) != nil
    if !held.version.isEmpty || own(\.version) != nil {
      facts.version = .given
    } else if let updated = facts.updated {
      facts.version = .date(updated)
    } else if holdsHashedBytes {
      facts.version = .heldBytes
    } else {
      let hash = rawHash() ?? contentHash
      facts.version = .hash(hash)
      if !isNamed { name(hash) }
      return
    }
    if !isNamed { name(rawHash() ?? contentHash) }
  }

  /// Gives a record without an id that of its address, or of a hash.
  private func name(_ hash: @autoclosure () -> ContentHash) {
    if own(\.url) == nil, !held.url.isEmpty {
      held.id = held.url
    } else {
      values.id = url ?? hash().identity
    }
  }

  /// A hash of everything but id and version.
  private var contentHash: ContentHash { FeedRecord(self).contentHash }
}
