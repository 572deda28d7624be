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
  private let storage: RecordStorage

  /// A record of which nothing is known yet.
  init() { storage = .make() }

  /// A record that holds bytes, UTF-8, in which its texts may stand.
  init(holding bytes: UnsafeRawBufferPointer) {
    storage = .make(
      holding: bytes, UnsafeRawBufferPointer(start: nil, count: 0), hashesRaw: false,
      isASCII: false)
  }

  /// What the rules of a mapping find in a value.
  init(
    _ value: some JSONReadable, by mapping: RecordMapping, limits: XMLLimits, convertsHTML: Bool
  ) {
    self.init()
    fill(by: mapping, from: value, limits: limits, convertsHTML: convertsHTML)
  }

  /// Whether a text of HTML was cut at a limit.
  var isCut: Bool { found.isCut }

  /// The string of a text of this record.
  func string(_ text: DraftText) -> String { storage.string(text) }

  /// Takes a text that is HTML as the content.
  ///
  /// - Parameter converts: Whether the plain text is made too.
  mutating func setContent(html: DraftText?, limits: XMLLimits, converts: Bool = true) {
    contentHTML = html
    guard converts else { return }
    contentText = nil
    guard let html else { return }
    storage.values.convertContent(html: string(html), &found, limits: limits)
  }

  /// Takes a text that may be HTML as the summary.
  ///
  /// - Parameter converts: Whether its plain text is made; otherwise there is no summary.
  mutating func setSummary(html: DraftText?, limits: XMLLimits, converts: Bool = true) {
    guard converts else { return }
    summary = nil
    guard let html else { return }
    storage.values.setSummary(html: string(html), &found, limits: limits, converts: converts)
  }

  /// Takes the record's picture, in place of one it may have; sizes that are not positive count as
  /// unknown.
  mutating func setImage(_ url: DraftText, width: Double?, height: Double?) {
    switch url {
    case .own(let url):
      storage.held.imageURL = HeldText()
      (storage.facts.imageWidth, storage.facts.imageHeight) = (nil, nil)
      storage.values.image = FeedImage(url: url, width: width, height: height)
    case .held(let place):
      if storage.hasValues { storage.values.image = nil }
      storage.held.imageURL = place
      storage.facts.imageWidth = FeedImage.known(width)
      storage.facts.imageHeight = FeedImage.known(height)
    }
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
  var id: DraftText? {
    get { storage.draftText(\.id, \.id) }
    set { storage.keep(newValue, \.id, \.id) }
  }
  var title: DraftText? {
    get { storage.draftText(\.title, \.title) }
    set { storage.keep(newValue, \.title, \.title) }
  }
  var summary: DraftText? {
    get { storage.draftText(\.summary, \.summary) }
    set { storage.keep(newValue, \.summary, \.summary) }
  }
  var contentText: DraftText? {
    get { storage.draftText(\.contentText, \.contentText) }
    set { storage.keep(newValue, \.contentText, \.contentText) }
  }
  var contentHTML: DraftText? {
    get { storage.draftText(\.contentHTML, \.contentHTML) }
    set { storage.keep(newValue, \.contentHTML, \.contentHTML) }
  }
  var author: DraftText? {
    get { storage.draftText(\.author, \.author) }
    set { storage.keep(newValue, \.author, \.author) }
  }
  var url: DraftText? {
    get { storage.draftText(\.url, \.url) }
    set { storage.keep(newValue, \.url, \.url) }
  }
  var language: DraftText? {
    get { storage.draftText(\.language, \.language) }
    set { storage.keep(newValue, \.language, \.language) }
  }
  var spareImage: FeedImage? {
    get { found.spareImage }
    _modify { yield &found.spareImage }
  }
  var published: FeedDate? {
    get { storage.facts.published }
    _modify { yield &storage.facts.published }
  }
  var updated: FeedDate? {
    get { storage.facts.updated }
    _modify { yield &storage.facts.updated }
  }
  var attachments: [FeedAttachment] {
    get { storage.values.attachments }
    _modify { yield &storage.values.attachments }
  }
  var tags: [String] {
    get { storage.values.tags }
    _modify { yield &storage.values.tags }
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
    if converts { convertContent(html: html, &found, limits: limits) }
  }

  /// Makes the plain text of the content.
  mutating func convertContent(html: String, _ found: inout MarkupFindings, limits: XMLLimits) {
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
