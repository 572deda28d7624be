import LayoutPrimitives
import XMLDocuments

/// What was found in texts of HTML beside the text.
struct MarkupFindings {
  /// A picture to fall back on.
  var spareImage: FeedImage?
  /// Whether a text was cut at a limit.
  var isCut = false
}

/// A record in the making: values as a reader found them, before identity and derived values.
///
/// It is large, so it is moved and never copied.
struct RecordDraft: ~Copyable {
  private var found = MarkupFindings()
  /// The values are filled in where they stay.
  private let storage = RecordStorage.make()

  /// A record of which nothing is known yet.
  init() {}

  /// What the rules of a mapping find in a value.
  init(
    _ value: some JSONReadable, by mapping: RecordMapping, limits: XMLLimits, convertsHTML: Bool
  ) {
    fill(by: mapping, from: value, limits: limits, convertsHTML: convertsHTML)
  }

  /// Whether a text of HTML was cut at a limit.
  var isCut: Bool { found.isCut }

  /// Takes a text that is HTML as the content.
  ///
  /// - Parameter converts: Whether the plain text is made too.
  mutating func setContent(html: String, limits: XMLLimits, converts: Bool = true) {
    storage.values.setContent(html: html, &found, limits: limits, converts: converts)
  }

  /// Takes a text that may be HTML as the summary.
  ///
  /// - Parameter converts: Whether its plain text is made; otherwise there is no summary.
  mutating func setSummary(html: String, limits: XMLLimits, converts: Bool = true) {
    storage.values.setSummary(html: html, &found, limits: limits, converts: converts)
  }

  /// Takes what a mapping's rules find in a value.
  mutating func fill(
    by mapping: RecordMapping, from value: some JSONReadable, limits: XMLLimits,
    convertsHTML: Bool
  ) {
    mapping.fill(storage, &found, from: value, limits: limits, convertsHTML: convertsHTML)
  }

  /// The finished record.
  ///
  /// - Parameter rawHash: The hash of the record as it stands in the feed; `nil` to hash what was
  ///   read of it. Asked for only where the feed gives no id or no version.
  consuming func record(
    place: RecordPlace, rawHash: @autoclosure () -> ContentHash?
  ) -> FeedRecord {
    storage.finish(spareImage: found.spareImage, place: place, rawHash: rawHash)
    return FeedRecord(storage)
  }
}

/// The values under the names that readers use.
extension RecordDraft {
  var id: String? {
    get { storage.values.id }
    _modify { yield &storage.values.id }
  }
  var version: String? {
    get { storage.values.version }
    _modify { yield &storage.values.version }
  }
  var spareImage: FeedImage? {
    get { found.spareImage }
    _modify { yield &found.spareImage }
  }
  var title: String? {
    get { storage.values.title }
    _modify { yield &storage.values.title }
  }
  var summary: String? {
    get { storage.values.summary }
    _modify { yield &storage.values.summary }
  }
  var contentText: String? {
    get { storage.values.contentText }
    _modify { yield &storage.values.contentText }
  }
  var contentHTML: String? {
    get { storage.values.contentHTML }
    _modify { yield &storage.values.contentHTML }
  }
  var author: String? {
    get { storage.values.author }
    _modify { yield &storage.values.author }
  }
  var published: FeedDate? {
    get { storage.facts.published }
    _modify { yield &storage.facts.published }
  }
  var updated: FeedDate? {
    get { storage.facts.updated }
    _modify { yield &storage.facts.updated }
  }
  var url: String? {
    get { storage.values.url }
    _modify { yield &storage.values.url }
  }
  var image: FeedImage? {
    get { storage.values.image }
    _modify { yield &storage.values.image }
  }
  var attachments: [FeedAttachment] {
    get { storage.values.attachments }
    _modify { yield &storage.values.attachments }
  }
  var tags: [String] {
    get { storage.values.tags }
    _modify { yield &storage.values.tags }
  }
  var language: String? {
    get { storage.values.language }
    _modify { yield &storage.values.language }
  }
  var fields: JSONValue? {
    get { storage.values.fields }
    _modify { yield &storage.values.fields }
  }
}

/// The steps from what was read to a record; they work in place, since a record is large.
extension RecordValues {
  mutating func setContent(
    html: String, _ found: inout MarkupFindings, limits: XMLLimits, converts: Bool
  ) {
    contentHTML = html
    guard converts else { return }
    let converted = HTMLText(html, limits: limits)
    contentText = converted.text
    found.isCut = found.isCut || converted.isCut
    found.spareImage = found.spareImage ?? converted.image
  }

  mutating func setSummary(
    html: String, _ found: inout MarkupFindings, limits: XMLLimits, converts: Bool
  ) {
    guard converts else { return }
    let converted = HTMLText(html, limits: limits)
    summary = converted.text.nonEmpty
    found.isCut = found.isCut || converted.isCut
    found.spareImage = found.spareImage ?? converted.image
  }
}
