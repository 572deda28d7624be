import XMLDocuments

/// Reads one RSS item of any version, with the usual extensions.
struct RSSItem {
  private let context: XMLItemContext
  private var draft = RecordDraft()
  private var fields = XMLFields()
  private var description: String?
  private var encoded: String?
  private var guidLink: String?
  private var media = MediaPictures()
  private var authors: [String] = []
  private var spareAuthor: String?

  private init(_ context: XMLItemContext) { self.context = context }

  /// The item whose element has just started; ends at its end.
  static func read(_ context: XMLItemContext) throws(XMLError) -> RecordDraft {
    var item = RSSItem(context)
    let level = context.reader.depth
    item.draft.id = try context.reader.attributes().first {
      XMLVocabulary($0.name) == .rdf && $0.name.local == "about"
    }?.value.trimmed.nonEmpty
    item.draft.language = context.reader.language
    while let event = try context.reader.next() {
      if event == .end, context.reader.depth == level { break }
      if event == .start { try item.child() }
    }
    return item.finish()
  }

  private mutating func child() throws(XMLError) {
    let name = context.reader.name
    let attributes = try context.reader.attributes()
    switch (XMLVocabulary(name), name.local) {
    case (.rss, "title"):
      let html = try context.html()
      draft.title = draft.title ?? context.line(html).nonEmpty
    case (.rss, "link"):
      let link = context.resolved(try context.text())
      draft.url = draft.url ?? link.nonEmpty
    case (.rss, "description"):
      let html = try context.html()
      description = description ?? html.nonEmpty
    case (.content, "encoded"), (.xhtml, "body"), (.xhtml, "div"):
      let html = try context.html()
      encoded = encoded ?? html.nonEmpty
    case (.rss, "guid"):
      let text = try context.text()
      if let guid = text.nonEmpty {
        draft.id = guid
        if attributes["isPermaLink"]?.lowercased() != "false" { guidLink = guid }
      }
    case (.rss, "pubDate"), (.rss, "pubdate"), (.atom, "published"):
      draft.published = FeedDate(try context.text()) ?? draft.published
    case (.dc, "date"), (.dcterms, "created"), (.dcterms, "issued"):
      let date = FeedDate(try context.text())
      draft.published = draft.published ?? date
    case (.dcterms, "modified"), (.atom, "updated"), (.atom, "modified"):
      draft.updated = FeedDate(try context.text()) ?? draft.updated
    case (.rss, "author"), (.dc, "creator"):
      let person = Self.person(context.line(try context.html()))
      if !person.isEmpty, !authors.contains(person) { authors.append(person) }
    case (.itunes, "author"):
      // A show's name rather than a person's: only where nobody else is named.
      spareAuthor = try context.text().collapsed.nonEmpty
    case (.rss, "category"), (.dc, "subject"):
      let tag = context.line(try context.html())
      if !tag.isEmpty { draft.tags.append(tag) }
    case (.dc, "language"), (.rss, "language"):
      draft.language = try context.text().nonEmpty ?? draft.language
    case (.rss, "enclosure"):
      enclosure(attributes["url"], type: attributes["type"])
      try context.reader.skipElement()
    case (.media, "group"):
      break  // its children are read as the item's own
    case (.media, "content"), (.media, "thumbnail"):
      media.add(name.local, attributes)
      if name.local == "content", let url = attributes["url"], attributes["medium"] != "image",
        !(attributes["type"]?.hasPrefix("image/") ?? false)
      {
        add(FeedAttachment(url: url, type: attributes["type"]))
      }
    // A media:content may hold its own thumbnail, which is then read as the item's.
    case (.itunes, "image"):
      if let url = attributes["href"] { media.add("thumbnail", url: url) }
      try context.reader.skipElement()
    case (.atom, "link"):
      try atomLink(attributes)
    default:
      fields.add(XMLFields.name(name), try context.field(attributes: attributes))
    }
  }

  private mutating func atomLink(_ attributes: [XMLAttribute]) throws(XMLError) {
    if let link = attributes["href"].map(context.resolved) {
      switch attributes["rel"] ?? "alternate" {
      case "alternate": draft.url = draft.url ?? link
      case "enclosure": enclosure(link, type: attributes["type"])
      default: break
      }
    }
    try context.reader.skipElement()
  }

  private mutating func enclosure(_ url: String?, type: String?) {
    guard let url else { return }
    if type?.hasPrefix("image/") ?? false { media.add("enclosure", url: url) }
    add(FeedAttachment(url: context.resolved(url), type: type))
  }

  private mutating func add(_ attachment: FeedAttachment) {
    if !draft.attachments.contains(attachment) { draft.attachments.append(attachment) }
  }

  private consuming func finish() -> RecordDraft {
    let limits = context.limits.xml
    draft.author = authors.isEmpty ? spareAuthor : authors.joined(separator: ", ")
    draft.url = draft.url ?? guidLink.map(context.resolved)
    // One text alone is the content; beside a content the description is its summary.
    if let encoded {
      draft.setContent(html: encoded, limits: limits, converts: context.convertsHTML)
      if let description {
        draft.setSummary(html: description, limits: limits, converts: context.convertsHTML)
      }
    } else if let description {
      draft.setContent(html: description, limits: limits, converts: context.convertsHTML)
    }
    draft.image = media.best
    draft.fields = fields.object()
    return draft
  }

  /// The name in `me@example.org (Me)` or `Me <me@example.org>`; else the text.
  static func person(_ text: String) -> String {
    if let open = text.firstIndex(of: "("), text.hasSuffix(")"), text[..<open].contains("@") {
      let name = text[text.index(after: open)...].dropLast().trimmed
      if !name.isEmpty { return name }
    }
    if let open = text.firstIndex(of: "<"), text.hasSuffix(">"), text[open...].contains("@") {
      let name = text[..<open].trimmed
      if !name.isEmpty { return name }
    }
    return text
  }
}

/// The pictures that an item names, to choose one of them.
struct MediaPictures {
  private var content: FeedImage?
  private var thumbnail: FeedImage?
  private var enclosure: FeedImage?

  /// The picture itself before its small version.
  var best: FeedImage? { content ?? enclosure ?? thumbnail }

  mutating func add(_ kind: String, _ attributes: [XMLAttribute]) {
    guard let url = attributes["url"] else { return }
    let isPicture =
      attributes["medium"] == "image" || (attributes["type"]?.hasPrefix("image/") ?? false)
      || (attributes["medium"] == nil && attributes["type"] == nil)
    guard kind == "thumbnail" || isPicture else { return }
    add(
      kind, url: url, width: attributes["width"].flatMap(FeedImage.pixels),
      height: attributes["height"].flatMap(FeedImage.pixels))
  }

  mutating func add(_ kind: String, url: String, width: Double? = nil, height: Double? = nil) {
    let image = FeedImage(url: url, width: width, height: height)
    switch kind {
    case "content": content = content ?? image
    case "thumbnail": thumbnail = thumbnail ?? image
    default: enclosure = enclosure ?? image
    }
  }
}
