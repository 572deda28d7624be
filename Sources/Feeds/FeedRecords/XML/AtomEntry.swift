import StructuredDocuments
import XMLDocuments

/// Reads one entry of Atom 1.0 or 0.3.
struct AtomEntry: ~Copyable {
  private var item: XMLItem
  private var spareLink: String?
  private var hasText = false
  /// The author of the feed that the entry was taken from, or `nil`.
  private var sourceAuthor: String?

  private init(_ context: XMLItemContext) { item = XMLItem(context) }

  /// Reads the entry whose element has just started, through its end.
  static func read(_ context: XMLItemContext) throws(XMLError) -> RecordDraft {
    var entry = AtomEntry(context)
    let level = context.reader.depth
    while let event = try context.reader.next() {
      if event == .end, context.reader.depth == level { break }
      if event == .start { try entry.child(context) }
    }
    return entry.finish(context)
  }

  private mutating func child(_ context: XMLItemContext) throws(XMLError) {
    let element = context.elements.element(context.reader, inAtom: true)
    // Limits also apply to elements whose attributes are not read.
    try context.reader.checkLimit()
    switch element {
    case .id: item.draft.record.id = try context.text().nonEmpty ?? item.draft.record.id
    case .title:
      guard let title = try construct(context) else { return }
      item.draft.record.title = title.text.flatMap { text in
        title.language.map { context.line(text, in: $0) } ?? text.collapsed.visible
      }
    case .summary:
      let base = context.base
      guard let summary = try construct(context) else { return }
      if let language = summary.language {
        let text = summary.text.map { MarkupText($0, in: language, base: base) }
        if item.setSummary(text.map { [$0] } ?? [], context) { hasText = true }
      } else {
        item.draft.record.summary = summary.text?.trimmed.visible
        hasText = hasText || item.draft.record.summary != nil
      }
    case .content:
      // Content at another address is not fetched. It becomes an attachment of the entry.
      if context.attribute("src") != nil {
        item.enclose(context.address("src"), MediaFile(context))
        return try context.reader.skipElement()
      }
      let base = context.base
      guard let content = try construct(context, isContent: true) else { return }
      if let language = content.language {
        let text = content.text.map { MarkupText($0, in: language, base: base) }
        if item.setContent(text.map { [$0] } ?? [], context) != nil { hasText = true }
      } else {
        item.draft.record.contentText = content.text?.trimmed.visible
        hasText = hasText || item.draft.record.contentText != nil
      }
    case .atomLink: try link(context)
    case .category:
      let named = context.attribute("label") ?? context.attribute("term")
      let text = try context.text()
      let tag = (named ?? text).collapsed
      if !tag.isEmpty { item.draft.record.tags.append(tag) }
    case .source:
      let field = context.elements.field(context.reader)
      let value = try context.field()
      sourceAuthor = sourceAuthor ?? value["author"]?["name"]?.text?.collapsed.nonEmpty
      item.fields.add(field, value)
    case .rights:
      let field = context.elements.field(context.reader)
      guard let rights = try construct(context) else { return }
      let line = rights.text.flatMap { text in
        rights.language.map { context.line(text, in: $0) } ?? text.collapsed.visible
      }
      if let line { item.fields.add(field, line) }
    default:
      try item.read(element, context)
    }
  }

  private mutating func construct(
    _ context: XMLItemContext, isContent: Bool = false
  ) throws(XMLError) -> AtomConstruct? {
    // An entry without a language takes the language of its first text that has one.
    item.draft.record.language = item.draft.record.language ?? context.language
    return try AtomConstruct.read(context, isContent: isContent)
  }

  private mutating func link(_ context: XMLItemContext) throws(XMLError) {
    let base = context.base
    // Some feeds write the address as text instead of href.
    let hasAddress = context.reader.attribute("href") != nil
    let address = context.address("href")
    let relation = Self.relation(context)
    let file = relation == "enclosure" ? MediaFile(context) : MediaFile()
    let text = try context.text().nonEmpty
    let link = hasAddress ? address : text.map { XMLItemContext.resolved($0, against: base) }
    guard let link else { return }
    switch relation {
    case "alternate": if item.draft.record.url == nil { item.draft.record.url = link }
    case "enclosure": item.enclose(link, file)
    case "related", "via": spareLink = spareLink ?? link
    default: break
    }
  }

  /// The relation of a link.
  ///
  /// Registered names may also be written as URLs.
  static func relation(_ context: XMLItemContext) -> String {
    guard let relation = context.lowercased("rel") else { return "alternate" }
    let registry = "http://www.iana.org/assignments/relation/"
    return relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
  }

  private consuming func finish(_ context: XMLItemContext) -> RecordDraft {
    if item.draft.record.url == nil { item.draft.record.url = spareLink }
    if item.draft.record.url == nil { item.draft.record.url = item.addressAsID }
    if !item.hasAuthor { item.add(author: sourceAuthor) }
    if !hasText {
      item.setContent(item.spareTexts + (item.spareMarkdown.map { [$0] } ?? []), context)
    }
    return item.finish()
  }
}
