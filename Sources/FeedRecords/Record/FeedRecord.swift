/// One item of a feed, whatever format it came from.
///
/// Texts are plain: markup removed and entities decoded, once. Absent values are `nil` or empty.
///
/// It is large, so its values stand in storage that copies share until one of them is changed.
public struct FeedRecord: Sendable {
  /// Sendable, because nobody writes values that more than one record refers to.
  nonisolated(unsafe) var storage: RecordStorage

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
    values.url = url
    values.image = image
    values.attachments = attachments
    values.tags = tags
    values.language = language
    values.fields = fields
    storage = RecordStorage.make(
      values, RecordFacts(published: published, updated: updated, place: place))
  }

  /// The values, as this record's own and no longer in the bytes it holds, to change one of them.
  private var own: RecordValues {
    get { storage.settled().values }
    _modify {
      settle()
      yield &storage.values
    }
  }

  private var facts: RecordFacts {
    get { storage.facts }
    _modify {
      settle()
      yield &storage.facts
    }
  }

  private mutating func settle() {
    if storage.holdsBytes || !isKnownUniquelyReferenced(&storage) { storage = storage.settled() }
  }
}

extension FeedRecord {
  /// Never empty: the feed's own id, else the link, else `hash:` and a hash of the content.
  public var id: String {
    get { storage.id }
    set { own.id = newValue }
  }
  /// The mapped field; else `updated`; else `hash:` and a hash of the record as the feed has it.
  public var version: String {
    get { storage.version }
    set {
      own.version = newValue
      facts.version = .given
    }
  }
  /// One line.
  public var title: String? {
    get { storage.title }
    _modify { yield &own.title }
  }
  /// Plain text.
  public var summary: String? {
    get { storage.summary }
    _modify { yield &own.summary }
  }
  /// Plain text, with line breaks where blocks end.
  public var contentText: String? {
    get { storage.contentText }
    _modify { yield &own.contentText }
  }
  /// The HTML that `contentText` came from, where it was HTML.
  public var contentHTML: String? {
    get { storage.contentHTML }
    _modify { yield &own.contentHTML }
  }
  /// A name.
  public var author: String? {
    get { storage.author }
    _modify { yield &own.author }
  }
  /// When it appeared.
  public var published: FeedDate? {
    get { storage.facts.published }
    _modify { yield &facts.published }
  }
  /// When it last changed.
  public var updated: FeedDate? {
    get { storage.facts.updated }
    _modify { yield &facts.updated }
  }
  /// Its page.
  public var url: String? {
    get { storage.url }
    _modify { yield &own.url }
  }
  /// Its picture: the feed's own, else the first in the content.
  public var image: FeedImage? {
    get { storage.image }
    _modify { yield &own.image }
  }
  /// Its files.
  public var attachments: [FeedAttachment] {
    get { storage.attachments }
    _modify { yield &own.attachments }
  }
  /// Its keywords.
  public var tags: [String] {
    get { storage.tags }
    _modify { yield &own.tags }
  }
  /// A language tag such as `zh-Hans`.
  public var language: String? {
    get { storage.language }
    _modify { yield &own.language }
  }
  /// Everything else: an object, reachable by path.
  public var fields: JSONValue? {
    get { storage.fields }
    _modify { yield &own.fields }
  }
  /// Where the record stands in its source; no part of its content.
  public var place: RecordPlace {
    get { storage.facts.place }
    _modify { yield &facts.place }
  }
}
