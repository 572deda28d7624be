import XMLDocuments

/// The vocabularies whose elements have a meaning in feeds.
enum XMLVocabulary: Hashable, Sendable {
  case rss, content, dc, dcterms, media, itunes, atom, rdf, xhtml, other

  init(_ name: XMLName) {
    switch name.namespace {
    case "", "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
      "http://channel.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2",
      "http://backend.userland.com/RSS2", "http://blogs.law.harvard.edu/tech/rss":
      self = .rss
    case "http://purl.org/rss/1.0/modules/content/": self = .content
    case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/": self = .dc
    case "http://purl.org/dc/terms/": self = .dcterms
    case "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss": self = .media
    case "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#",
      "http://example.com/newformat#":
      self = .atom
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": self = .rdf
    case "http://www.w3.org/1999/xhtml": self = .xhtml
    default:
      let isPodcast = name.namespace.lowercased() == "http://www.itunes.com/dtds/podcast-1.0.dtd"
      self = isPodcast ? .itunes : .other
    }
  }

  /// The prefix by which fields name the vocabulary, whatever prefix a feed declares.
  var prefix: String? {
    switch self {
    case .rss, .atom, .rdf, .xhtml, .other: nil
    case .content: "content"
    case .dc: "dc"
    case .dcterms: "dcterms"
    case .media: "media"
    case .itunes: "itunes"
    }
  }
}

extension [XMLAttribute] {
  /// The value of the first attribute with a local name.
  subscript(_ local: String) -> String? {
    first { $0.name.local == local }?.value.trimmed.nonEmpty
  }
}
