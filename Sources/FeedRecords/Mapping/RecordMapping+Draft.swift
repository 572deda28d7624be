import XMLDocuments

extension RecordMapping {
  /// Reads a record's values by the rules.
  func draft(_ value: JSONValue, limits: XMLLimits) -> RecordDraft {
    var draft = RecordDraft()
    draft.fields = value
    draft.id = text(.id, value)
    draft.version = text(.version, value)
    if let (found, rule) = find(.content, value), let text = found.text {
      if Self.isMarkup(text, rule.markup) {
        draft.setContent(html: text, limits: limits)
      } else {
        draft.contentText = Self.plain(text, rule.markup)
      }
    }
    if let (found, rule) = find(.summary, value), let text = found.text {
      if Self.isMarkup(text, rule.markup) {
        draft.setSummary(html: text, limits: limits)
      } else {
        draft.summary = Self.plain(text, rule.markup)
      }
    }
    draft.title = line(.title, value, limits)
    draft.author = line(.author, value, limits)
    draft.published = date(.published, value)
    draft.updated = date(.updated, value)
    draft.url = text(.url, value)?.trimmed
    draft.language = text(.language, value)
    draft.image = picture(value)
    if let (found, _) = find(.tags, value) { draft.tags = Self.names(found) }
    if let (found, _) = find(.attachments, value) { draft.attachments = Self.attachments(found) }
    return draft
  }

  /// The first alternative that is there and not empty.
  private func find(_ rule: Rule, _ value: JSONValue) -> (JSONValue, Alternative)? {
    for alternative in rule {
      if let found = alternative.path.value(in: value), !found.isEmpty {
        return (found, alternative)
      }
    }
    return nil
  }

  private func find(_ word: Word, _ value: JSONValue) -> (JSONValue, Alternative)? {
    rules[word].flatMap { find($0, value) }
  }

  private func text(_ word: Word, _ value: JSONValue) -> String? {
    find(word, value)?.0.text
  }

  private func line(_ word: Word, _ value: JSONValue, _ limits: XMLLimits) -> String? {
    guard let (found, rule) = find(word, value), let text = found.text else { return nil }
    if Self.isMarkup(text, rule.markup) { return HTMLText.line(text, limits: limits) }
    return Self.plain(text, rule.markup).collapsed
  }

  private func date(_ word: Word, _ value: JSONValue) -> FeedDate? {
    // A date that cannot be read gives way to the next alternative.
    for alternative in rules[word] ?? [] {
      guard let found = alternative.path.value(in: value), let text = found.text else { continue }
      if let number = found.number {
        if let date = FeedDate(number: number, form: alternative.date) { return date }
      } else if let date = FeedDate(text, form: alternative.date) {
        return date
      }
    }
    return nil
  }

  private func picture(_ value: JSONValue) -> FeedImage? {
    guard let (found, _) = find(image.url, value) else { return nil }
    func size(_ rule: Rule) -> Double? {
      find(rule, value).flatMap { RecordValue($0.0)?.number }
    }
    if found.kind == .object {
      guard let inner = FeedImage(object: found) else { return nil }
      return FeedImage(
        url: inner.url, width: size(image.width) ?? inner.width,
        height: size(image.height) ?? inner.height)
    }
    guard let url = found.text?.trimmed.nonEmpty else { return nil }
    return FeedImage(url: url, width: size(image.width), height: size(image.height))
  }

  static func isMarkup(_ text: String, _ markup: Markup) -> Bool {
    switch markup {
    case .none, .entities: return false
    case .html: return true
    case .auto:
      return ["</", "<p>", "<br", "<img ", "&nbsp;", "&amp;", "&#"].contains { text.contains($0) }
    }
  }

  /// A text that is not HTML, its entities decoded where the mapping says that it has some.
  private static func plain(_ text: String, _ markup: Markup) -> String {
    guard markup == .entities, text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// Names out of a text, an array of texts, or an array of objects with a name.
  static func names(_ value: JSONValue) -> [String] {
    let parts = value.kind == .array ? value.elements : [value]
    return parts.compactMap { part in
      let name =
        part.kind == .object
        ? (part["name"] ?? part["label"] ?? part["text"] ?? part["term"])?.text : part.text
      return name?.collapsed.nonEmpty
    }
  }

  static func attachments(_ value: JSONValue) -> [FeedAttachment] {
    let parts = value.kind == .array ? value.elements : [value]
    return parts.compactMap { part in
      guard part.kind == .object else {
        return part.text?.nonEmpty.map { FeedAttachment(url: $0) }
      }
      guard let url = (part["url"] ?? part["href"])?.text?.nonEmpty else { return nil }
      return FeedAttachment(url: url, type: (part["type"] ?? part["mime_type"])?.text)
    }
  }
}

extension FeedImage {
  /// Reads an object that tells an address and perhaps a size, also Mastodon's attachments.
  init?(object: JSONValue) {
    func first(_ names: [String]) -> JSONValue? {
      names.lazy.compactMap { object[$0] }.first { !$0.isEmpty }
    }
    guard let url = first(["url", "src", "href", "preview_url"])?.text?.trimmed.nonEmpty else {
      return nil
    }
    let meta = object["meta"]
    func size(_ name: String) -> Double? {
      let value = object[name] ?? meta?["original"]?[name] ?? meta?[name]
      return value.flatMap { RecordValue($0)?.number }
    }
    self.init(url: url, width: size("width"), height: size("height"))
  }
}
