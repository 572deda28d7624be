import XMLDocuments

extension RecordMapping {
  /// Reads a record's values by the rules.
  func draft(
    _ value: JSONValue, limits: XMLLimits, convertsHTML: Bool = true
  ) -> RecordDraft {
    var draft = RecordDraft()
    draft.fill(by: self, from: value, limits: limits, convertsHTML: convertsHTML)
    return draft
  }

  /// Reads a record's values by the rules.
  func fill<Value: JSONReadable>(
    _ record: RecordStorage, _ findings: inout MarkupFindings, from value: Value,
    limits: XMLLimits, convertsHTML: Bool
  ) {
    record.values.fields = value.copy()
    record.values.id = text(.id, value)?.trimmed
    record.values.version = text(.version, value)
    if let (found, rule) = find(.content, value), let text = found.content {
      if Self.isMarkup(text, rule.markup) {
        record.values.setContent(html: text, &findings, limits: limits, converts: convertsHTML)
      } else {
        record.values.contentText = Self.plain(text, rule.markup)
      }
    }
    if let (found, rule) = find(.summary, value), let text = found.content {
      if Self.isMarkup(text, rule.markup) {
        record.values.setSummary(html: text, &findings, limits: limits, converts: convertsHTML)
      } else {
        record.values.summary = Self.plain(text, rule.markup)
      }
    }
    // Titles and names keep their markup where HTML is not converted.
    let lineLimits = convertsHTML ? limits : nil
    record.values.title = line(.title, value, lineLimits)
    record.values.author = line(.author, value, lineLimits)
    record.facts.published = date(.published, value)
    record.facts.updated = date(.updated, value)
    record.values.url = text(.url, value)?.trimmed
    record.values.language = text(.language, value)
    record.values.image = picture(value)
    if let (found, _) = find(.tags, value) { record.values.tags = Self.names(found) }
    if let (found, _) = find(.attachments, value) {
      record.values.attachments = Self.attachments(found)
    }
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
      if let date = alternative.path.value(in: value)?.date(alternative.date) { return date }
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
    names.reserveCapacity(value.kind == .array ? value.count : 1)
    forEachPart(value) { part in
      let named =
        part.kind == .object
        ? (part.member("name") ?? part.member("label") ?? part.member("text")
          ?? part.member("term") ?? part.member("#text")) : part
      if let name = named?.line { names.append(name) }
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
    let found = Self.parts(of: object)
    guard let url = found.url?.trimmedText else { return nil }
    self.init(url: url, width: found.width, height: found.height)
  }

  /// Where in an object the address stands, and the size.
  static func parts<Value: JSONReadable>(
    of object: Value
  ) -> (url: Value?, width: Double?, height: Double?) {
    // The node of the address by its name's rank: what comes first here goes first.
    var found = (url: 0, rank: Int.max, width: 0, height: 0, meta: 0)
    object.forEachMember { key, member in
      object.withBytes(at: key) { name in
        let rank: Int
        switch name.count {
        case 3 where name.isEqual(to: "url"): rank = 0
        case 3 where name.isEqual(to: "src"): rank = 1
        case 4 where name.isEqual(to: "href"): rank = 2
        case 11 where name.isEqual(to: "preview_url"): rank = 3
        case 4 where name.isEqual(to: "@url"): rank = 4
        case 4 where name.isEqual(to: "@src"): rank = 5
        case 5 where name.isEqual(to: "@href"): rank = 6
        case 5 where name.isEqual(to: "#text"): rank = 7
        case 5 where name.isEqual(to: "width"), 6 where name.isEqual(to: "@width"):
          found.width = member.index
          return
        case 6 where name.isEqual(to: "height"), 7 where name.isEqual(to: "@height"):
          found.height = member.index
          return
        case 4 where name.isEqual(to: "meta"):
          found.meta = member.index
          return
        default: return
        }
        if rank < found.rank, !member.isEmpty { (found.url, found.rank) = (member.index, rank) }
      }
    }
    let meta = found.meta > 0 ? object.at(found.meta) : nil
    func size(_ index: Int, _ name: String) -> Double? {
      if index > 0 { return object.at(index).numeric }
      return (meta?.member("original")?.member(name) ?? meta?.member(name))?.numeric
    }
    return (
      found.url > 0 ? object.at(found.url) : nil, size(found.width, "width"),
      size(found.height, "height")
    )
  }
}
