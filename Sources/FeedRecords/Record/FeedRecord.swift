// reason: a plain value
/// One record of a feed of any format.
///
/// Texts are plain: markup removed and entities decoded, once. Absent values are `nil` or empty.
/// `RecordField` defines how each value is named, read, and written.
public struct FeedRecord: Sendable {
  /// Never empty: the feed's own id, else the link, else `hash:` and a hash of the content.
  public var id: String
  /// The mapped field, else `updated`, else `hash:` and a hash of the record in the feed.
  public var version: String
  /// One line.
  public var title: String?
  /// Plain text.
  public var summary: String?
  /// Plain text, with line breaks where blocks end.
  public var contentText: String?
  /// The HTML that `contentText` came from, where it was HTML.
  public var contentHTML: String?
  /// A name.
  public var author: String?
  /// When it appeared.
  public var published: FeedDate?
  /// When it last changed.
  public var updated: FeedDate?
  /// Its page.
  public var url: String?
  /// Its picture: the feed's own, else the first in the content.
  public var image: FeedImage?
  /// Its files.
  public var attachments: [FeedAttachment]
  /// Its keywords.
  public var tags: [String]
  /// A language tag such as `zh-Hans`.
  public var language: String?
  /// Everything else: an object, reachable by path.
  public var fields: JSONValue?
  /// The position of the record in its source, no part of its content.
  public var place: RecordPlace
  /// Sizes of pictures that the record does not say, no part of its content.
  public var imageSizes: ImageSizes?

  /// Creates a record.
  public init(
    id: String, version: String, title: String? = nil, summary: String? = nil,
    contentText: String? = nil, contentHTML: String? = nil, author: String? = nil,
    published: FeedDate? = nil, updated: FeedDate? = nil, url: String? = nil,
    image: FeedImage? = nil, attachments: [FeedAttachment] = [], tags: [String] = [],
    language: String? = nil, fields: JSONValue? = nil, place: RecordPlace = RecordPlace()
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.summary = summary
    self.contentText = contentText
    self.contentHTML = contentHTML
    self.author = author
    self.published = published
    self.updated = updated
    self.url = url
    self.image = image
    self.attachments = attachments
    self.tags = tags
    self.language = language
    self.fields = fields
    self.place = place
  }
}
