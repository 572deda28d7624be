public import StructuredDocuments

// reason: a plain value
/// One record of a feed of any format.
///
/// Texts are plain: markup removed and entities decoded, once. Absent values are `nil` or empty.
/// `RecordField` defines how each value is named, read, and written.
public struct FeedRecord: Sendable {
  /// The id, never empty: the feed's own, otherwise the link, otherwise `hash:` and a hash of the
  /// record as it is in the feed.
  public var id: String
  /// The version: the mapped field, otherwise `updated`, otherwise `hash:` and a hash of the record
  /// as it is in the feed.
  public var version: String
  /// The title, one line.
  public var title: String?
  /// The summary, plain text.
  public var summary: String?
  /// The content as plain text, with line breaks where blocks end.
  public var contentText: String?
  /// The HTML from which `contentText` was converted, or `nil` when the content was not HTML.
  public var contentHTML: String?
  /// The name of the author, or the names of several, separated by commas.
  public var author: String?
  /// The date of publication.
  public var published: FeedDate?
  /// The date of the last change.
  public var updated: FeedDate?
  /// The URL of the record's page.
  public var url: String?
  /// The record's picture: the feed's own, otherwise the first in the content.
  public var image: FeedImage?
  /// The files that belong to the record.
  public var attachments: [FeedAttachment]
  /// The record's keywords.
  public var tags: [String]
  /// The language as a tag, such as `zh-Hans`.
  public var language: String?
  /// An object with all other values of the record, which paths can reach.
  public var fields: JSONValue?
  /// The position of the record in its source, which is not part of its content.
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
