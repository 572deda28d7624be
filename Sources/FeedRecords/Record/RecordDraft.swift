import LayoutPrimitives
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
  ///
  /// - Parameter converts: Whether the plain text is made too.
  mutating func setContent(html: String, limits: XMLLimits, converts: Bool = true) {
    contentHTML = html
    guard converts else { return }
    let converted = HTMLText(html, limits: limits)
    contentText = converted.text
    spareImage = spareImage ?? converted.image
  }

  /// Takes a text that may be HTML as the summary.
  ///
  /// - Parameter converts: Whether its plain text is made; otherwise there is no summary.
  mutating func setSummary(html: String, limits: XMLLimits, converts: Bool = true) {
    guard converts else { return }
    let converted = HTMLText(html, limits: limits)
    summary = converted.text.nonEmpty
    spareImage = spareImage ?? converted.image
  }

  /// The finished record.
  ///
  /// - Parameter rawHash: The hash of the record as it stands in the feed; `nil` to hash what was
  ///   read of it.
  consuming func record(place: RecordPlace, rawHash: ContentHash?) -> FeedRecord {
    let (givenID, givenVersion) = (id.present?.trimmed.present, version.present)
    let hasFields = fields.map { !$0.isEmpty } ?? false
    var record = FeedRecord(
      id: "", version: "", title: title.present, summary: summary.present,
      contentText: contentText.present, contentHTML: contentHTML.present, author: author.present,
      published: published, updated: updated, url: url.present, image: image ?? spareImage,
      attachments: attachments, tags: tags, language: language.present,
      fields: hasFields ? fields : nil, place: place)
    if let id = givenID ?? record.url, let version = givenVersion ?? updated?.description {
      record.id = id
      record.version = version
    } else {
      let hash = (rawHash ?? record.contentHash).identity
      record.id = givenID ?? record.url ?? hash
      record.version = givenVersion ?? updated?.description ?? hash
    }
    return record
  }
}

extension String? {
  /// The text, or `nil` when it is empty.
  @inline(__always)
  fileprivate var present: String? {
    guard let self, !self.isEmpty else { return nil }
    return self
  }
}

extension String {
  @inline(__always)
  fileprivate var present: String? { isEmpty ? nil : self }
}

extension ContentHash {
  /// `hash:` and the 32 hexadecimal digits: an id or version for what has none of its own.
  var identity: String {
    String(unsafeUninitializedCapacity: 37) { text in
      var place = 0
      func put(_ byte: UInt8) {
        text.initializeElement(at: place, to: byte)
        place += 1
      }
      for byte in "hash:".utf8 { put(byte) }
      for word in [high, low] {
        var shift: UInt64 = 64
        while shift > 0 {
          shift -= 4
          let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
          put(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
      }
      return place
    }
  }
}
