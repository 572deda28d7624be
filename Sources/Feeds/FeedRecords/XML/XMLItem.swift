import LayoutPrimitives
import StructuredDocuments
import XMLDocuments

/// The values of an RSS item or Atom entry that are read in the same way in both formats.
///
/// They come from common extensions, or replace values of missing elements.
struct XMLItem: ~Copyable {
  var draft = RecordDraft()
  var fields = XMLFields()
  /// The kind of element from which the picture was taken; `nil` without a picture.
  private var picture: MediaPicture?
  /// The first author, which in most items is the only one; `nil` without authors.
  private var author: String?
  private var moreAuthors: [String] = []
  // Content hashes are used, because hashing a string takes time quadratic in combining marks.
  private var authorHashes: Set<ContentHash> = []
  private var fileHashes: Set<ContentHash> = []
  private var spareAuthor: String?
  private var spareTitle: String?
  private var spareDate: FeedDate?
  /// The descriptions of the item from vocabularies other than the feed's own, in order.
  private(set) var spareTexts: [MarkupText] = []
  /// The Markdown of the item's content, or `nil`.
  private(set) var spareMarkdown: MarkupText?

  init(_ context: XMLItemContext) {
    draft.record.language = context.language
  }

  /// Reads an element that has the same meaning in RSS and Atom.
  mutating func read(_ element: FeedElement, _ context: XMLItemContext) throws(XMLError) {
    switch element {
    case .published: draft.record.published = try date(context) ?? draft.record.published
    case .updated: draft.record.updated = try date(context) ?? draft.record.updated
    case .spareDate:
      let date = try date(context)
      spareDate = spareDate ?? date
    case .author: try readAuthor(context)
    case .contributor:
      let field = context.elements.field(context.reader)
      if let name = try context.person().shown { fields.add(field, name) }
    case .language: draft.record.language = try context.text().nonEmpty ?? draft.record.language
    case .keywords:
      for word in try context.text().split(separator: ",") {
        if let tag = word.collapsed.nonEmpty { draft.record.tags.append(tag) }
      }
    case .mediaGroup: break  // its children are read as children of the item
    case .mediaContent:
      // Its title and thumbnail are read as those of the item.
      guard let url = context.address("url") else { return }
      // A file without a type counts as a picture.
      let file = MediaFile(context)
      if context.attribute("medium").map({ $0 == "image" }) ?? file.type?.hasPrefix("image/")
        ?? true
      {
        add(.content, url, file)
      } else {
        attach(url, type: file.type)
      }
    case .mediaThumbnail:
      if let url = context.address("url") {
        add(.thumbnail, url, MediaFile(context))
      }
    case .podcastImage:
      let base = context.base
      let named = context.attribute("href") ?? context.attribute("url")
      let text = try context.text()
      if let url = named ?? text.nonEmpty {
        add(.podcast, XMLItemContext.resolved(url, against: base))
      }
    case .spareAuthor:
      let name = try context.text().collapsed.nonEmpty
      spareAuthor = spareAuthor ?? name
    case .spareTitle:
      let title = try readField(context)
      spareTitle = spareTitle ?? title.flatMap { context.line($0) }
    case .spareSummary:
      if let text = try readField(context) { spareTexts.append(MarkupText(text)) }
    case .spareMarkdown:
      let markdown = try readField(context)
      spareMarkdown = spareMarkdown ?? markdown.map { MarkupText($0, in: .markdown) }
    default:
      let field = context.elements.field(context.reader)
      fields.add(field, try context.field())
    }
  }

  private mutating func date(_ context: XMLItemContext) throws(XMLError) -> FeedDate? {
    date(try context.text(), context)
  }

  /// The date in a text; if it is not empty and cannot be read, it is noted.
  mutating func date(_ text: String, _ context: XMLItemContext) -> FeedDate? {
    let date = FeedDate(text, language: context.language ?? context.feedLanguage)
    if date == nil, !text.isEmpty { draft.countUnread(date: text) }
    return date
  }

