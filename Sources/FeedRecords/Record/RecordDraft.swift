import LayoutPrimitives
import XMLDocuments

/// What a reader found of a record's identity, and what stands in for what is missing.
struct GivenIdentity {
  /// The id that the feed gives.
  var id: String?
  /// The version that the feed gives.
  var version: String?
  /// A picture to fall back on, found in a text that is not the content.
  var spareImage: FeedImage?
  /// Whether a text of HTML was cut at a limit.
  var isCut = false
}

/// A record in the making: values as a reader found them, before identity and derived values.
///
/// It is large, so it is moved and never copied.
struct RecordDraft: ~Copyable {
  private var given = GivenIdentity()
  private let storage = RecordStorage.make()

  /// They are filled in where they stay.
  private var values: RecordValues {
    _read { yield storage.values }
    nonmutating _modify { yield &storage.values }
  }

  /// A record of which nothing is known yet.
  init() {}

  /// What the rules of a mapping find in a value.
  init(_ value: JSONValue, by mapping: RecordMapping, limits: XMLLimits, convertsHTML: Bool) {
    mapping.fill(&storage.values, &given, from: value, limits: limits, convertsHTML: convertsHTML)
  }

  /// Whether a text of HTML was cut at a limit.
  var isCut: Bool { given.isCut }

  /// Takes a text that is HTML as the content.
  ///
  /// - Parameter converts: Whether the plain text is made too.
  mutating func setContent(html: String, limits: XMLLimits, converts: Bool = true) {
    storage.values.setContent(html: html, &given, limits: limits, converts: converts)
  }

  /// Takes a text that may be HTML as the summary.
  ///
  /// - Parameter converts: Whether its plain text is made; otherwise there is no summary.
  mutating func setSummary(html: String, limits: XMLLimits, converts: Bool = true) {
    storage.values.setSummary(html: html, &given, limits: limits, converts: converts)
  }

  /// Takes what a mapping's rules find in a value.
  mutating func fill(
    by mapping: RecordMapping, from value: JSONValue, limits: XMLLimits, convertsHTML: Bool
  ) {
    mapping.fill(&storage.values, &given, from: value, limits: limits, convertsHTML: convertsHTML)
  }

  /// The finished record.
  ///
  /// - Parameter rawHash: The hash of the record as it stands in the feed; `nil` to hash what was
  ///   read of it. Asked for only where the feed gives no id or no version.
  consuming func record(
    place: RecordPlace, rawHash: @autoclosure () -> ContentHash?
  ) -> FeedRecord {
    given.id = given.id?.trimmed
    storage.finish(given, place: place, rawHash: rawHash)
    return FeedRecord(storage)
  }
}

/// The values under the names that readers use.
extension RecordDraft {
  var id: String? {
    get { given.id }
    _modify { yield &given.id }
  }
  var version: String? {
    get { given.version }
    _modify { yield &given.version }
  }
  var spareImage: FeedImage? {
    get { given.spareImage }
    _modify { yield &given.spareImage }
  }
  var title: String? {
    get { values.title }
    _modify { yield &values.title }
  }
  var summary: String? {
    get { values.summary }
    _modify { yield &values.summary }
  }
  var contentText: String? {
    get { values.contentText }
    _modify { yield &values.contentText }
  }
  var contentHTML: String? {
    get { values.contentHTML }
    _modify { yield &values.contentHTML }
  }
  var author: String? {
    get { values.author }
    _modify { yield &values.author }
  }
  var published: FeedDate? {
    get { values.published }
    _modify { yield &values.published }
  }
  var updated: FeedDate? {
    get { values.updated }
    _modify { yield &values.updated }
  }
  var url: String? {
    get { values.url }
    _modify { yield &values.url }
  }
  var image: FeedImage? {
    get { values.image }
    _modify { yield &values.image }
  }
  var attachments: [FeedAttachment] {
    get { values.attachments }
    _modify { yield &values.attachments }
  }
  var tags: [String] {
    get { values.tags }
    _modify { yield &values.tags }
  }
  var language: String? {
    get { values.language }
    _modify { yield &values.language }
  }
  var fields: JSONValue? {
    get { values.fields }
    _modify { yield &values.fields }
  }
}

/// The steps from what was read to a record; they work in place, since a record is large.
extension RecordValues {
  mutating func setContent(
    html: String, _ given: inout GivenIdentity, limits: XMLLimits, converts: Bool
  ) {
    contentHTML = html
    guard converts else { return }
    let converted = HTMLText(html, limits: limits)
    contentText = converted.text
    given.isCut = given.isCut || converted.isCut
    given.spareImage = given.spareImage ?? converted.image
  }

  mutating func setSummary(
    html: String, _ given: inout GivenIdentity, limits: XMLLimits, converts: Bool
  ) {
    guard converts else { return }
    let converted = HTMLText(html, limits: limits)
    summary = converted.text.nonEmpty
    given.isCut = given.isCut || converted.isCut
    given.spareImage = given.spareImage ?? converted.image
  }
}
