import XMLDocuments

/// The meaning of an XML element inside an item or entry.
enum FeedElement: UInt8, Sendable {
  case id, title, link, atomLink, published, updated, author, language, source, rights
  case summary, content
  /// A value that is used when the feed has no better one.
  case spareID, spareTitle, spareSummary, spareMarkdown, spareDate, spareAuthor
  case contributor, category, keywords
  case enclosure, picture, podcastImage, mediaGroup, mediaContent, mediaThumbnail
  /// Any other element, which becomes a field.
  case field

  /// The meaning of a name, regardless of case, since old feeds write `pubdate` and `GUID`.
  ///
  /// - Parameter inAtom: Whether the element is in an Atom entry, rather than in an RSS item.
  init(_ name: XMLName, inAtom: Bool) {
    let full = name.local.lowercased()
    let local = full.split(separator: ":").last.map(String.init) ?? full
    let vocabulary = XMLVocabulary(name)
    switch vocabulary {
    case .atom,
      .rss where inAtom:
      self = Self.atom(local, isEntry: inAtom)
    case .rss: self = Self.rss(local)
    case .content: self = local == "encoded" ? .content : .field
    case .xhtml: self = local == "body" || local == "div" ? .content : .field
    case .dc: self = Self.dublinCore(local)
    case .dcterms: self = Self.terms(local)
    case .media: self = Self.media(local)
    case .itunes: self = Self.podcast(local)
    case .source: self = local == "markdown" ? .spareMarkdown : .field
    default: self = .field
    }
  }

  private static func rss(_ local: String) -> FeedElement {
    switch local {
    case "title": .title
    case "link": .link
    case "guid": .id
    case "id": .spareID
    case "description", "abstract": .summary
    case "summary": .spareSummary
    case "body", "fullitem": .content
    case "pubdate", "published": .published
    case "updated", "modified": .updated
    case "author": .author
    case "category": .category
    case "language": .language
    case "enclosure": .enclosure
    case "image": .picture
    default: .field
    }
  }

  private static func atom(_ local: String, isEntry: Bool) -> FeedElement {
    switch local {
    case "id": isEntry ? .id : .spareID
    case "title": isEntry ? .title : .spareTitle
    case "summary": isEntry ? .summary : .spareSummary
    case "content": .content
    case "link": .atomLink
    case "published", "issued": .published
    case "updated", "modified": .updated
    case "created": .spareDate
    case "author": .author
    case "contributor": .contributor
    case "category": .category
    case "source": isEntry ? .source : .field
    case "rights", "copyright": isEntry ? .rights : .field
    default: .field
    }
  }

  private static func dublinCore(_ local: String) -> FeedElement {
    switch local {
    case "date": .spareDate
    case "creator", "author": .author
    case "subject": .category
    case "language": .language
    case "title": .spareTitle
    case "description": .spareSummary
    default: .field
    }
  }

  private static func terms(_ local: String) -> FeedElement {
    switch local {
    case "created", "issued": .spareDate
    case "modified": .updated
    default: .field
    }
  }

  private static func media(_ local: String) -> FeedElement {
    switch local {
    case "group": .mediaGroup
    case "content": .mediaContent
    case "thumbnail": .mediaThumbnail
    case "title": .spareTitle
    case "description": .spareSummary
    case "keywords": .keywords
    default: .field
    }
  }

  private static func podcast(_ local: String) -> FeedElement {
    switch local {
    case "author": .spareAuthor
    case "image": .podcastImage
    case "title": .spareTitle
    case "summary", "subtitle": .spareSummary
    case "keywords": .keywords
    default: .field
    }
  }
}

/// Caches the meanings of names.
///
/// A feed has few names, and each occurs in every item.
final class FeedElements {
  /// The meaning of a name in an RSS item and in an Atom entry, and its name as a field.
  private struct Meaning {
    let inItem: FeedElement
    let inEntry: FeedElement
    let field: String

    init(_ name: XMLName) {
      inItem = FeedElement(name, inAtom: false)
      inEntry = FeedElement(name, inAtom: true)
      field = XMLFields.name(name)
    }
  }

  /// Meanings, indexed by the numbers that the reader gives to names.
  private var meanings: [Meaning?] = []
  private var generation = -1

  /// The meaning of the element that the reader is at.
  func element(_ reader: XMLPullReader, inAtom: Bool) -> FeedElement {
    let number = number(of: reader)
    return (inAtom ? meanings[number]?.inEntry : meanings[number]?.inItem) ?? .field
  }

  /// The field name of the element that the reader is at.
  func field(_ reader: XMLPullReader) -> String { meanings[number(of: reader)]?.field ?? "" }

  /// The reader's number of the current element's name; its meaning is cached if it was not yet.
  private func number(of reader: XMLPullReader) -> Int {
    if generation != reader.namesGeneration {
      meanings.removeAll()
      generation = reader.namesGeneration
    }
    let number = max(reader.nameNumber, 0)
    while meanings.count <= number { meanings.append(nil) }
    if meanings[number] == nil { meanings[number] = Meaning(reader.name) }
    return number
  }
}
