import StructuredDocuments
import XMLDocuments

/// Reads one item of RSS of any version, with the usual extensions, or one item of CDF.
struct RSSItem: ~Copyable {
  private var item: XMLItem
  /// The descriptions and the whole contents, in order; most items have at most one of each.
  private var descriptions: [MarkupText] = []
  private var contents: [MarkupText] = []
  private var guidLink: String?
  /// The id in an element of Atom, for an item without an RSS id.
  private var spareID: String?

  /// Reads the item whose element has just started, through its end.
  static func read(_ context: XMLItemContext) throws(XMLError) -> RecordDraft {
    var item = RSSItem(item: XMLItem(context))
    let level = context.reader.depth
    try item.start(context)
    while let event = try context.reader.next() {
      if event == .end, context.reader.depth == level { break }
      if event == .start { try item.child(context) }
    }
    return item.finish(context)
  }

  /// Reads the item's own attributes: the id in RDF, the link and the date in CDF.
  private mutating func start(_ context: XMLItemContext) throws(XMLError) {
    let isCDF = context.reader.name.local == "ITEM"
    for attribute in try context.reader.attributes() {
      let value = attribute.value.trimmed
      switch attribute.name.local {
      case "about" where XMLVocabulary(attribute.name) == .rdf:
        item.draft.record.id = value
      case "HREF" where isCDF: item.draft.record.url = context.resolved(value).nonEmpty
      case "LASTMOD" where isCDF: item.draft.record.updated = item.date(value, context)
      default: break
      }
    }
  }

  private mutating func child(_ context: XMLItemContext) throws(XMLError) {
    let element = context.elements.element(context.reader, inAtom: false)
    // Limits also apply to elements whose attributes are not read.
    try context.reader.checkLimit()
    switch element {
    case .title:
      let title = try context.line()
      if item.draft.record.title == nil { item.draft.record.title = title }
    case .link:
      if context.attribute("href") != nil { return try link(context) }
      let base = context.base
      let link = try context.text().nonEmpty
      if item.draft.record.url == nil {
        item.draft.record.url = link.map { XMLItemContext.resolved($0, against: base) }
      }
    case .atomLink: try link(context)
    case .summary: if let text = try markup(context) { descriptions.append(text) }
    case .content: if let text = try markup(context) { contents.append(text) }
    case .id:
      let base = context.base
      let isPermanent = context.lowercased("isPermaLink") ?? context.lowercased("ispermalink")
      if let guid = try context.text().nonEmpty {
        item.draft.record.id = guid
        if isPermanent != "false" { guidLink = XMLItemContext.resolved(guid, against: base) }
      }
    case .spareID:
      let id = try item.readField(context)?.trimmed.nonEmpty
      spareID = spareID ?? id
    case .category:
      if let tag = try context.line() { item.draft.record.tags.append(tag) }
    case .enclosure:
      item.enclose(context.address("url") ?? context.address("href"), MediaFile(context))
      try context.reader.skipElement()
    case .picture:
      let base = context.base
      let address = context.attribute("href")
      let field = context.elements.field(context.reader)
      let value = try context.field()
      item.fields.add(field, value)
      let url = value.kind == .object ? value["url"]?.text : value.text
      if let url = (url ?? address)?.trimmed.nonEmpty {
        item.add(.own, XMLItemContext.resolved(url, against: base))
      }
    default:
      try item.read(element, context)
    }
  }

  private func markup(_ context: XMLItemContext) throws(XMLError) -> MarkupText? {
    let base = context.base
    return try context.html().map { MarkupText($0, base: base) }
  }

  private mutating func link(_ context: XMLItemContext) throws(XMLError) {
    if let link = context.address("href") {
      switch AtomEntry.relation(context) {
      case "alternate": if item.draft.record.url == nil { item.draft.record.url = link }
      case "enclosure": item.enclose(link, MediaFile(context))
      default: break
      }
    }
    try context.reader.skipElement()
  }

  private consuming func finish(_ context: XMLItemContext) -> RecordDraft {
    if item.draft.record.url == nil { item.draft.record.url = guidLink }
    if item.draft.record.id.isEmpty, let spareID {
      item.draft.record.id = spareID
      if item.draft.record.url == nil { item.draft.record.url = item.addressAsID }
    }
    // A description is the summary if there is also encoded content; otherwise it is the content.
    let summaries = descriptions + item.spareTexts
    let texts = contents + summaries + (item.spareMarkdown.map { [$0] } ?? [])
    if let used = item.setContent(texts, context), used < contents.count {
      item.setSummary(summaries, context)
    }
    return item.finish()
  }
}
