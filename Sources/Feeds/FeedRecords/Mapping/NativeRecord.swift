import LayoutPrimitives
import StructuredDocuments

/// Reads records whose keys are those of the record document or of JSON Feed items.
struct NativeRecord {
  /// Values that records inherit from the feed.
  struct Inherited: Sendable {
    var author: String?
    var language: String?

    var isEmpty: Bool { author == nil && language == nil }
  }

  var inherited = Inherited()
  var limits: FeedLimits

  /// Whether a record has a key of content, or an id and only known keys.
  static func fits(_ value: JSONValue) -> Bool {
    let contents = ["content_text", "content_html", "content_markdown"]
    if contents.contains(where: { value[$0] != nil }) { return true }
    return value["id"] != nil && hasOnlyOurWords(value)
  }

  /// Whether all members of a record have keys that `RecordField` lists.
  ///
  /// Such a record has none of the keys by which built-in mappings are detected.
  static func hasOnlyOurWords(_ value: JSONValue) -> Bool {
    value.members.allSatisfy { RecordField.index(of: $0.key) != nil }
  }

  func draft(_ value: JSONValue, convertsHTML: Bool) -> RecordDraft {
    var draft = RecordDraft()
    let members = value.members
    /// For each key of `RecordField`, the index of the record's member with that key, or -1.
    var memberIndices = [Int](repeating: -1, count: RecordField.keyCount)
    var others: [JSONValue.Member] = []
    for (number, member) in members.enumerated() {
      if let index = RecordField.index(of: member.key) {
        memberIndices[index] = number
      } else {
        others.append(member)
      }
    }
    var fields: JSONValue?
    let language = value["language"]?.text ?? inherited.language
    for (field, indices) in RecordField.rows {
      guard indices.contains(where: { memberIndices[$0] >= 0 }) else { continue }
      var unread: [JSONValue.Member] = []
      /// The first usable value of the field's members; without one, `unread` has those with values.
      func first<Found>(_ find: (JSONValue) -> Found?) -> Found? {
        for index in indices where memberIndices[index] >= 0 {
          let member = members[memberIndices[index]]
          if member.value.isEmpty { continue }
          if let result = find(member.value) {
            unread = []
            return result
          }
          unread.append(member)
        }
        return nil
      }
      switch field.value {
      case .text(_, .markup(let language)):
        // The record's own plain text takes precedence over text converted from HTML, and that over
        // text converted from Markdown.
        let plain = draft.record.contentText
        let own = first { $0.text(.markup(language)) }
        draft.setContent(own, in: language, limits: limits, converts: convertsHTML)
        draft.record.contentText = plain ?? draft.record.contentText
      case .text(let author, .author):
        // `authors` comes first, because `author` is of JSON Feed 1.0.
        let names = indices.reversed().lazy.filter { memberIndices[$0] >= 0 }
          .compactMap { members[memberIndices[$0]].value.text(.author) }
        author.set(&draft.record, names.first)
        if names.isEmpty { _ = first { Self.isNameless($0) ? true : nil } }
      case .text(let text, .content):
        text.set(&draft.record, first { $0.text(.content) }?.visible)
      case .text(let text, let form):
        let result = first { $0.text(form) }
        switch form {
        case .line, .summary: text.set(&draft.record, result?.visible)
        default: text.set(&draft.record, result)
        }
      case .date(let date):
        date.set(&draft.record, first { $0.date(language: language) })
      case .image:
        // JSON Feed has no sizes. `_image` is an extension.
        draft.record.image = first { Self.image($0, size: value["_image"]) }
      case .attachments:
        draft.record.attachments = first(RecordMapping.attachments) ?? []
      case .tags: draft.record.tags = first(RecordMapping.names) ?? []
      case .fields: fields = first { $0.kind == .object ? $0 : nil }
      }
      for member in unread {
        if case .date = field.value {
          draft.countUnread(date: member.value.written)
        } else {
          draft.countUnread(member: member.key)
        }
      }
    }
    draft.record.fields = Self.fields(fields, others)
    draft.record.author = draft.record.author ?? inherited.author
    draft.record.language = draft.record.language ?? inherited.language?.nonEmpty
    return draft
  }

  /// The names of the authors in the member `authors`, otherwise in `author`; `nil` without names.
  static func author(_ authors: JSONValue?, _ author: JSONValue?) -> String? {
    authors?.text(.author) ?? author?.text(.author)
  }

  /// Whether a value is an author without a name, or several, as JSON Feed allows.
  private static func isNameless(_ value: JSONValue) -> Bool {
    let authors = value.kind == .array ? value.elements : [value]
    return authors.allSatisfy { $0["url"] != nil || $0["avatar"] != nil || $0["uri"] != nil }
  }

  private static func image(_ value: JSONValue, size: JSONValue?) -> FeedImage? {
    guard let result = FeedImage(value) else { return nil }
    return FeedImage(
      url: result.url, width: result.width ?? size?["width"]?.number,
      height: result.height ?? size?["height"]?.number)
  }

  /// The members of `fields` and the record's members with unknown keys, as one object, or `nil`.
  ///
  /// If two names are equal, the member of `fields` is kept.
  private static func fields(_ inner: JSONValue?, _ others: [JSONValue.Member]) -> JSONValue? {
    let members = inner?.members ?? []
    guard members.count + others.count > 0 else { return nil }
    let names = Set(members.map { ContentHash(of: $0.key) })
    return .object(members + others.filter { !names.contains(ContentHash(of: $0.key)) })
  }
}
