/// The formats of feeds, detected from the content and never from a file's name.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON Feed 1.0 or 1.1.
  case jsonFeed = "json-feed"
  /// A JSON document that contains records at some path.
  case json
  /// One JSON record a line.
  case ndjson
  /// RSS 0.91 to 2.0.
  case rss
  /// RSS 0.90 or 1.0, in RDF.
  case rdf
  /// Atom 0.3 or 1.0.
  case atom
  /// An XML document that contains records at some path.
  case xml

  /// Whether the format is XML.
  public var isXML: Bool { self == .rss || self == .rdf || self == .atom || self == .xml }
}
