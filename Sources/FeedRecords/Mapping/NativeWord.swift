/// Our own words and JSON Feed's for the members of a record, in the order in which a parser has
/// them.
enum NativeWord: Int, CaseIterable {
  case id, version, title, summary, contentText, contentHTML, author, authors, published
  case datePublished, updated, dateModified, url, externalURL, image, bannerImage, imageSize
  case attachments, tags, language, fields

  /// The key; no more than 16 bytes, see `JSONParser`.
  var key: StaticString {
    switch self {
    case .id: "id"
    case .version: "version"
    case .title: "title"
    case .summary: "summary"
    case .contentText: "content_text"
    case .contentHTML: "content_html"
    case .author: "author"
    case .authors: "authors"
    case .published: "published"
    case .datePublished: "date_published"
    case .updated: "updated"
    case .dateModified: "date_modified"
    case .url: "url"
    case .externalURL: "external_url"
    case .image: "image"
    case .bannerImage: "banner_image"
    case .imageSize: "_image"
    case .attachments: "attachments"
    case .tags: "tags"
    case .language: "language"
    case .fields: "fields"
    }
  }

  /// The word that a key is, if any.
  init?(_ key: UnsafeBufferPointer<UInt8>) {
    guard let word = Self.allCases.first(where: { key.isEqual(to: $0.key) }) else { return nil }
    self = word
  }

  /// Whether a member becomes one of the `fields`, though it is read as well.
  var isField: Bool { self == .imageSize }

  /// How many there are.
  static var count: Int { NativeWord.fields.rawValue + 1 }

  /// The keys, as a parser wants them.
  static var keys: [StaticString] { allCases.map(\.key) }
}
