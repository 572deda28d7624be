/// The values of a record as they are stored.
@usableFromInline
struct RecordValues: Sendable {
  @usableFromInline var id: String = ""
  @usableFromInline var version: String = ""
  @usableFromInline var title: String?
  @usableFromInline var summary: String?
  @usableFromInline var contentText: String?
  @usableFromInline var contentHTML: String?
  @usableFromInline var author: String?
  @usableFromInline var published: FeedDate?
  @usableFromInline var updated: FeedDate?
  @usableFromInline var url: String?
  @usableFromInline var image: FeedImage?
  @usableFromInline var attachments: [FeedAttachment] = []
  @usableFromInline var tags: [String] = []
  @usableFromInline var language: String?
  @usableFromInline var fields: JSONValue?
  @usableFromInline var place: RecordPlace = RecordPlace()

  @usableFromInline init() {}
}

/// Where a record keeps its values.
///
/// Sendable without the compiler's proof: values are written only while a single record, or the
/// reader that makes it, refers to them.
@usableFromInline
final class RecordStorage: @unchecked Sendable {
  // Accesses cannot overlap, for the same reason.
  @exclusivity(unchecked)
  @usableFromInline var values: RecordValues

  @usableFromInline init(_ values: RecordValues) { self.values = values }

  /// Values that are yet to be filled in.
  init() { values = RecordValues() }
}
