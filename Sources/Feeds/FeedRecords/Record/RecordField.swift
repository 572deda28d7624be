/// A field of a record: its keys, and how its value is read and written.
///
/// Record documents, JSON Feed, mappings and paths in templates all use this table. A new text
/// field needs only a property of `FeedRecord` and a row here. Each field is one object, to which
/// paths refer.
final class RecordField: Sendable {
  /// Reads and writes a value of a record.
  ///
  /// Unlike a key path, it does not copy the record.
  struct Access<Content>: Sendable {
    let get: @Sendable (FeedRecord) -> Content
    let set: @Sendable (inout FeedRecord, Content) -> Void
  }

  enum Value: Sendable {
    case text(Access<String?>, TextForm)
    case date(Access<FeedDate?>)
    case image, attachments, tags, fields
  }

  enum TextForm {
    /// The text as written.
    case plain
    /// The text without white space at its ends.
    case trimmed
    /// One line of text; mappings may read it from markup.
    case line
    /// The name of a person, or the names of several people.
    case author
    /// The plain text of the content or of the summary; mappings may read it from markup.
    case content, summary
    /// The content in a markup language.
    case markup(MarkupLanguage)
  }

  /// The field's key in record documents and paths, followed by its other keys in JSON Feed.
  let names: [String]
  /// The field's key in mappings, or `nil` when mappings have no rule for it.
  let word: String?
  let value: Value

  /// All fields, in the order of the record document.
  static let all = [
    RecordField("id", .trimmed, { $0.id.nonEmpty }, { $0.id = $1 ?? "" }),
    RecordField("version", .plain, { $0.version.nonEmpty }, { $0.version = $1 ?? "" }),
    RecordField("title", .line, { $0.title }, { $0.title = $1 }),
    RecordField("summary", .summary, { $0.summary }, { $0.summary = $1 }),
    RecordField("content_text", .content, { $0.contentText }, { $0.contentText = $1 }, "content"),
    RecordField(
      "content_html", .markup(.html), { $0.contentHTML }, { $0.contentHTML = $1 }, nil),
    RecordField(
      "content_markdown", .markup(.markdown), { $0.contentMarkdown }, { $0.contentMarkdown = $1 },
      nil),
    RecordField("author", .author, { $0.author }, { $0.author = $1 }, standIns: ["authors"]),
    RecordField(
      "published", .date(Access(get: { $0.published }, set: { $0.published = $1 })),
      standIns: ["date_published"], word: "published"),
    RecordField(
      "updated", .date(Access(get: { $0.updated }, set: { $0.updated = $1 })),
      standIns: ["date_modified"], word: "updated"),
    RecordField("url", .trimmed, { $0.url }, { $0.url = $1 }, standIns: ["external_url"]),
    // Mappings read the picture by the rules of `RecordMapping.Image`, not by a rule for a field.
    RecordField("image", .image, standIns: ["banner_image"], word: nil),
    RecordField("attachments", .attachments, word: "attachments"),
    RecordField("tags", .tags, word: "tags"),
    RecordField("language", .plain, { $0.language }, { $0.language = $1 }),
    RecordField("fields", .fields, word: nil),
  ]

  static let texts = all.compactMap { field -> Access<String?>? in
    if case .text(let access, _) = field.value { access } else { nil }
  }

  /// The fields for which mappings have rules.
  ///
  /// The content comes first, because its pictures take precedence over pictures in the summary.
  static let mapped =
    all.filter { $0.word == "content" } + all.filter { $0.word != nil && $0.word != "content" }

  /// All fields, each with the indices of its keys in the list of the keys of all fields.
  static let rows = all.reduce(into: [(field: RecordField, indices: Range<Int>)]()) { rows, field in
    let start = rows.last?.indices.upperBound ?? 0
    rows.append((field, start..<start + field.names.count))
  }

  static let keyCount = indices.count
  private static let indices = Dictionary(
    uniqueKeysWithValues: all.flatMap(\.names).enumerated().map { ($1, $0) })
  private static let longest = indices.keys.map(\.utf8.count).max() ?? 0

  /// The index of a key among the keys of all fields, or `nil` for other keys.
  static func index(of key: String) -> Int? {
    // Longer keys are not looked up, because hashing takes time quadratic in combining marks.
    key.utf8.count <= longest ? indices[key] : nil
  }

  private init(_ key: String, _ value: Value, standIns: [String] = [], word: String?) {
    names = [key] + standIns
    self.value = value
    self.word = word
  }

  /// Creates a text field, whose key in mappings is the same as in record documents.
  ///
  /// Empty texts are stored as `nil`.
  private convenience init(
    _ key: String, _ form: TextForm, _ get: @escaping @Sendable (FeedRecord) -> String?,
    _ set: @escaping @Sendable (inout FeedRecord, String?) -> Void, standIns: [String] = []
  ) {
    self.init(key, form, get, set, key, standIns: standIns)
  }

  private convenience init(
    _ key: String, _ form: TextForm, _ get: @escaping @Sendable (FeedRecord) -> String?,
    _ set: @escaping @Sendable (inout FeedRecord, String?) -> Void, _ word: String?,
    standIns: [String] = []
  ) {
    let access = Access(get: get, set: { set(&$0, $1?.nonEmpty) })
    self.init(key, .text(access, form), standIns: standIns, word: word)
  }

  /// The field's key in record documents and paths.
  var key: String { names[0] }
}

extension RecordField: Hashable {
  static func == (left: RecordField, right: RecordField) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
