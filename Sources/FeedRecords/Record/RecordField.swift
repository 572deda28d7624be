/// One of the values of a record: what it is called, and how it is read and written.
///
/// Record documents, JSON Feed's words, mappings, and paths in templates all follow this table, so
/// that a new text needs a property of `FeedRecord` and a row here.
struct RecordField: Sendable {
  /// Where a value stands in a record.
  typealias Place<Content> = any WritableKeyPath<FeedRecord, Content> & Sendable

  /// What kind of value it is.
  enum Value: Sendable {
    case text(Place<String?>, TextForm)
    case date(Place<FeedDate?>)
    case image, attachments, tags, fields
  }

  /// How a text is read.
  enum TextForm {
    /// As it is written.
    case plain
    /// Without white space at its ends.
    case trimmed
    /// On one line; HTML where a mapping says so.
    case line
    /// The name of a person, or the names of several.
    case author
    /// The plain text of the content or of the summary; HTML where a mapping says so.
    case content, summary
    /// The HTML of the content.
    case html
  }

  /// Its key in record documents and in paths, and JSON Feed's keys that stand in for it.
  let names: [String]
  /// Its key in mappings; `nil` where it is no rule's.
  let word: String?
  let value: Value

  /// All of them, in the order of the record document.
  static let all = [
    RecordField("id", .text(\.ownID, .trimmed)),
    RecordField("version", .text(\.ownVersion, .plain)),
    RecordField("title", .text(\.title, .line)),
    RecordField("summary", .text(\.summary, .summary)),
    RecordField("content_text", .text(\.contentText, .content), word: "content"),
    RecordField("content_html", .text(\.contentHTML, .html), isMapped: false),
    RecordField("author", .text(\.author, .author)),
    RecordField("published", .date(\.published), standIns: ["date_published"]),
    RecordField("updated", .date(\.updated), standIns: ["date_modified"]),
    RecordField("url", .text(\.url, .trimmed), standIns: ["external_url"]),
    // The rule of a picture has a form of its own.
    RecordField("image", .image, standIns: ["banner_image"], isMapped: false),
    RecordField("attachments", .attachments),
    RecordField("tags", .tags),
    RecordField("language", .text(\.language, .plain)),
    RecordField("fields", .fields, isMapped: false),
  ]

  /// Those that a rule of a mapping fills, the content first: a picture in it goes before one in
  /// the summary.
  static let mapped =
    all.filter { $0.word == "content" } + all.filter { $0.word != nil && $0.word != "content" }

  /// The keys of records in our own words and JSON Feed's, `_image` left out.
  static let keys = Set(all.flatMap(\.names) + ["authors"])

  private init(
    _ key: String, _ value: Value, standIns: [String] = [], word: String? = nil,
    isMapped: Bool = true
  ) {
    names = [key] + standIns
    self.value = value
    self.word = isMapped ? word ?? key : nil
  }

  /// Its key in record documents and in paths.
  var key: String { names[0] }

  /// The place of the value, where it is a text.
  var text: Place<String?>? {
    if case .text(let path, _) = value { path } else { nil }
  }
}

extension RecordField: Hashable {
  static func == (left: RecordField, right: RecordField) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension FeedRecord {
  /// The id as a text that may be missing, as in a record in the making.
  fileprivate var ownID: String? {
    get { id.nonEmpty }
    set { id = newValue ?? "" }
  }

  /// The version as a text that may be missing.
  fileprivate var ownVersion: String? {
    get { version.nonEmpty }
    set { version = newValue ?? "" }
  }
}