  /// Adds an element as a field, and returns the text of the element; `nil` if it is empty.
  mutating func readField(_ context: XMLItemContext) throws(XMLError) -> String? {
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
      both.add("name", name)
      both.add("email", address)
      fields.add("author", both.object())
    }
  }

  mutating func add(author name: String?) {
    guard let name else { return }
    guard let author else { return self.author = name }
    if moreAuthors.isEmpty { authorHashes = [ContentHash(of: author)] }
    if authorHashes.insert(ContentHash(of: name)).inserted { moreAuthors.append(name) }
  }

  var hasAuthor: Bool { author != nil }

  /// The id if it is an address of the web; otherwise `nil`.
  var addressAsID: String? {
    let id = draft.record.id
    return id.hasPrefix("http://") || id.hasPrefix("https://") ? id : nil
  }

  /// Sets the picture, unless it is already set from the same or a better kind of element.
  mutating func add(_ kind: MediaPicture, _ url: String, _ file: MediaFile = MediaFile()) {
    if let picture, picture.rawValue <= kind.rawValue { return }
    picture = kind
    draft.record.image = FeedImage(url: url, width: file.width, height: file.height)
  }

  /// Adds a file as an attachment, and also as a picture if its type begins with `image/`.
  mutating func enclose(_ url: String?, _ file: MediaFile) {
    guard let url else { return }
    if file.type?.hasPrefix("image/") ?? false { add(.enclosure, url, file) }
    attach(url, type: file.type)
  }

  private mutating func attach(_ url: String, type: String?) {
    if fileHashes.insert(ContentHash(of: "\(type ?? "")\u{0}\(url)")).inserted {
      draft.record.attachments.append(FeedAttachment(url: url, type: type))
    }
  }

  /// Sets the content from the first of several texts that shows something.
  ///
  /// If none does, the first is used. The picture is the first of the texts up to the one that is
  /// used.
  ///
  /// - Returns: The index of the text that shows something, or `nil`.
  @discardableResult
  mutating func setContent(_ texts: [MarkupText], _ context: XMLItemContext) -> Int? {
    for (index, text) in texts.enumerated() {
      draft.removeContent()
      set(text, context) { draft, text in
        draft.setContent(
          text.markup, in: text.language, limits: context.limits, converts: context.convertsHTML)
      }
      if isShown(text, draft.record.contentText, context) { return index }
    }
    guard texts.count > 1, let first = texts.first else { return nil }
    draft.removeContent()
    draft.setContent(
      first.markup, in: first.language, limits: context.limits, converts: context.convertsHTML)
    return nil
  }

  /// Sets the summary from the first of several texts that shows something.
  ///
  /// - Returns: Whether one does.
  @discardableResult
  mutating func setSummary(_ texts: [MarkupText], _ context: XMLItemContext) -> Bool {
    for text in texts {
      set(text, context) { draft, text in
        draft.setSummary(
          text.markup, in: text.language, limits: context.limits, converts: context.convertsHTML)
      }
      if isShown(text, draft.record.summary, context) { return true }
    }
    return false
  }

  /// Sets a value from markup, whose picture is resolved against the base URL of the markup.
  private mutating func set(
    _ text: MarkupText, _ context: XMLItemContext,
    _ change: (inout RecordDraft, MarkupText) -> Void
  ) {
    let hadImage = draft.spareImage != nil
    change(&draft, text)
    if !hadImage { resolveImage(text.base) }
  }

  /// Whether a text shows something; `plain` is its plain text, if texts are converted.
  private func isShown(_ text: MarkupText, _ plain: String?, _ context: XMLItemContext) -> Bool {
    if context.convertsHTML { return plain != nil }
    return HTMLText(text.markup, in: text.language, limits: context.limits).text.isVisible
  }

  private mutating func resolveImage(_ base: String?) {
    guard let url = draft.spareImage?.url else { return }
    draft.spareImage?.url = XMLItemContext.resolved(url, against: base)
  }

  /// The finished draft, with substitutes for missing values.
  consuming func finish() -> RecordDraft {
    draft.record.title = draft.record.title ?? spareTitle
    if let author, !moreAuthors.isEmpty {
      draft.record.author = ([author] + moreAuthors).joined(separator: ", ")
    } else {
      draft.record.author = author ?? spareAuthor
    }
    if draft.record.published == nil { draft.record.published = spareDate }
    if !fields.isEmpty { draft.record.fields = fields.object() }
    return draft
  }
}

/// A text in a markup language, and the base URL of relative URLs in it.
struct MarkupText {
  let markup: String
  var language = MarkupLanguage.html
  var base: String?

  init(_ markup: String, in language: MarkupLanguage = .html, base: String? = nil) {
    self.markup = markup
    self.language = language
    self.base = base
  }
}

/// The kinds of elements that give an item its picture, the best first.
enum MediaPicture: UInt8 {
  case content, enclosure, podcast, thumbnail, own
}

/// The properties of a file in the attributes of an element.
struct MediaFile {
  var type: String?
  var width: Double?
  var height: Double?

  /// Creates a file without properties.
  init() {}

  /// Reads the attributes of the element that has just started.
  init(_ context: XMLItemContext) {
    type = context.attribute("type")
    width = context.pixels("width")
    height = context.pixels("height")
  }
}
