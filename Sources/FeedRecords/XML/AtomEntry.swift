import XMLDocuments

/// Reads one Atom entry, of Atom 1.0 or 0.3.
struct AtomEntry {
  private let context: XMLItemContext
  private var draft = RecordDraft()
  private var fields = XMLFields()
  private var media = MediaPictures()
  private var authors: [String] = []
  private var spareLink: String?
  private var spareDate: FeedDate?

  /// A text as Atom writes it.
  private struct Construct {
    let text: String
    let isHTML: Bool
  }

  private init(_ context: XMLItemContext) { self.context = context }

  /// The entry whose element has just started; ends at its end.
  static func read(_ context: XMLItemContext) throws(XMLError) -> RecordDraft {
    var entry = AtomEntry(context)
    let level = context.reader.depth
    entry.draft.language = context.reader.language
    while let event = try context.reader.next() {
      if event == .end, context.reader.depth == level { break }
      if event == .start { try entry.child() }
    }
    return entry.finish()
  }

  private mutating func child() throws(XMLError) {
    let name = context.reader.name
    let attributes = try context.reader.attributes()
    let limits = context.limits.xml
    var vocabulary = XMLVocabulary(name)
    if vocabulary == .rss { vocabulary = .atom }  // a feed without a namespace
    switch (vocabulary, name.local) {
    case (.atom, "id"): draft.id = try context.text().nonEmpty ?? draft.id
    case (.atom, "title"):
      let title = try construct(attributes)
      draft.title =
        title.isHTML ? context.line(title.text) : title.text.collapsed
    case (.atom, "summary"):
      let summary = try construct(attributes)
      if summary.isHTML {
        draft.setSummary(html: summary.text, limits: limits, converts: context.convertsHTML)
      } else {
        draft.summary = summary.text.trimmed
      }
    case (.atom, "content"):
      guard attributes["src"] == nil else { return try context.reader.skipElement() }
      let content = try construct(attributes)
      if content.isHTML {
        draft.setContent(html: content.text, limits: limits, converts: context.convertsHTML)
      } else {
        draft.contentText = content.text.trimmed
      }
    case (.atom, "link"): try link(attributes)
    case (.atom, "published"), (.atom, "issued"):
      draft.published = FeedDate(try context.text()) ?? draft.published
    case (.atom, "updated"), (.atom, "modified"):
      draft.updated = FeedDate(try context.text()) ?? draft.updated
    case (.atom, "created"), (.dc, "date"), (.dcterms, "created"):
      spareDate = FeedDate(try context.text()) ?? spareDate
    case (.atom, "author"), (.atom, "contributor"):
      let person = try person()
      if name.local == "author", let person { authors.append(person) }
    case (.dc, "creator"):
      if let author = try context.text().collapsed.nonEmpty { authors.append(author) }
    case (.atom, "category"):
      if let tag = (attributes["label"] ?? attributes["term"])?.collapsed { draft.tags.append(tag) }
      try context.reader.skipElement()
    case (.atom, "source"): try context.reader.skipElement()
    case (.media, "group"): break  // its children are read as the entry's own
    case (.media, "content"), (.media, "thumbnail"): media.add(name.local, attributes)
    default:
      fields.add(XMLFields.name(name), try context.field(attributes: attributes))
    }
  }

  /// RFC 4287 section 3.1; Atom 0.3 says `mode` and media types instead.
  private func construct(_ attributes: [XMLAttribute]) throws(XMLError) -> Construct {
    let type = attributes["type"]?.lowercased() ?? "text"
    let content = try context.reader.innerContent(maxBytes: context.limits.recordBytes)
    if let markup = content.markup { return Construct(text: markup, isHTML: true) }
    let isHTML =
      type == "html" || type == "xhtml" || type.hasPrefix("text/html")
      || type == "application/xhtml+xml"
    if type == "xhtml" || (attributes["mode"] == "xml" && isHTML) {
      // Text alone where elements were announced: its characters stand for themselves.
      return Construct(text: content.text, isHTML: false)
    }
    return Construct(text: content.text, isHTML: isHTML)
  }

  private mutating func link(_ attributes: [XMLAttribute]) throws(XMLError) {
    let link = attributes["href"].map(context.resolved)
    try context.reader.skipElement()
    guard let link else { return }
    switch attributes["rel"] ?? "alternate" {
    case "alternate", "http://www.iana.org/assignments/relation/alternate":
      draft.url = draft.url ?? link
    case "enclosure":
      if attributes["type"]?.hasPrefix("image/") ?? false { media.add("enclosure", url: link) }
      draft.attachments.append(FeedAttachment(url: link, type: attributes["type"]))
    case "related", "via": spareLink = spareLink ?? link
    default: break
    }
  }

  /// A person's name, else its address.
  private func person() throws(XMLError) -> String? {
    let level = context.reader.depth
    var (name, email): (String?, String?) = (nil, nil)
    while let event = try context.reader.next() {
      if event == .end, context.reader.depth == level { break }
      guard event == .start else { continue }
      switch context.reader.name.local {
      case "name": name = try context.text().collapsed.nonEmpty
      case "email": email = try context.text().nonEmpty
      default: try context.reader.skipElement()
      }
    }
    return name ?? email
  }

  private consuming func finish() -> RecordDraft {
    draft.author = authors.isEmpty ? nil : authors.joined(separator: ", ")
    draft.url = draft.url ?? spareLink
    if draft.url == nil, let id = draft.id, id.hasPrefix("http://") || id.hasPrefix("https://") {
      draft.url = id
    }
    draft.published = draft.published ?? spareDate
    draft.image = media.best
    draft.fields = fields.object()
    return draft
  }
}
