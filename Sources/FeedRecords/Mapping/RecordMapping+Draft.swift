import XMLDocuments

extension RecordMapping {
  /// Reads a record's values by the rules.
  func draft<Value: JSONReadable>(
    _ value: Value, limits: XMLLimits, convertsHTML: Bool = true
  ) -> RecordDraft {
    var draft = RecordDraft()
    draft.fields = value.copy()
    draft.id = text(.id, value)
    draft.version = text(.version, value)
    if let (found, rule) = find(.content, value), let text = found.content {
      if Self.isMarkup(text, rule.markup) {
        draft.setContent(html: text, limits: limits, converts: convertsHTML)
      } else {
        draft.contentText = Self.plain(text, rule.markup)
      }
    }
    if let (found, rule) = find(.summary, value), let text = found.content {
      if Self.isMarkup(text, rule.markup) {
        draft.setSummary(html: text, limits: limits, converts: convertsHTML)
      } else {
        draft.summary = Self.plain(text, rule.markup)
      }
    }
    // Titles and names keep their markup where HTML is not converted.
    let lineLimits = convertsHTML ? limits : nil
    draft.title = line(.title, value, lineLimits)
    draft.author = line(.author, value, lineLimits)
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
  private func find<Value: JSONReadable>(
    _ rule: Rule, _ value: Value
  ) -> (Value, Alternative)? {
    for alternative in rule {
      if let found = alternative.path.value(in: value), !found.isEmpty {
        return (found, alternative)
      }
    }
    return nil
  }

  private func find<Value: JSONReadable>(
    _ word: Word, _ value: Value
  ) -> (Value, Alternative)? {
    rules[word].flatMap { find($0, value) }
  }

  private func text<Value: JSONReadable>(_ word: Word, _ value: Value) -> String? {
    find(word, value)?.0.content
  }

  private func line<Value: JSONReadable>(
    _ word: Word, _ value: Value, _ limits: XMLLimits?
  ) -> String? {
    guard let (found, rule) = find(word, value), let text = found.content else { return nil }
    if Self.isMarkup(text, rule.markup) {
      return limits.map { HTMLText.line(text, limits: $0) } ?? text.collapsed
    }
    return Self.plain(text, rule.markup).collapsed
  }

  private func date<Value: JSONReadable>(_ word: Word, _ value: Value) -> FeedDate? {
    // A date that cannot be read gives way to the next alternative.
    for alternative in rules[word] ?? [] {
      guard let found = alternative.path.value(in: value) else { continue }
      if let number = found.number {
        if let date = FeedDate(number: number, form: alternative.date) { return date }
      } else if let text = found.content, let date = FeedDate(text, form: alternative.date) {
        return date
      }
    }
    return nil
  }

  private func picture<Value: JSONReadable>(_ value: Value) -> FeedImage? {
    guard let (found, _) = find(image.url, value) else { return nil }
    func size(_ rule: Rule) -> Double? { find(rule, value)?.0.numeric }
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
      guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
      else { return false }
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
  static func names<Value: JSONReadable>(_ value: Value) -> [String] {
    var names: [String] = []
    forEachPart(value) { part in
      let name =
        part.kind == .object
        ? (part.member("name") ?? part.member("label") ?? part.member("text")
          ?? part.member("term") ?? part.member("#text"))?.text : part.text
      if let name = name?.collapsed.nonEmpty { names.append(name) }
    }
    return names
  }

  static func attachments<Value: JSONReadable>(_ value: Value) -> [FeedAttachment] {
    var attachments: [FeedAttachment] = []
    forEachPart(value) { part in
      if part.kind != .object {
        if let url = part.nonEmptyText { attachments.append(FeedAttachment(url: url)) }
      } else if let url = (part.member("url") ?? part.member("href"))?.nonEmptyText
        ?? (part.member("@url") ?? part.member("@href"))?.nonEmptyText
      {
        let type = part.member("type") ?? part.member("mime_type") ?? part.member("@type")
        attachments.append(FeedAttachment(url: url, type: type?.text))
      }
    }
    return attachments
  }

  @inline(__always)
  private static func forEachPart<Value: JSONReadable>(_ value: Value, _ body: (Value) -> Void) {
    if value.kind == .array { value.forEachElement(body) } else { body(value) }
  }
}

extension FeedImage {
  /// Reads an object that tells an address and perhaps a size, also Mastodon's attachments and XML
  /// elements.
  init?(object: some JSONReadable) {
    let names = ["url", "src", "href", "preview_url", "@url", "@src", "@href", "#text"]
    let url = names.lazy.compactMap { object.member($0) }.first { !$0.isEmpty }?.text
    guard let url = url?.trimmed.nonEmpty else { return nil }
    let meta = object.member("meta")
    func size(_ name: String, _ attribute: String) -> Double? {
      let value =
        object.member(name) ?? meta?.member("original")?.member(name) ?? meta?.member(name)
        ?? object.member(attribute)
      return value?.numeric
    }
    self.init(url: url, width: size("width", "@width"), height: size("height", "@height"))
  }
}
