import StructuredDocuments
import XMLDocuments

extension RecordMapping {
  /// Reads a record's values by the rules.
  func draft(_ value: JSONValue, limits: XMLLimits, convertsHTML: Bool) -> RecordDraft {
    var draft = RecordDraft()
    draft.record.fields = value
    for field in RecordField.mapped {
      guard let word = field.word, let rule = rules[word] else { continue }
      switch field.value {
      case .text(let text, let form):
        guard let (found, alternative) = find(rule, value), let content = found.content else {
          break
        }
        let isMarkup = Self.isMarkup(content, alternative.markup)
        switch form {
        case .content where isMarkup:
          draft.setContent(html: content, limits: limits, converts: convertsHTML)
        case .summary where isMarkup:
          draft.setSummary(html: content, limits: limits, converts: convertsHTML)
        case .line where isMarkup && convertsHTML, .author where isMarkup && convertsHTML:
          text.set(&draft.record, HTMLText.line(content, limits: limits))
        case .content, .summary: text.set(&draft.record, Self.plain(content, alternative.markup))
        // Titles and names keep their markup where HTML is not converted.
        case .line where isMarkup, .author where isMarkup:
          text.set(&draft.record, content.collapsed)
        case .line, .author:
          text.set(&draft.record, Self.plain(content, alternative.markup).collapsed)
        case .trimmed: text.set(&draft.record, content.trimmed)
        case .plain, .html: text.set(&draft.record, content)
        }
      case .date(let access): access.set(&draft.record, date(rule, value))
      case .tags: draft.record.tags = find(rule, value).map { Self.names($0.0) } ?? []
      case .attachments:
        draft.record.attachments = find(rule, value).map { Self.attachments($0.0) } ?? []
      case .image, .fields: break
      }
    }
    draft.record.image = picture(value)
    return draft
  }

  /// The first alternative that leads to a value that is not empty, with that value.
  private func find(_ rule: Rule, _ value: JSONValue) -> (JSONValue, Alternative)? {
    for alternative in rule {
      if let found = alternative.path.value(in: value), !found.isEmpty {
        return (found, alternative)
      }
    }
    return nil
  }

  private func date(_ rule: Rule, _ value: JSONValue) -> FeedDate? {
    // After a date that cannot be read, the next alternative is tried.
    for alternative in rule {
      if let date = alternative.path.value(in: value)?.date(alternative.date) { return date }
    }
    return nil
  }

  private func picture(_ value: JSONValue) -> FeedImage? {
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

  /// A text that is not HTML, with its entities decoded if the mapping declares them.
  private static func plain(_ text: String, _ markup: Markup) -> String {
    guard markup == .entities, text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return HTMLCharacterReference.decode(text)
  }

  /// The names in a text, an array of texts, or an array of objects with names.
  static func names(_ value: JSONValue) -> [String] {
    var names: [String] = []
    for part in parts(value) {
      let named =
        part.kind == .object
        ? (part["name"] ?? part["label"] ?? part["text"]
          ?? part["term"] ?? part["#text"]) : part
      if let name = named?.text?.collapsed.nonEmpty { names.append(name) }
    }
    return names
  }

  static func attachments(_ value: JSONValue) -> [FeedAttachment] {
    var attachments: [FeedAttachment] = []
    for part in parts(value) {
      if part.kind != .object {
        if let url = part.text?.nonEmpty { attachments.append(FeedAttachment(url: url)) }
      } else if let url = (part["url"] ?? part["href"])?.text?.nonEmpty
        ?? (part["@url"] ?? part["@href"])?.text?.nonEmpty
      {
        let type = part["type"] ?? part["mime_type"] ?? part["@type"]
        attachments.append(FeedAttachment(url: url, type: type?.text))
      }
    }
    return attachments
  }

  private static func parts(_ value: JSONValue) -> [JSONValue] {
    value.kind == .array ? value.elements : [value]
  }
}

extension FeedImage {
  /// Reads an object with a URL and perhaps a size, such as Mastodon's attachments and XML
  /// elements; `nil` without a URL.
  init?(object: JSONValue) {
    let names = ["url", "src", "href", "preview_url", "@url", "@src", "@href", "#text"]
    let found = names.lazy.compactMap { object[$0] }.first { !$0.isEmpty }
    guard let url = found?.text?.trimmed.nonEmpty else { return nil }
    func size(_ name: String) -> Double? {
      if let size = object[name] ?? object["@" + name] { return size.numeric }
      let meta = object["meta"]
      return (meta?["original"]?[name] ?? meta?[name])?.numeric
    }
    self.init(url: url, width: size("width"), height: size("height"))
  }
}
