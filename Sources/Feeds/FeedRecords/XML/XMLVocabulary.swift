import XMLDocuments

/// The XML vocabularies (namespaces) whose elements have a meaning in feeds.
enum XMLVocabulary: Hashable, Sendable {
  case rss, content, dc, dcterms, media, itunes, atom, rdf, xhtml
  case slash, wfw, georss, geo, gml, threading, feedburner, source, other

  init(_ name: XMLName) {
    if !name.namespace.isEmpty {
      self.init(namespace: name.namespace)
    } else if let prefix = Self.undeclaredPrefix(name) {
      self = Self.prefixes.first { $0.prefix == prefix }?.vocabulary ?? .other
    } else {
      self = .rss
    }
  }

  /// The vocabulary of a namespace URI, compared regardless of case, scheme and trailing slashes.
  private init(namespace: String) {
    switch namespace {
    case "http://www.w3.org/2005/Atom": self = .atom
    case "http://purl.org/dc/elements/1.1/": self = .dc
    case "http://purl.org/rss/1.0/modules/content/": self = .content
    case "http://search.yahoo.com/mrss/": self = .media
    case "http://www.itunes.com/dtds/podcast-1.0.dtd": self = .itunes
    default:
      var address = namespace.lowercased()[...]
      if let end = address.firstRange(of: "://") { address = address[end.upperBound...] }
      while let last = address.last, last == "/" || last == "#" { address.removeLast() }
      self = Self.addresses[String(address)] ?? .other
    }
  }

  /// The prefix of a name when the document does not declare that prefix; otherwise `nil`.
  static func undeclaredPrefix(_ name: XMLName) -> String? {
    guard name.namespace.isEmpty else { return nil }
    if !name.prefix.isEmpty { return name.prefix }
    return name.local.firstIndex(of: ":").map { String(name.local[..<$0]) }
  }

  /// The vocabulary's usual prefix, used in field names even if the feed declares another; `nil`
  /// for vocabularies without one.
  var prefix: String? {
    Self.prefixes.first { $0.vocabulary == self }?.prefix
  }

  private static let prefixes: [(prefix: String, vocabulary: XMLVocabulary)] = [
    ("content", .content), ("dc", .dc), ("dcterms", .dcterms), ("media", .media),
    ("itunes", .itunes), ("slash", .slash), ("wfw", .wfw), ("georss", .georss), ("geo", .geo),
    ("gml", .gml), ("thr", .threading), ("feedburner", .feedburner),
    ("source", .source),
  ]

  /// Vocabularies by namespace URI in lower case, without scheme and trailing slashes or `#`.
  ///
  /// Source: the specifications, and the older URIs that feeds still use.
  private static let addresses: [String: XMLVocabulary] = [
    "purl.org/rss/1.0": .rss, "my.netscape.com/rdf/simple/0.9": .rss,
    "channel.netscape.com/rdf/simple/0.9": .rss, "backend.userland.com/rss": .rss,
    "backend.userland.com/rss2": .rss, "backend.userland.com/rss091": .rss,
    "backend.userland.com/blogchannelmodule": .other, "blogs.law.harvard.edu/tech/rss": .rss,
    "www.rssboard.org/rss-specification": .rss,
    "my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
    "purl.org/net/rss1.1": .rss, "www.w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom,
    "example.com/newformat": .atom, "purl.org/dc/elements/1.1": .dc,
    "purl.org/dc/elements/1.0": .dc, "purl.org/dc/terms": .dcterms,
    "purl.org/rss/1.0/modules/content": .content, "purl.org/rss/1.0/modules/slash": .slash,
    "search.yahoo.com/mrss": .media, "www.rssboard.org/media-rss": .media,
    "www.itunes.com/dtds/podcast-1.0.dtd": .itunes, "example.com/dtds/podcast-1.0.dtd": .itunes,
    "www.w3.org/1999/02/22-rdf-syntax-ns": .rdf, "www.w3.org/1999/xhtml": .xhtml,
    "wellformedweb.org/commentapi": .wfw, "www.georss.org/georss": .georss,
    "www.w3.org/2003/01/geo/wgs84_pos": .geo, "www.opengis.net/gml": .gml,
    "purl.org/syndication/thread/1.0": .threading,
    "rssnamespace.org/feedburner/ext/1.0": .feedburner, "source.scripting.com": .source,
  ]
}
