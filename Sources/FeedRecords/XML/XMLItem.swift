import XMLDocuments

/// What readers of RSS items and Atom entries have in common: the extensions that both use, and
/// what is taken where the feed's own elements are missing.
struct XMLItem: ~Copyable {
  var draft: RecordDraft
  var fields = XMLFields()
  /// Where the picture stands that was taken.
  private var picture: MediaPicture?
  /// Who is named first; most items have one author.
  private var author: DraftText?
  private var moreAuthors: [String] = []
  private var knownAuthors: Set<String> = []
  private var knownFiles: Set<FeedAttachment> = []
  private var spareAuthor: String?
  private var spareTitle: String?
  private var spareDate: FeedDate?
  /// A text that describes the item, from a vocabulary other than the feed's own.
  private(set) var spareText: String?

  init(_ context: XMLItemContext) {
    draft = RecordDraft(holding: context.reader.texts)
    if let language = context.language { draft.language = .own(language) }
  }

  /// Reads an element that means the same everywhere.
  mutating func read(
    _ element: FeedElement, _ context: XMLItemContext
  ) throws(XMLError) {
    switch element {
    case .published: draft.published = try context.date() ?? draft.published
    case .updated: draft.updated = try context.date() ?? draft.updated
    case .spareDate:
      let date = try context.date()
      spareDate = spareDate ?? date
    case .author: try readAuthor(context)
    case .contributor:
      let field = context.elements.field(context.reader)
      if let name = try context.person().shown { fields.add(field, draft.string(name)) }
    case .language: draft.language = try context.heldText() ?? draft.language
    case .keywords:
      for word in try context.text().split(separator: ",") {
        if let tag = word.collapsed.nonEmpty { draft.tags.append(tag) }
      }
    case .mediaGroup: break  // its children are read as the item's own
    case .mediaContent:
      // It may hold a title and a thumbnail of its own, which are then read as the item's.
      guard let url = context.heldAddress("url") else { return }
      // Without a type it is taken for a picture.
      let file = MediaFile(context)
      if context.attribute("medium", is: "image") ?? file.type?.hasPrefix("image/") ?? true {
        add(.content, url, file)
      } else {
        attach(draft.string(url), type: file.type)
      }
    case .mediaThumbnail:
      if let url = context.heldAddress("url") {
        add(.thumbnail, url, MediaFile(context))
      }
    case .podcastImage:
      let base = context.base
      let named = context.attribute("href") ?? context.attribute("url")
      let text = try context.text()
      if let url = named ?? text.nonEmpty {
        add(.podcast, .own(XMLItemContext.resolved(url, against: base)))
      }
    case .spareAuthor:
      let name = try context.text().collapsed.nonEmpty
      spareAuthor = spareAuthor ?? name
    case .spareTitle:
      let title = try readField(context)
      spareTitle =
        spareTitle ?? title.map { context.line($0) }?.nonEmpty
    case .spareSummary:
      let text = try readField(context)
      spareText = spareText ?? text
    default:
      let field = context.elements.field(context.reader)
      fields.add(field, try context.field())
    }
  }

  /// Keeps an element as a field and gives its text.
  private mutating func readField(_ context: XMLItemContext) throws(XMLError) -> String? {
    let field = context.elements.field(context.reader)
    let value = try context.field()
    fields.add(field, value)
    return (value.kind == .object ? value["#text"]?.text : value.text)?.nonEmpty
  }

  private mutating func readAuthor(_ context: XMLItemContext) throws(XMLError) {
    let person = try context.person()
    add(author: person.shown)
    if let name = person.name, let address = person.address {
      var both = XMLFields()
      both.add("name", draft.string(name))
      both.add("email", address)
      fields.add("author", both.object())
    }
  }

  mutating func add(author text: DraftText?) {
    guard let text else { return }
    guard let first = author else { return author = text }
    let (author, name) = (draft.string(first), draft.string(text))
    // Only many are worth a set.
    if moreAuthors.count < 8 {
      guard name != author, !moreAuthors.contains(name) else { return }
    } else {
      if knownAuthors.isEmpty { knownAuthors = Set(moreAuthors).union([author]) }
      guard knownAuthors.insert(name).inserted else { return }
    }
    moreAuthors.append(name)
  }

  /// Whether anybody was named.
  var hasAuthor: Bool { author != nil }

  /// Takes a picture unless there is one of its kind or a better one.
  mutating func add(_ kind: MediaPicture, _ url: DraftText, _ file: MediaFile = MediaFile()) {
    if let picture, picture.rawValue <= kind.rawValue { return }
    picture = kind
    draft.setImage(url, width: file.width, height: file.height)
  }

  /// Adds a file, and its picture where it is one.
  mutating func enclose(_ url: String?, _ file: MediaFile) {
    guard let url else { return }
    if file.type?.hasPrefix("image/") ?? false { add(.enclosure, .own(url), file) }
    attach(url, type: file.type)
  }

  private mutating func attach(_ url: String, type: String?) {
    let attachment = FeedAttachment(url: url, type: type)
    if knownFiles.insert(attachment).inserted { draft.attachments.append(attachment) }
  }

  /// Takes a text as the content; a picture in it is resolved against a base.
  mutating func setContent(html: DraftText?, base: String?, _ context: XMLItemContext) {
    let hadImage = draft.spareImage != nil
    draft.setContent(html: html, limits: context.limits.xml, converts: context.convertsHTML)
    if !hadImage { resolveImage(base) }
  }

  /// Takes a text as the summary; a picture in it is resolved against a base.
  mutating func setSummary(html: DraftText?, base: String?, _ context: XMLItemContext) {
    let hadImage = draft.spareImage != nil
    draft.setSummary(html: html, limits: context.limits.xml, converts: context.convertsHTML)
    if !hadImage { resolveImage(base) }
  }

  private mutating func resolveImage(_ base: String?) {
    guard let url = draft.spareImage?.url else { return }
    draft.spareImage?.url = XMLItemContext.resolved(url, against: base)
  }

  /// The draft, with what was found elsewhere in place of what is missing.
  consuming func finish() -> RecordDraft {
    if draft.title == nil { draft.title = DraftText(own: spareTitle) }
    if let author, !moreAuthors.isEmpty {
      let names = [draft.string(author)] + moreAuthors
      draft.author = .own(names.joined(separator: ", "))
    } else {
      draft.author = author ?? DraftText(own: spareAuthor)
    }
    if draft.published == nil { draft.published = spareDate }
    if !fields.isEmpty { draft.fields = fields.object() }
    return draft
  }
}
