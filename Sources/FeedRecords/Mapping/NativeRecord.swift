import XMLDocuments

/// Reads records that use our own words or JSON Feed's: the record document and JSON Feed items.
struct NativeRecord {
  /// What items inherit from the feed around them.
  struct Inherited: Sendable {
    var author: String?
    var language: String?
  }

  var inherited = Inherited()
  var limits: XMLLimits

  /// Every member that is read here; others become `fields`.
  static let words: Set<String> = [
    "id", "version", "title", "summary", "content_text", "content_html", "author", "authors",
    "published", "date_published", "updated", "date_modified", "url", "external_url", "image",
    "banner_image", "attachments", "tags", "language", "fields",
  ]

  /// Whether a record looks like one of these.
  static func fits(_ value: JSONValue) -> Bool {
    if value["content_text"] != nil || value["content_html"] != nil { return true }
    return value["id"] != nil && value.members.allSatisfy { words.contains($0.key) }
  }

  func draft(_ value: JSONValue) -> RecordDraft {
    var draft = RecordDraft()
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { value[$0]?.text?.nonEmpty }.first
    }
    draft.id = text("id")
    draft.version = text("version")
    draft.title = text("title")?.collapsed
    if let html = text("content_html") { draft.setContent(html: html, limits: limits) }
    if let plain = text("content_text") { draft.contentText = plain }
    draft.summary = text("summary")
    draft.author = author(value) ?? inherited.author
    draft.published = text("published", "date_published").flatMap { FeedDate($0) }
    draft.updated = text("updated", "date_modified").flatMap { FeedDate($0) }
    draft.url = text("url", "external_url")?.trimmed
    draft.language = text("language") ?? inherited.language
    if let image = value["image"], !image.isEmpty {
      draft.image =
        image.kind == .object
        ? FeedImage(object: image) : image.text.map { FeedImage(url: $0) }
    } else if let banner = text("banner_image") {
      draft.image = FeedImage(url: banner)
    }
    // JSON Feed has no place for sizes; `_image` is our extension.
    if let size = value["_image"], let url = draft.image?.url {
      draft.image = FeedImage(
        url: url, width: draft.image?.width ?? size["width"]?.number,
        height: draft.image?.height ?? size["height"]?.number)
    }
    draft.attachments = value["attachments"].map(RecordMapping.attachments) ?? []
    draft.tags = value["tags"].map(RecordMapping.names) ?? []
    draft.fields = fields(value)
    return draft
  }

  /// Names of one author or several.
  static func author(of value: JSONValue) -> String? {
    let names = (value["authors"]?.elements ?? []).compactMap { $0["name"]?.text?.nonEmpty }
    if !names.isEmpty { return names.joined(separator: ", ") }
    guard let author = value["author"] else { return nil }
    return (author.kind == .object ? author["name"]?.text : author.text)?.nonEmpty
  }

  private func author(_ value: JSONValue) -> String? { Self.author(of: value) }

  private func fields(_ value: JSONValue) -> JSONValue? {
    var builder = JSONBuilder()
    builder.beginObject()
    if let fields = value["fields"], fields.kind == .object {
      for member in fields.members {
        builder.key(member.key)
        builder.value(member.value)
      }
    }
    for member in value.members where !Self.words.contains(member.key) {
      builder.key(member.key)
      builder.value(member.value)
    }
    builder.end()
    return builder.finish()
  }
}
