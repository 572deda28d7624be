import XMLDocuments

/// Reads records that use our own words or JSON Feed's: the record document and JSON Feed items.
struct NativeRecord {
  /// What items inherit from the feed around them.
  struct Inherited: Sendable {
    var author: String?
    var language: String?

    var isEmpty: Bool { author == nil && language == nil }
  }

  var inherited = Inherited()
  var limits: XMLLimits

  /// Whether a record looks like one of these.
  static func fits(_ value: JSONValue) -> Bool {
    if value["content_text"] != nil || value["content_html"] != nil { return true }
    return value["id"] != nil && hasOnlyOurWords(value)
  }

  /// Whether a record has no member but those with a word here: then it has none by which a
  /// built-in mapping knows its records either.
  static func hasOnlyOurWords(_ value: JSONValue) -> Bool {
    value.members.allSatisfy { RecordField.places[$0.key] != nil }
  }

  /// Reads a record's values.
  func draft(_ value: JSONValue, convertsHTML: Bool) -> RecordDraft {
    var draft = RecordDraft()
    var known = [JSONValue?](repeating: nil, count: RecordField.places.count)
    var others: [JSONValue.Member] = []
    for member in value.members {
      if let place = RecordField.places[member.key] {
        known[place] = member.value
      } else {
        others.append(member)
      }
    }
    // First, because a plain text of the record's own goes before the one that is made of this.
    if let html = value["content_html"]?.text?.nonEmpty {
      draft.setContent(html: html, limits: limits, converts: convertsHTML)
    }
    var place = 0
    for field in RecordField.all {
      let own = known[place]
      let values = known[place..<place + field.names.count].compactMap(\.self)
      place += field.names.count
      if values.isEmpty { continue }
      let given = values.first { !$0.isEmpty }
      switch field.value {
      case .text(_, .html), .text(_, .author): break
      case .text(let text, let form):
        if let found = values.lazy.compactMap({ Self.text($0, form) }).first {
          text.set(&draft.record, found)
        }
      case .date(let date): date.set(&draft.record, given?.date())
      case .image:
        // JSON Feed has no place for sizes; `_image` is our extension.
        draft.record.image = given.flatMap { Self.image($0, size: value["_image"]) }
      case .attachments:
        draft.record.attachments = own.map(RecordMapping.attachments) ?? []
      case .tags: draft.record.tags = own.map(RecordMapping.names) ?? []
      case .fields: break
      }
    }
    draft.record.author = Self.author(value["authors"], value["author"]) ?? inherited.author
    draft.record.fields = Self.fields(value["fields"], others)
    draft.record.language = draft.record.language ?? inherited.language
    return draft
  }

  private static func text(_ value: JSONValue, _ form: RecordField.TextForm) -> String? {
    switch form {
    case .trimmed: value.text?.trimmed.nonEmpty
    case .line: value.text?.collapsed.nonEmpty
    case .plain, .author, .content, .summary, .html: value.text?.nonEmpty
    }
  }

  /// Names of one author or several.
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

  /// The members of `fields` and those that have no word here; where both have a name, the first.
  private static func fields(
    _ inner: JSONValue?, _ others: [JSONValue.Member]
  ) -> JSONValue? {
    let members = inner?.members ?? []
    guard members.count + others.count > 0 else { return nil }
    let names = Set(members.map(\.key))
    return .object(members + others.filter { !names.contains($0.key) })
  }
}
