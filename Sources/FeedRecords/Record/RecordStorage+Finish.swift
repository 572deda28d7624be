import LayoutPrimitives

/// The last step from what was read to a record.
extension RecordStorage {
  /// Drops empty values and decides id and version.
  ///
  /// - Parameter rawHash: The hash of the record as it stands in the feed; `nil` to hash what was
  ///   read of it. Asked for only where it is needed and the record does not hold its bytes.
  @inline(__always)
  func finish(
    _ given: borrowing GivenIdentity, place: RecordPlace, rawHash: () -> ContentHash?
  ) {
    values.place = place
    values.dropEmptyTexts()
    if let spare = given.spareImage, values.image == nil { values.image = spare }
    if let fields = values.fields, fields.isEmpty { values.fields = nil }
    var id = given.id
    if id?.isEmpty ?? true { id = url }
    if let version = given.version, !version.isEmpty {
      values.version = .text(version)
    } else if let updated = values.updated {
      values.version = .date(updated)
    } else if contents.hashedBytes > 0 {
      values.version = .heldBytes
    } else {
      let hash = rawHash() ?? contentHash
      values.version = .hash(hash)
      values.id = id ?? hash.identity
      return
    }
    values.id = id ?? (rawHash() ?? contentHash).identity
  }

  /// A hash of everything but id and version.
  private var contentHash: ContentHash { FeedRecord(self).contentHash }
}

extension RecordValues {
  fileprivate mutating func dropEmptyTexts() {
    dropIfEmpty(&title)
    dropIfEmpty(&summary)
    dropIfEmpty(&contentText)
    dropIfEmpty(&contentHTML)
    dropIfEmpty(&author)
    dropIfEmpty(&url)
    dropIfEmpty(&language)
  }
}

@inline(__always)
private func dropIfEmpty(_ text: inout String?) {
  if text?.isEmpty ?? false { text = nil }
}
