import LayoutPrimitives
import StructuredDocuments

/// The values of a record as a reader found them, before missing values are derived.
struct RecordDraft: ~Copyable {
  /// The values that the reader found.
  ///
  /// The id and the version are empty if the feed has none.
  var record = FeedRecord(id: "", version: "")
  /// The picture that is used if `record` has none: the first one in HTML, or `nil`.
  var spareImage: FeedImage?
  /// Whether a text converted from HTML or Markdown was truncated at a limit.
  private(set) var isCut = false
  /// The dates that the record has and that cannot be read: their number, and the first of them.
  private(set) var unreadDates = (count: 0, first: "")
  /// The members of the record whose values have no usable shape: their number, and the key of the
  /// first.
  private(set) var unreadMembers = (count: 0, first: "")

  /// Notes a date that cannot be read.
  mutating func countUnread(date: String) {
    if unreadDates.count == 0 { unreadDates.first = date }
    unreadDates.count += 1
  }

  /// Notes a member whose value has no usable shape.
  mutating func countUnread(member key: String) {
    if unreadMembers.count == 0 { unreadMembers.first = key }
    unreadMembers.count += 1
  }

  /// Sets the content from a text in a markup language.
  ///
  /// - Parameter converts: Whether it is also converted to plain text.
  mutating func setContent(
    _ markup: String?, in language: MarkupLanguage, limits: FeedLimits, converts: Bool
  ) {
    switch language {
    case .html: record.contentHTML = markup?.nonEmpty
    case .markdown: record.contentMarkdown = markup?.nonEmpty
    }
    guard converts, let markup else {
      if converts { record.contentText = nil }
      return
    }
    let converted = convert(markup, language, limits)
    record.contentText = converted.text.isVisible ? converted.text : nil
    record.flattensContent = record.flattensContent || converted.isFlattened
  }

  /// Removes the content, before another text replaces it.
  mutating func removeContent() {
    (record.contentText, record.contentHTML, record.contentMarkdown) = (nil, nil, nil)
    record.flattensContent = false
  }

  /// Sets the summary from a text in a markup language.
  ///
  /// - Parameter converts: Whether it is converted to plain text; otherwise no summary is set.
  mutating func setSummary(
    _ markup: String?, in language: MarkupLanguage, limits: FeedLimits, converts: Bool
  ) {
    guard converts else { return }
    let text = markup.map { convert($0, language, limits).text }
    record.summary = text?.isVisible ?? false ? text : nil
  }

  private mutating func convert(
    _ markup: String, _ language: MarkupLanguage, _ limits: FeedLimits
  ) -> HTMLText {
    let converted = HTMLText(markup, in: language, limits: limits)
    isCut = isCut || converted.isCut
    spareImage = spareImage ?? converted.image
    return converted
  }

  /// The record, with missing values derived.
  ///
  /// - Parameters:
  ///   - location: The location of the record in its source.
  ///   - rawHash: The hash of the record as it is in the feed, used if the id or version is
  ///     missing.
  consuming func finish(location: RecordLocation, rawHash: @autoclosure () -> ContentHash)
    -> FeedRecord
  {
    record.location = location
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
