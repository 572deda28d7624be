import LayoutPrimitives
import StructuredDocuments
import XMLDocuments

/// The values of a record as a reader found them, before missing values are derived.
struct RecordDraft: ~Copyable {
  /// The values that the reader found.
  ///
  /// The id and the version are empty if the feed has none.
  var record = FeedRecord(id: "", version: "")
  /// The picture that is used if `record` has none: the first one in HTML, or `nil`.
  var spareImage: FeedImage?
  /// Whether a text converted from HTML was truncated at a limit.
  private(set) var isCut = false

  /// Sets the content from HTML.
  ///
  /// - Parameter converts: Whether it is also converted to plain text.
  mutating func setContent(html: String?, limits: XMLLimits, converts: Bool) {
    record.contentHTML = html?.nonEmpty
    if converts { record.contentText = text(html, limits) }
  }

  /// Sets the summary from HTML.
  ///
  /// - Parameter converts: Whether it is converted to plain text; otherwise no summary is set.
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

  /// The record, with missing values derived.
  ///
  /// - Parameters:
  ///   - place: The location of the record in its source.
  ///   - rawHash: The hash of the record as it is in the feed, used if the id or version is
  ///     missing.
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
  /// The hash as an id or a version of a record.
  var identity: String { "hash:\(self)" }
}
