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
    value.members.allSatisfy { RecordField.place(of: $0.key) != nil }
  }

  func draft(_ value: JSONValue, convertsHTML: Bool) -> RecordDraft {
    var draft = RecordDraft()
    let members = value.members
    /// For each key of `RecordField`, the index of the record's member with that key, or -1.
    var known = [Int](repeating: -1, count: RecordField.placeCount)
    var others: [JSONValue.Member] = []
    for (number, member) in members.enumerated() {
      if let place = RecordField.place(of: member.key) {
        known[place] = number
      } else {
        others.append(member)
      }
    }
    var fields: JSONValue?
    for (field, places) in RecordField.rows {
      guard places.contains(where: { known[$0] >= 0 }) else { continue }
      func member(_ place: Int) -> JSONValue? {
        known[place] < 0 ? nil : members[known[place]].value
      }
      func first<Found>(_ find: (JSONValue) -> Found?) -> Found? {
        for place in places {
          if let found = member(place).flatMap(find) { return found }
        }
        return nil
      }
      let own = member(places.lowerBound)
      switch field.value {
      case .text(_, .markup(let language)):
        // The record's own plain text takes precedence over text converted from HTML, and that over
        // text converted from Markdown.
        let plain = draft.record.contentText
        draft.setContent(own?.text, in: language, limits: limits, converts: convertsHTML)
        draft.record.contentText = plain ?? draft.record.contentText
      case .text(let author, .author):
        author.set(&draft.record, Self.author(value["authors"], own))
      case .text(let text, let form):
        text.set(&draft.record, first { Self.text($0, form) })
      case .date(let date):
        date.set(&draft.record, first { $0.isEmpty ? nil : $0 }?.date())
      case .image:
        // JSON Feed has no sizes. `_image` is an extension.
        draft.record.image = first { $0.isEmpty ? nil : $0 }
          .flatMap { Self.image($0, size: value["_image"]) }
      case .attachments:
        draft.record.attachments = own.map(RecordMapping.attachments) ?? []
      case .tags: draft.record.tags = own.map(RecordMapping.names) ?? []
      case .fields: fields = own
      }
    }
    draft.record.fields = Self.fields(fields, others)
    draft.record.author = draft.record.author ?? inherited.author
    draft.record.language = draft.record.language ?? inherited.language?.nonEmpty
    return draft
  }

  private static func text(_ value: JSONValue, _ form: RecordField.TextForm) -> String? {
    switch form {
    case .trimmed: value.text?.trimmed.nonEmpty
    case .line: value.text?.collapsed.nonEmpty
    case .plain, .author, .content, .summary, .markup: value.text?.nonEmpty
    }
  }

  /// The name of an author, or the names of several authors, separated by commas; `nil` without
  /// names.
  static func author(_ authors: JSONValue?, _ author: JSONValue?) -> String? {
    let names = authors?.elements.compactMap { $0["name"]?.text?.nonEmpty } ?? []
    if !names.isEmpty { return names.joined(separator: ", ") }
    return (author?.kind == .object ? author?["name"] : author)?.text?.nonEmpty
  }

  private static func image(_ value: JSONValue, size: JSONValue?) -> FeedImage? {
    guard
      let found = value.kind == .object
        ? FeedImage(object: value)
        : value.text?.trimmed.nonEmpty.map({ FeedImage(url: $0) })
    else { return nil }
    return FeedImage(
      url: found.url, width: found.width ?? size?["width"]?.number,
      height: found.height ?? size?["height"]?.number)
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
