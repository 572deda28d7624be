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
  private var values = RecordValues()

  /// A record of which nothing is known yet.
  init() {}

  /// What the rules of a mapping find in a value.
  init(_ value: JSONValue, by mapping: RecordMapping, limits: XMLLimits, convertsHTML: Bool) {
    mapping.fill(&values, &given, from: value, limits: limits, convertsHTML: convertsHTML)
  }

  /// Whether a text of HTML was cut at a limit.
  var isCut: Bool { given.isCut }

  /// Takes a text that is HTML as the content.
  ///
  /// - Parameter converts: Whether the plain text is made too.
  mutating func setContent(html: String, limits: XMLLimits, converts: Bool = true) {
    values.setContent(html: html, &given, limits: limits, converts: converts)
  }

  /// Takes a text that may be HTML as the summary.
  ///
  /// - Parameter converts: Whether its plain text is made; otherwise there is no summary.
  mutating func setSummary(html: String, limits: XMLLimits, converts: Bool = true) {
    values.setSummary(html: html, &given, limits: limits, converts: converts)
  }

  /// Takes what a mapping's rules find in a value.
  mutating func fill(
    by mapping: RecordMapping, from value: JSONValue, limits: XMLLimits, convertsHTML: Bool
  ) {
    mapping.fill(&values, &given, from: value, limits: limits, convertsHTML: convertsHTML)
  }

  /// The finished record.
  ///
  /// - Parameter rawHash: The hash of the record as it stands in the feed; `nil` to hash what was
  ///   read of it.
  consuming func record(place: RecordPlace, rawHash: ContentHash?) -> FeedRecord {
    given.id = given.id?.trimmed
    values.finish(given, place: place, rawHash: rawHash)
    return FeedRecord(RecordStorage(values))
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

  /// Drops empty values and decides id and version.
  mutating func finish(_ given: GivenIdentity, place: RecordPlace, rawHash: ContentHash?) {
    self.place = place
    dropIfEmpty(&title)
    dropIfEmpty(&summary)
    dropIfEmpty(&contentText)
    dropIfEmpty(&contentHTML)
    dropIfEmpty(&author)
    dropIfEmpty(&url)
    dropIfEmpty(&language)
    if image == nil, let spare = given.spareImage { image = spare }
    if let fields, fields.isEmpty { self.fields = nil }
    var id = given.id
    dropIfEmpty(&id)
    var version = given.version
    dropIfEmpty(&version)
    id = id ?? url
    version = version ?? updated?.description
    let hash =
      id == nil || version == nil
      ? (rawHash ?? FeedRecord(RecordStorage(self)).contentHash).identity : ""
    self.id = id ?? hash
    self.version = version ?? hash
  }
}

@inline(__always)
private func dropIfEmpty(_ text: inout String?) {
  if text?.isEmpty ?? false { text = nil }
}

extension ContentHash {
  /// `hash:` and the 32 hexadecimal digits: an id or version for what has none of its own.
  var identity: String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 37) { text in
      let bytes = UnsafeMutableRawBufferPointer(text)
      // The first five bytes are "hash:"; the digits go over the rest.
      bytes.storeBytes(of: UInt64(0x3A_6873_6168).littleEndian, as: UInt64.self)
      func put(_ half: UInt64, at place: Int) {
        bytes.storeBytes(of: Self.digits(half).bigEndian, toByteOffset: place, as: UInt64.self)
      }
      put(high >> 32, at: 5)
      put(high & 0xFFFF_FFFF, at: 13)
      put(low >> 32, at: 21)
      put(low & 0xFFFF_FFFF, at: 29)
      return String(decoding: UnsafeBufferPointer(text), as: UTF8.self)
    }
  }

  /// The eight hexadecimal digits of 32 bits, the first in the highest byte.
  private static func digits(_ value: UInt64) -> UInt64 {
    // Each half byte to a byte of its own; then 0x30 to all, and 0x27 more to those above 9.
    var bytes = (value << 16 | value) & 0x0000_FFFF_0000_FFFF
    bytes = (bytes << 8 | bytes) & 0x00FF_00FF_00FF_00FF
    bytes = (bytes << 4 | bytes) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (bytes &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return bytes &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
  }
}
