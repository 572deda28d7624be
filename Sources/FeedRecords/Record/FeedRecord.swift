/// One item of a feed, whatever format it came from.
///
/// Texts are plain: markup removed and entities decoded, once. Absent values are `nil` or empty.
///
/// It is large, so its values stand in storage that copies share until one of them is changed.
public struct FeedRecord: Sendable {
  @usableFromInline var storage: RecordStorage

  /// A record of values that nobody else writes from now on.
  init(_ storage: RecordStorage) { self.storage = storage }

  /// Creates a record.
  public init(
    id: String, version: String, title: String? = nil, summary: String? = nil,
    contentText: String? = nil, contentHTML: String? = nil, author: String? = nil,
    published: FeedDate? = nil, updated: FeedDate? = nil, url: String? = nil,
    image: FeedImage? = nil, attachments: [FeedAttachment] = [], tags: [String] = [],
    language: String? = nil, fields: JSONValue? = nil, place: RecordPlace = RecordPlace()
  ) {
    var values = RecordValues()
    values.id = id
    values.version = version
    values.title = title
    values.summary = summary
    values.contentText = contentText
    values.contentHTML = contentHTML
    values.author = author
    values.published = published
    values.updated = updated
    values.url = url
    values.image = image
    values.attachments = attachments
    values.tags = tags
    values.language = language
    values.fields = fields
    values.place = place
    storage = RecordStorage(values)
  }

  /// Makes the values this record's own before one of them is changed.
  @usableFromInline
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = RecordStorage(storage.values) }
  }
}

extension FeedRecord {
  /// Never empty: the feed's own id, else the link, else `hash:` and a hash of the content.
  @inlinable public var id: String {
    get { storage.values.id }
    _modify {
      makeUnique()
      yield &storage.values.id
    }
  }
  /// The mapped field; else `updated`; else `hash:` and a hash of the record as the feed has it.
  @inlinable public var version: String {
    get { storage.values.version }
    _modify {
      makeUnique()
      yield &storage.values.version
    }
  }
  /// One line.
  @inlinable public var title: String? {
    get { storage.values.title }
    _modify {
      makeUnique()
      yield &storage.values.title
    }
  }
  /// Plain text.
  @inlinable public var summary: String? {
    get { storage.values.summary }
    _modify {
      makeUnique()
      yield &storage.values.summary
    }
  }
  /// Plain text, with line breaks where blocks end.
  @inlinable public var contentText: String? {
    get { storage.values.contentText }
    _modify {
      makeUnique()
      yield &storage.values.contentText
    }
  }
  /// The HTML that `contentText` came from, where it was HTML.
  @inlinable public var contentHTML: String? {
    get { storage.values.contentHTML }
    _modify {
      makeUnique()
      yield &storage.values.contentHTML
    }
  }
  /// A name.
  @inlinable public var author: String? {
    get { storage.values.author }
    _modify {
      makeUnique()
      yield &storage.values.author
    }
  }
  /// When it appeared.
  @inlinable public var published: FeedDate? {
    get { storage.values.published }
    _modify {
      makeUnique()
      yield &storage.values.published
    }
  }
  /// When it last changed.
  @inlinable public var updated: FeedDate? {
    get { storage.values.updated }
    _modify {
      makeUnique()
      yield &storage.values.updated
    }
  }
  /// Its page.
  @inlinable public var url: String? {
    get { storage.values.url }
    _modify {
      makeUnique()
      yield &storage.values.url
    }
  }
  /// Its picture: the feed's own, else the first in the content.
  @inlinable public var image: FeedImage? {
    get { storage.values.image }
    _modify {
      makeUnique()
      yield &storage.values.image
    }
  }
  /// Its files.
  @inlinable public var attachments: [FeedAttachment] {
    get { storage.values.attachments }
    _modify {
      makeUnique()
      yield &storage.values.attachments
    }
  }
  /// Its keywords.
  @inlinable public var tags: [String] {
    get { storage.values.tags }
    _modify {
      makeUnique()
      yield &storage.values.tags
    }
  }
  /// A language tag such as `zh-Hans`.
  @inlinable public var language: String? {
    get { storage.values.language }
    _modify {
      makeUnique()
      yield &storage.values.language
    }
  }
  /// Everything else: an object, reachable by path.
  @inlinable public var fields: JSONValue? {
    get { storage.values.fields }
    _modify {
      makeUnique()
      yield &storage.values.fields
    }
  }
  /// Where the record stands in its source; no part of its content.
  @inlinable public var place: RecordPlace {
    get { storage.values.place }
    _modify {
      makeUnique()
      yield &storage.values.place
    }
  }
}
