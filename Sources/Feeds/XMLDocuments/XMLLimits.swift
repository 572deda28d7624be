/// The limits of an XML or HTML document; anything beyond a limit is refused or omitted.
public struct XMLLimits: Hashable, Sendable {
  /// Maximum depth of nested elements; at most 250, because libxml2 stops at 256.
  public var depth: Int
  /// Maximum number of bytes that entities and default attributes may add to a document.
  ///
  /// In a feed, the limit applies to each record.
  public var expansion: Int
  /// Maximum number of bytes that entities and default attributes may add to a whole feed, inside
  /// and outside of its records.
  public var documentExpansion: Int
  /// Maximum number of attributes to which the document type gives a default value.
  public var defaultAttributes: Int
  /// Maximum depth of entities whose texts contain other entities.
  public var entityDepth: Int
  /// Maximum size of a document, in bytes.
  public var documentBytes: Int
  /// Maximum size of one run of text, in bytes; at most 9,000,000 if the run is one CDATA section.
  public var textBytes: Int
  /// Maximum number of attributes of one element.
  public var attributes: Int
  /// Maximum size of one attribute's value, in bytes.
  public var attributeBytes: Int
  /// Maximum length of one name, in bytes; at most 40,000, because libxml2 stops at 50,000.
  public var nameBytes: Int
  /// Maximum size of one tag, comment, processing instruction or document type, in bytes; at most
  /// 9,000,000, because libxml2 stops at 10,000,000.
  public var markupBytes: Int
  /// Maximum number of different names that are stored at once, and maximum number of KiB that they
  /// use.
  ///
  /// If it is exceeded, all names are removed and numbered anew. Names cannot be removed while one
  /// piece is parsed, or in encodings other than UTF-8. In these cases, more than 16 times as many
  /// names are refused.
  public var names: Int

  /// Creates limits; the defaults are for feeds.
  public init(
    depth: Int = 200, expansion: Int = 1 << 20, documentBytes: Int = 16 << 30,
    textBytes: Int = 9_000_000, attributes: Int = 1000, attributeBytes: Int = 1 << 20,
    nameBytes: Int = 1000, markupBytes: Int = 4 << 20, entityDepth: Int = 8, names: Int = 4096,
    documentExpansion: Int = 64 << 20, defaultAttributes: Int = 100
  ) {
    self.depth = min(depth, 250)
    self.expansion = expansion
    self.documentExpansion = documentExpansion
    self.defaultAttributes = defaultAttributes
    self.entityDepth = entityDepth
    self.documentBytes = documentBytes
    self.textBytes = textBytes
    self.attributes = attributes
    self.attributeBytes = attributeBytes
    self.nameBytes = min(nameBytes, 40_000)
    self.markupBytes = min(markupBytes, 9_000_000)
    self.names = names
  }

  /// Maximum number of attributes in a tag, because libxml2 may compare each attribute with all
  /// others.
  ///
  /// An element with more attributes than `attributes`, but not more than this number, is skipped,
  /// and reading continues.
  var comparedAttributes: Int { max(2 * attributes, 2000) }
}
