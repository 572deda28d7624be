import LayoutPrimitives
import XMLDocuments

/// A record in the making: values as a reader found them, before identity and derived values.
struct RecordDraft: ~Copyable {
  /// The values found, with an empty id and version where the feed has none.
  var record = FeedRecord(id: "", version: "")
  /// A picture to fall back on.
  var spareImage: FeedImage?
  /// Whether a text of HTML was cut at a limit.
  private(set) var isCut = false

  /// Takes a text that is HTML as the content.
  ///
  /// - Parameter converts: Whether the plain text is made too.
  mutating func setContent(html: String?, limits: XMLLimits, converts: Bool) {
    record.contentHTML = html?.nonEmpty
    if converts { record.contentText = text(html, limits) }
  }

  /// Takes a text that is HTML as the summary.
  ///
  /// - Parameter converts: Whether there is a summary, its plain text.
  mutating func setSummary(html: String?, limits: XMLLimits, converts: Bool) {
    if converts { record.summary = text(html, limits) }
  }

  private mutating func text(_ html: String?, _ limits: XMLLimits) -> String? {
    guard let html else { return nil }
    let converted = HTMLText(html, limits: limits)
    isCut = isCut || converted.isCut
    spareImage = spareImage ?? converted.image
    return converted.text.nonEmpty
  }

  /// The finished record.
  ///
  /// - Parameter rawHash: The hash of the record in the feed, used where it has no id or version.
  consuming func finish(place: RecordPlace, rawHash: @autoclosure () -> ContentHash) -> FeedRecord {
    record.place = place
    record.id = record.id.trimmed
    record.url = record.url?.nonEmpty
    if let fields = record.fields, fields.isEmpty { record.fields = nil }
    record.image = record.image ?? spareImage
    if record.version.isEmpty {
      record.version = record.updated?.description ?? rawHash().identity
    }
    if record.id.isEmpty { record.id = record.url ?? rawHash().identity }
    return record
  }
}

extension ContentHash {
  /// An id or version made of the hash.
  var identity: String { "hash:\(self)" }
}
