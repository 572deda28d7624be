import XMLDocuments

/// A record in the making: values as a reader found them, before identity and derived values.
struct RecordDraft {
  /// The id that the feed gives.
  var id: String?
  /// The version that the feed gives.
  var version: String?
  var title: String?
  var summary: String?
  var contentText: String?
  var contentHTML: String?
  var author: String?
  var published: FeedDate?
  var updated: FeedDate?
  var url: String?
  var image: FeedImage?
  var attachments: [FeedAttachment] = []
  var tags: [String] = []
  var language: String?
  var fields: JSONValue?
  /// A picture to fall back on, found in a text that is not the content.
  var spareImage: FeedImage?

  /// Takes a text that is HTML as the content.
  mutating func setContent(html: String, limits: XMLLimits) {
    let converted = HTMLText(html, limits: limits)
    contentHTML = html
    contentText = converted.text
    spareImage = spareImage ?? converted.image
  }

  /// Takes a text that may be HTML as the summary.
  mutating func setSummary(html: String, limits: XMLLimits) {
    let converted = HTMLText(html, limits: limits)
    summary = converted.text.nonEmpty
    spareImage = spareImage ?? converted.image
  }

  /// The finished record.
  ///
  /// - Parameter rawHash: The hash of the record as it stands in the feed; `nil` to hash what was
  ///   read of it.
  func record(place: RecordPlace, rawHash: String?) -> FeedRecord {
    var record = FeedRecord(
      id: "", version: "", title: title?.nonEmpty, summary: summary?.nonEmpty,
      contentText: contentText?.nonEmpty, contentHTML: contentHTML?.nonEmpty,
      author: author?.nonEmpty, published: published, updated: updated, url: url?.nonEmpty,
      image: image ?? spareImage, attachments: attachments, tags: tags,
      language: language?.nonEmpty, fields: fields.flatMap { $0.isEmpty ? nil : $0 }, place: place)
    let hash = { rawHash ?? record.contentHash }
    record.id = id?.trimmed.nonEmpty ?? record.url ?? "hash:\(hash())"
    record.version = version?.nonEmpty ?? updated?.description ?? "hash:\(hash())"
    return record
  }
}
