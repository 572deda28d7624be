public import StructuredDocuments

// reason: a plain value
/// One record of a feed of any format.
///
/// Texts are plain: markup removed and entities decoded, once. Absent values are `nil` or empty.
/// `RecordField` defines how each value is named, read, and written.
public struct FeedRecord: Sendable {
  /// The id, which is never empty.
  ///
  /// It is the id in the feed; without one, the record's URL; without both, `hash:` and a hash of
  /// the record as it is in the feed.
  public var id: String
  /// The version, which is never empty.
  ///
  /// It is the version in the feed; without one, the date `updated`; without both, `hash:` and a
  /// hash of the record as it is in the feed.
  public var version: String
  /// The title as one line of plain text, or `nil`.
  public var title: String?
  /// The summary as plain text, or `nil`.
  public var summary: String?
  /// The content as plain text, with line breaks at the ends of blocks, or `nil`.
  public var contentText: String?
  /// The HTML from which `contentText` was converted, or `nil` when the content was not HTML.
  public var contentHTML: String?
  /// The Markdown from which `contentText` was converted, or `nil` when the content was not Markdown.
  ///
  /// A record that has HTML too has the text of its HTML.
  public var contentMarkdown: String?
  /// The name of the author, or the names of several authors separated by commas; `nil` without
  /// names.
  public var author: String?
  /// The date of publication, or `nil`.
  public var published: FeedDate?
  /// The date of the last change, or `nil`.
  public var updated: FeedDate?
  /// The URL of the record's page, or `nil`.
  public var url: String?
  /// The picture that the feed declares for the record, otherwise the first one in the content, or
  /// `nil`.
  public var image: FeedImage?
  /// The files that belong to the record.
  public var attachments: [FeedAttachment]
  /// The record's keywords.
  public var tags: [String]
  /// The language as a tag, such as `zh-Hans`, or `nil`.
  public var language: String?
  /// An object with all other values of the record, which paths can reach; `nil` if there are none.
  public var fields: JSONValue?
  /// The location of the record in its source; it is not part of the record document.
  public var location: RecordLocation
  /// The sizes of pictures whose sizes the record does not give; `nil` for none.
  ///
  /// They are not part of the record document.
  public var imageSizes: ImageSizes?
  /// Whether the content's markup has code blocks, tables, headings, lists, quotes, rules or
  /// pictures, whose sizes `contentText` does not have.
  ///
  /// It is not part of the record document: the reader finds it in the markup.
  public package(set) var flattensContent = false

  /// Creates a record.
  public init(
    id: String, version: String, title: String? = nil, summary: String? = nil,
    contentText: String? = nil, contentHTML: String? = nil,
    contentMarkdown: String? = nil, author: String? = nil, published: FeedDate? = nil,
    updated: FeedDate? = nil, url: String? = nil,
    image: FeedImage? = nil, attachments: [FeedAttachment] = [], tags: [String] = [],
    language: String? = nil, fields: JSONValue? = nil, location: RecordLocation = RecordLocation()
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.summary = summary
    self.contentText = contentText
    self.contentHTML = contentHTML
    self.contentMarkdown = contentMarkdown
    self.author = author
    self.published = published
    self.updated = updated
    self.url = url
    self.image = image
    self.attachments = attachments
    self.tags = tags
    self.language = language
    self.fields = fields
    self.location = location
  }
}

// reason: a plain value
/// A picture of a record.
public struct FeedImage: Hashable, Sendable {
  /// The picture's URL.
  public var url: String
  /// The picture's width in pixels, or `nil` when it is unknown.
  public var width: Double?
  /// The picture's height in pixels, or `nil` when it is unknown.
  public var height: Double?

  /// Creates a picture.
  ///
  /// Sizes that are not positive and finite are dropped.
  public init(url: String, width: Double? = nil, height: Double? = nil) {
    self.url = url
    self.width = Self.valid(width)
    self.height = Self.valid(height)
  }

  /// A width or height, or `nil` when it is not positive and finite.
  static func valid(_ size: Double?) -> Double? {
    size.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// Parses a size in pixels, such as `640` or `640px`; `nil` for other texts, such as `50%`.
  static func pixels(_ text: String) -> Double? {
    let trimmed = text.trimmed
    return Double(trimmed.hasSuffix("px") ? trimmed.dropLast(2).trimmed : trimmed)
  }
}

/// A file that belongs to a record.
public struct FeedAttachment: Hashable, Sendable {
  /// The file's URL.
  public var url: String
  /// The file's media type, or `nil` when it is unknown.
  public var type: String?

  /// Creates an attachment.
  public init(url: String, type: String? = nil) {
    self.url = url
    self.type = type
  }
}

extension FeedRecord {
  /// The record document: one line of JSON without absent values, its members in a fixed order.
  ///
  /// The NDJSON reader reads it back as an equal record.
  public var recordJSON: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  /// Writes the record document as one value; see `recordJSON`.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for field in RecordField.all { write(field, to: &writer) }
    writer.endObject()
  }

  /// An object with the members of the record document that have the given names, and with the
  /// members of `fields` that have them.
  ///
  /// `content` stands for the content's text and for the markup.
  package func document(of names: Set<String>) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    let withContent =
      names.contains("content")
      ? names.union(["content_text", "content_html", "content_markdown"]) : names
    for field in RecordField.all where withContent.contains(field.key) {
      write(field, to: &writer)
    }
    let keys = Set(RecordField.all.map(\.key))
    for member in fields?.members ?? []
    where names.contains(member.key) && !keys.contains(member.key) {
      writer.key(member.key)
      writer.value(member.value)
    }
    writer.endObject()
    return writer.text
  }

  private func write(_ field: RecordField, to writer: inout JSONWriter) {
    func write(_ key: String, _ text: String?) {
      guard let text else { return }
      writer.key(key)
      writer.string(text)
    }
    switch field.value {
    case .text(let text, _): write(field.key, text.get(self))
    case .date(let date): write(field.key, date.get(self)?.description)
    case .image:
      guard let image else { return }
      writer.key(field.key)
      writer.beginObject()
      write("url", image.url)
      for (key, size) in [("width", image.width), ("height", image.height)] {
        guard let size else { continue }
        writer.key(key)
        writer.literal(plainLiteral(size))
      }
      writer.endObject()
    case .attachments:
      guard !attachments.isEmpty else { return }
      writer.key(field.key)
      writer.beginArray()
      for attachment in attachments {
        writer.beginObject()
        write("url", attachment.url)
        write("type", attachment.type)
        writer.endObject()
      }
      writer.endArray()
    case .tags:
      guard !tags.isEmpty else { return }
      writer.key(field.key)
      writer.beginArray()
      for tag in tags { writer.string(tag) }
      writer.endArray()
    case .fields:
      guard let fields, !fields.isEmpty else { return }
      writer.key(field.key)
      writer.value(fields)
    }
  }

  /// Estimated size of the record's values in memory, in bytes.
  package var memoryBytes: Int {
    var bytes = MemoryLayout<FeedRecord>.size + (image?.url.utf8.count ?? 0)
    for text in RecordField.texts { bytes += text.get(self)?.utf8.count ?? 0 }
    for attachment in attachments {
      bytes += MemoryLayout<FeedAttachment>.stride + attachment.url.utf8.count
      bytes += attachment.type?.utf8.count ?? 0
    }
    for tag in tags { bytes += MemoryLayout<String>.stride + tag.utf8.count }
    return bytes + (fields?.memoryBytes ?? 0)
  }
}
